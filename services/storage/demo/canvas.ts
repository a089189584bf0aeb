import { clamp } from './noise.ts'
import type { Colour } from './colour.ts'

/** Pixels in floating point, so that light can be added and mixed without visible steps between colours. */
export class Canvas {
  readonly width: number
  readonly height: number
  readonly pixels: Float32Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.pixels = new Float32Array(width * height * 3)
  }

  set(x: number, y: number, colour: Colour): void {
    const index = (y * this.width + x) * 3
    this.pixels[index] = colour[0]
    this.pixels[index + 1] = colour[1]
    this.pixels[index + 2] = colour[2]
  }

  get(x: number, y: number): Colour {
    const column = clamp(x, 0, this.width - 1)
    const row = clamp(y, 0, this.height - 1)
    const index = (row * this.width + column) * 3
    return [this.pixels[index] ?? 0, this.pixels[index + 1] ?? 0, this.pixels[index + 2] ?? 0]
  }

  /** Lays a colour over the current one. @param cover from 0, which changes nothing, to 1, which replaces the colour */
  blend(x: number, y: number, colour: Colour, cover: number): void {
    if (cover <= 0 || x < 0 || y < 0 || x >= this.width || y >= this.height) return
    const index = (y * this.width + x) * 3
    const rest = 1 - cover
    this.pixels[index] = (this.pixels[index] ?? 0) * rest + colour[0] * cover
    this.pixels[index + 1] = (this.pixels[index + 1] ?? 0) * rest + colour[1] * cover
    this.pixels[index + 2] = (this.pixels[index + 2] ?? 0) * rest + colour[2] * cover
  }

  /** Adds light to the current colour. */
  shine(x: number, y: number, colour: Colour, strength: number): void {
    if (strength <= 0 || x < 0 || y < 0 || x >= this.width || y >= this.height) return
    const index = (y * this.width + x) * 3
    this.pixels[index] = (this.pixels[index] ?? 0) + colour[0] * strength
    this.pixels[index + 1] = (this.pixels[index + 1] ?? 0) + colour[1] * strength
    this.pixels[index + 2] = (this.pixels[index + 2] ?? 0) + colour[2] * strength
  }
}
