import sharp from 'sharp'
import { expect } from 'vitest'
import { quarters } from '../../support/pictures.ts'

/**
 * Checks that an answer is a picture of this size, upright, with the four colours of generated pictures.
 * @param tolerance how much a channel may differ, 0 to 255. Lossy compression causes small differences
 */
export async function expectQuarters(
  response: Response,
  size: { readonly width: number; readonly height: number },
  tolerance = 28,
): Promise<void> {
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([size.width, size.height])
  const colourAt = (across: number, down: number): number[] => {
    const start = (Math.floor(info.height * down) * info.width + Math.floor(info.width * across)) * info.channels
    return [...data.subarray(start, start + 3)]
  }
  const places = [
    [quarters.topLeft, colourAt(0.25, 0.25)],
    [quarters.topRight, colourAt(0.75, 0.25)],
    [quarters.bottomLeft, colourAt(0.25, 0.75)],
    [quarters.bottomRight, colourAt(0.75, 0.75)],
  ] as const
  for (const [wanted, found] of places) {
    expect(Math.max(...wanted.map((value, channel) => Math.abs(value - (found[channel] ?? 0))))).toBeLessThan(tolerance)
  }
}
