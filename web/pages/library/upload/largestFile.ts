/** The most bytes that storage takes for one file, as it says itself; null when it does not. Never rejects. */
export async function fetchLargestFile(endpoint: string): Promise<number | null> {
  try {
    const response = await fetch(endpoint, { method: 'OPTIONS' })
    const bytes = Number(response.headers.get('Tus-Max-Size') ?? Number.NaN)
    return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : null
  } catch {
    return null
  }
}
