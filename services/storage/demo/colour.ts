import { clamp, lerp } from './noise.ts'

/** Red, green and blue, each from 0 to 1, in sRGB. */
export type Colour = readonly [number, number, number]

export function hex(text: string): Colour {
  const value = Number.parseInt(text, 16)
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

export function mix(from: Colour, to: Colour, share: number): Colour {
  const amount = clamp(share)
  return [lerp(from[0], to[0], amount), lerp(from[1], to[1], amount), lerp(from[2], to[2], amount)]
}

export function scale(colour: Colour, factor: number): Colour {
  return [colour[0] * factor, colour[1] * factor, colour[2] * factor]
}

export function tint(colour: Colour, light: Colour): Colour {
  return [colour[0] * light[0], colour[1] * light[1], colour[2] * light[2]]
}

export function add(colour: Colour, light: Colour, share: number): Colour {
  return [colour[0] + light[0] * share, colour[1] + light[1] * share, colour[2] + light[2] * share]
}

/** Returns the colour at a place (0 to 1) of a gradient through these colours. */
export function gradient(stops: readonly [Colour, Colour, ...Colour[]], place: number): Colour {
  const scaled = clamp(place) * (stops.length - 1)
  const index = Math.min(Math.floor(scaled), stops.length - 2)
  return mix(stops[index] ?? stops[0], stops[index + 1] ?? stops[1], scaled - index)
}
