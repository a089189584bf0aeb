/** Asks storage for the largest file size in bytes; null if the answer contains no size. Never rejects. */
export async function fetchLargestFile(endpoint: string): Promise<number | null> {
  try {
    const response = await fetch(endpoint, { method: 'OPTIONS' })
    const bytes = Number(response.headers.get('Tus-Max-Size') ?? Number.NaN)
    return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : null
  } catch {
    return null
  }
}
