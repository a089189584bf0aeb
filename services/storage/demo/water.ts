import { type Colour, add, mix, scale, tint } from './colour.ts'
import { clamp, smoothstep } from './noise.ts'
import type { Sky } from './sky.ts'
import type { Land } from './terrain.ts'

export interface WaterStyle {
  /** The shore line, in pixels from the top. */
  readonly shore: number
  /** 0: smooth as a mirror; 1: windy. */
  readonly ripple: number
  readonly tint: Colour
}

/** A lake: the picture above it, mirrored, distorted and a little darker. */
export function paintLake(land: Land, sky: Sky, style: WaterStyle): void {
  const { canvas, noise, unit, light } = land
  const shore = Math.round(style.shore)
  const deep = tint(style.tint, light.ambient)
  for (let y = shore; y < canvas.height; y += 1) {
    const near = (y - shore) / Math.max(1, canvas.height - shore)
    const stretch = 1 + near * 0.12
    for (let x = 0; x < canvas.width; x += 1) {
      const u = x / (unit * (26 + near * 150))
      const v = y / (unit * (2.2 + near * 13))
      const wave = noise.layered(u, v, 3) - 0.5
      const push = wave * style.ripple * unit * (5 + near * 46)
      const mirrored = Math.round(shore - (y - shore) * stretch + push)
      const reflection = canvas.get(Math.round(x + push * 0.35), clamp(mirrored, 0, shore - 1))
      const depth = 0.16 + near * 0.42
      const water = mix(scale(reflection, 0.93), deep, depth * (0.72 + wave * 0.5))
      canvas.set(x, y, add(water, light.glow, glitterAt(sky, x, near, wave, canvas.width) * style.ripple))
    }
  }
  const line = mix(light.haze, [1, 1, 1], 0.1)
  for (let x = 0; x < canvas.width; x += 1) canvas.blend(x, shore, line, 0.25)
}

/** The sea out to the horizon, and the surf on a beach. */
export function paintSea(land: Land, sky: Sky, beach: number): void {
  const { canvas, noise, unit, light } = land
  const horizon = Math.round(sky.horizon)
  const far = mix(light.haze, tint([0.2, 0.38, 0.5], light.ambient), 0.4)
  const close = tint([0.16, 0.42, 0.48], light.ambient)
  for (let y = horizon; y < canvas.height; y += 1) {
    const near = (y - horizon) / Math.max(1, canvas.height - horizon)
    for (let x = 0; x < canvas.width; x += 1) {
      const spread = unit * (9 + near * 210)
      const wave = noise.layered(x / spread, y / (unit * (1.1 + near * 24)), 4)
      const body = mix(far, close, Math.pow(near, 0.6))
      const lit = scale(body, 0.82 + (wave - 0.5) * 0.75)
      const crest = smoothstep(0.66, 0.76, wave) * (0.12 + near * 0.3)
      const foam = mix(lit, tint([0.95, 0.97, 0.98], light.ambient), crest)
      const reflected = mix(foam, canvas.get(x, horizon - 2 - Math.round(near * horizon * 0.5)), 0.32 * (1 - near))
      canvas.set(x, y, add(reflected, light.glow, glitterAt(sky, x, near, wave - 0.5, canvas.width) * 0.9))
    }
  }
  if (beach < canvas.height) paintBeach(land, sky, beach)
}

function paintBeach(land: Land, sky: Sky, beach: number): void {
  const { canvas, noise, unit, light } = land
  const sand = tint([0.83, 0.74, 0.6], light.ambient)
  for (let x = 0; x < canvas.width; x += 1) {
    const edge =
      beach + (noise.layered(x / (240 * unit), 5, 3) - 0.5) * 90 * unit + (x / canvas.width - 0.5) * 60 * unit
    for (let y = Math.max(0, Math.floor(edge - 16 * unit)); y < canvas.height; y += 1) {
      const below = y - edge
      const foam = Math.exp(-Math.pow(below / (9 * unit), 2)) * (0.55 + 0.45 * noise.at(x / (7 * unit), y / (5 * unit)))
      const wet = 1 - smoothstep(0, 70 * unit, below)
      const grain =
        0.94 +
        (noise.at(x * 0.9, y * 0.9) - 0.5) * 0.09 +
        (noise.layered(x / (60 * unit), y / (22 * unit), 3) - 0.5) * 0.22
      const dry = scale(sand, grain)
      const mirrored = canvas.get(x, Math.round(sky.horizon * 0.75))
      const ground = mix(dry, mix(scale(sand, 0.62), mirrored, 0.42), wet)
      canvas.blend(x, y, ground, smoothstep(0, 5 * unit, below))
      canvas.blend(x, y, tint([0.97, 0.98, 0.98], light.ambient), clamp(foam))
    }
  }
}

/** How strongly the waves reflect a low sun or moon at a place. */
function glitterAt(sky: Sky, x: number, near: number, wave: number, width: number): number {
  const reach = width * (0.025 + near * 0.12)
  const path = Math.exp(-Math.pow((x - sky.sunX) / reach, 2))
  if (path < 0.02) return 0
  const low = clamp(1.25 - (sky.horizon - sky.sunY) / sky.horizon)
  return path * smoothstep(0.02, 0.3, wave) * sky.light.glowStrength * low * 0.95
}
