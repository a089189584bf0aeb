/**
 * Asks storage for the largest file size that it accepts, in bytes. Resolves with null if the request fails or the
 * response has no valid size (`Tus-Max-Size`). Never rejects.
 */
export async function fetchMaxFileSize(endpoint: string): Promise<number | null> {
  try {
    const response = await fetch(endpoint, { method: 'OPTIONS' })
    const bytes = Number(response.headers.get('Tus-Max-Size') ?? Number.NaN)
    return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : null
  } catch {
    return null
  }
}
