import { thumbHashToDataURL } from 'thumbhash'

const known = new Map<string, string>()
const maximumCached = 2_000

/** The blurred picture of a thumbhash (base64) as a data URL; null when the hash is invalid. */
export function thumbhashImage(hash: string): string | null {
  const before = known.get(hash)
  if (before !== undefined) return before
  try {
    const image = thumbHashToDataURL(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)))
    if (known.size >= maximumCached) known.clear()
    known.set(hash, image)
    return image
  } catch {
    return null
  }
}
