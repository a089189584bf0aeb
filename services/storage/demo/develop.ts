import { clamp } from './noise.ts'
import { Random } from './random.ts'
import type { Canvas } from './canvas.ts'

/** Adds the effects of lens and sensor: a gentle tone curve, darker corners, a little grain. Returns RGB bytes. */
export function develop(canvas: Canvas, seed: number): Buffer {
  const { width, height, pixels } = canvas
  const random = new Random(seed + 2)
  const bytes = Buffer.allocUnsafe(pixels.length)
  let index = 0
  for (let y = 0; y < height; y += 1) {
    const down = (y / height - 0.5) * 2
    for (let x = 0; x < width; x += 1) {
      const across = (x / width - 0.5) * 2
      const falloff = 1 - (across * across + down * down) * 0.075
      const grain = (random.next() + random.next() - 1) * 0.022
      for (let channel = 0; channel < 3; channel += 1) {
        const light = curve((pixels[index] ?? 0) * falloff) + grain
        bytes[index] = Math.round(clamp(light) * 255)
        index += 1
      }
    }
  }
  return bytes
}

/** Compresses highlights instead of clipping them, and adds a little contrast to the midtones. */
function curve(value: number): number {
  const rolled = value < 0.8 ? value : 0.8 + 0.2 * (1 - Math.exp(-(value - 0.8) / 0.2))
  return rolled + Math.sin((rolled - 0.5) * Math.PI * 2) * 0.018
}
