/** The edge in pixels: twice the displayed size, for high-density screens. */
const edge = 96
const maxCached = 200
const maxConcurrent = 2

const kept = new Map<Blob, Promise<ImageBitmap | null>>()
const waiting: (() => void)[] = []
let running = 0

/**
 * A small square of a photo, upright; null if the browser cannot decode the photo, as most browsers cannot decode HEIC.
 * Photos are decoded off the main thread, two at a time. At most 200 squares are cached.
 */
export function thumbnailOf(file: Blob): Promise<ImageBitmap | null> {
  const known = kept.get(file)
  if (known) return known
  const thumbnail = inTurn(() => decode(file))
  kept.set(file, thumbnail)
  const oldest = kept.keys().next().value
  if (kept.size > maxCached && oldest) kept.delete(oldest)
  return thumbnail
}

async function decode(file: Blob): Promise<ImageBitmap | null> {
  if (!('createImageBitmap' in globalThis)) return null
  try {
    const whole = await createImageBitmap(file)
    const side = Math.min(whole.width, whole.height)
    const left = (whole.width - side) / 2
    const top = (whole.height - side) / 2
    const square = await createImageBitmap(whole, left, top, side, side, {
      resizeWidth: edge,
      resizeHeight: edge,
      resizeQuality: 'medium',
    })
    whole.close()
    return square
  } catch {
    return null
  }
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}
