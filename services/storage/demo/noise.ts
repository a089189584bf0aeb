import { Random } from './random.ts'

const side = 256
const mask = side - 1

/** Smooth random fields, the base of hills, clouds, water and grain. */
export class Noise {
  readonly #lattice = new Float32Array(side * side)

  constructor(seed: number) {
    const random = new Random(seed)
    for (let index = 0; index < this.#lattice.length; index += 1) this.#lattice[index] = random.next()
  }

  /** A smooth value from 0 to 1. Its features are about 1 wide. */
  at(x: number, y: number): number {
    const left = Math.floor(x)
    const top = Math.floor(y)
    const across = x - left
    const down = y - top
    const smoothAcross = across * across * (3 - 2 * across)
    const smoothDown = down * down * (3 - 2 * down)
    const row = (top & mask) * side
    const nextRow = ((top + 1) & mask) * side
    const column = left & mask
    const nextColumn = (left + 1) & mask
    const lattice = this.#lattice
    const above = lerp(lattice[row + column] ?? 0, lattice[row + nextColumn] ?? 0, smoothAcross)
    const below = lerp(lattice[nextRow + column] ?? 0, lattice[nextRow + nextColumn] ?? 0, smoothAcross)
    return lerp(above, below, smoothDown)
  }

  /** Several octaves of the field added up, from 0 to 1. */
  layered(x: number, y: number, octaves: number): number {
    let sum = 0
    let weight = 0.5
    let total = 0
    let [atX, atY] = [x, y]
    for (let octave = 0; octave < octaves; octave += 1) {
      sum += weight * this.at(atX, atY)
      total += weight
      weight *= 0.5
      atX = atX * 2.03 + 17.3
      atY = atY * 2.01 + 5.7
    }
    return sum / total
  }

  /** Like `layered`, but with sharp crests, for mountains. */
  ridged(x: number, y: number, octaves: number): number {
    let sum = 0
    let weight = 0.5
    let total = 0
    let [atX, atY] = [x, y]
    for (let octave = 0; octave < octaves; octave += 1) {
      const crest = 1 - Math.abs(2 * this.at(atX, atY) - 1)
      sum += weight * crest * crest
      total += weight
      weight *= 0.48
      atX = atX * 2.07 + 9.1
      atY = atY * 2.05 + 3.3
    }
    return sum / total
  }
}

export function lerp(from: number, to: number, share: number): number {
  return from + (to - from) * share
}

export function clamp(value: number, low = 0, high = 1): number {
  return value < low ? low : value > high ? high : value
}

/** 0 below `low`, 1 above `high`, smooth between. */
export function smoothstep(low: number, high: number, value: number): number {
  const share = clamp((value - low) / (high - low))
  return share * share * (3 - 2 * share)
}
