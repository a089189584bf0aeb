import { type Colour, mix, scale, tint } from './colour.ts'
import { type Noise, clamp, smoothstep } from './noise.ts'
import type { Canvas } from './canvas.ts'
import type { Cover, Light } from './light.ts'
import type { Random } from './random.ts'

/** What the functions that draw land need to know about one picture. */
export interface Land {
  readonly canvas: Canvas
  readonly noise: Noise
  readonly random: Random
  readonly light: Light
  readonly cover: Cover
  /** -1: light comes from the left; 1: from the right. */
  readonly side: number
  /** The scale: 1 for a picture 1,000 pixels wide. */
  readonly unit: number
}

/** A line across the picture: its y in each column, in pixels from the top. */
export type Outline = Float32Array

export interface OutlineShape {
  /** The level of the feet of the hills or peaks, in pixels from the top. Soft hills can reach a little below it. */
  readonly base: number
  /** The height of hills or peaks above `base`, in pixels. */
  readonly rise: number
  /** The width of one hill or peak, in pixels. */
  readonly wide: number
  /** The offset into the noise. Outlines with different offsets differ. */
  readonly place: number
  /** True for ridges, false for soft hills. */
  readonly isSharp: boolean
}

export function makeOutline(land: Land, shape: OutlineShape): Outline {
  const outline = new Float32Array(land.canvas.width)
  for (let x = 0; x < outline.length; x += 1) {
    const at = x / shape.wide + shape.place
    const height = shape.isSharp
      ? land.noise.ridged(at, shape.place, 6) * 1.15
      : land.noise.layered(at, shape.place * 1.7, 4) * 1.2 - 0.1
    outline[x] = shape.base - height * shape.rise
  }
  return outline
}

/** Paints everything below an outline, down to `bottom`. */
function paintBelow(
  canvas: Canvas,
  outline: Outline,
  bottom: number,
  colourAt: (x: number, y: number, below: number) => Colour,
): void {
  const end = Math.min(canvas.height, Math.ceil(bottom))
  for (let x = 0; x < canvas.width; x += 1) {
    const top = outline[x] ?? 0
    for (let y = Math.max(0, Math.floor(top)); y < end; y += 1) {
      const cover = clamp(y + 1 - top)
      canvas.blend(x, y, colourAt(x, y, Math.max(0, y - top)), cover)
    }
  }
}

/** Paints a mountain range: rock in relief, snow at the top, woods at the foot, and haze over all of it. */
export function paintMountains(
  land: Land,
  outline: Outline,
  bottom: number,
  style: { haze: number; place: number },
): void {
  const { noise, light, cover, side, unit, canvas } = land
  const size = 95 * unit
  const top = outline.reduce((least, height) => Math.min(least, height), bottom)
  const span = Math.max(1, bottom - top)
  const hazeColour = light.haze
  paintBelow(canvas, outline, bottom, (x, y, below) => {
    const u = x / size + style.place
    const v = y / (size * 0.72) + style.place
    const relief = noise.ridged(u + v * 0.35, v * 0.8, 3)
    const beside = noise.ridged(u + v * 0.35 + 0.05 * side, v * 0.8 - 0.02, 3)
    const lit = clamp(0.52 + (relief - beside) * 3.2, 0.12, 1.1)
    const altitude = 1 - (y - top) / span
    const snowLine = 1.06 - cover.snow
    const snow = smoothstep(snowLine - 0.1, snowLine + 0.14, altitude + (relief - 0.5) * 0.42)
    const wooded = smoothstep(0.5, 0.28, altitude + (noise.at(u * 2.2, v * 2.2) - 0.5) * 0.24) * (1 - cover.snow * 0.55)
    const ground = mix(cover.rock, mix(cover.conifer, cover.grass, 0.32), wooded)
    const shaded = scale(mix(ground, [0.94, 0.96, 1], snow), 0.45 + lit * 0.68)
    const hazeShare = clamp(style.haze + (below / span) * 0.38 * style.haze + (1 - altitude) * 0.12)
    return mix(tint(shaded, light.ambient), hazeColour, hazeShare)
  })
}

/** Paints a soft hill with meadows and small woods. */
export function paintHill(land: Land, outline: Outline, bottom: number, style: { haze: number; place: number }): void {
  const { noise, light, cover, unit, canvas, side } = land
  const size = 60 * unit
  paintBelow(canvas, outline, bottom, (x, y, below) => {
    const depth = 1 + below / (90 * unit)
    const u = x / (size * 1.9 * depth) + style.place
    const v = y / (size * 0.42 * depth) + style.place
    const field = noise.layered(u, v, 4)
    const blades = noise.at((x / unit) * 0.55, (y / unit) * 0.33)
    const dry = smoothstep(0.36, 0.68, field)
    const wood = smoothstep(0.6, 0.66, noise.layered(u * 0.9 + 31, v * 0.75, 3)) * (style.haze > 0.12 ? 0.75 : 0)
    const meadow = mix(cover.grass, cover.grassDry, dry * 0.8)
    const ground = mix(meadow, cover.conifer, wood)
    const slope = noise.layered(u * 0.6 + side * 0.06, v * 0.35, 2) - noise.layered(u * 0.6, v * 0.35, 2)
    const lit = 0.78 + slope * 2.2 + (blades - 0.5) * 0.16 + (field - 0.5) * 0.2
    const rim = Math.exp(-below / (7 * unit)) * 0.14
    return mix(
      tint(scale(ground, lit + rim), light.ambient),
      light.haze,
      clamp(style.haze * (1 - below / (900 * unit))),
    )
  })
}

/**
 * The upper edge of a wood: the outline of the ground, with conifers standing on it.
 * @param tall the usual height of a conifer, in pixels
 */
export function raiseConifers(land: Land, outline: Outline, tall: number, density: number): Outline {
  const { random, canvas } = land
  const raised = Float32Array.from(outline)
  const count = Math.round((canvas.width / tall) * density * 6)
  for (let tree = 0; tree < count; tree += 1) {
    const middle = random.between(-tall * 0.2, canvas.width + tall * 0.2)
    const height = tall * (0.35 + 0.75 * Math.pow(random.next(), 1.4))
    const half = height * random.between(0.1, 0.17)
    const foot = outline[Math.round(clamp(middle, 0, canvas.width - 1))] ?? 0
    const tiers = random.whole(6, 10)
    for (let x = Math.max(0, Math.ceil(middle - half)); x <= Math.min(canvas.width - 1, middle + half); x += 1) {
      const out = Math.abs(x - middle) / half
      // Each tier of branches reaches out a little over the tier below it.
      const tier = ((1 - out) * tiers) % 1
      const top = foot - height * clamp(1 - out + (tier - 0.5) * (0.9 / tiers))
      raised[x] = Math.min(raised[x] ?? top, top)
    }
  }
  return raised
}

export interface WoodStyle {
  /** The outline of the ground below the trees. */
  readonly ground: Outline
  readonly tall: number
  readonly bottom: number
  readonly haze: number
  /** The amount of mist between the trunks. */
  readonly mist: number
}

/** Paints a wood of dark trees, with mist at their feet. */
export function paintWood(land: Land, outline: Outline, style: WoodStyle): void {
  const { noise, light, cover, unit, canvas } = land
  const snowy = cover.snow > 0.6 ? 0.5 : 0
  paintBelow(canvas, outline, style.bottom, (x, y, below) => {
    const needles = noise.at((x / unit) * 0.42, (y / unit) * 0.3)
    const depth = clamp(1 - below / (110 * unit))
    const lit = 0.55 + (needles - 0.5) * 0.5 + depth * 0.3
    const frost = snowy * Math.exp(-below / (5 * unit)) + snowy * 0.25 * noise.at((x / unit) * 0.1, (y / unit) * 0.22)
    const tree = mix(scale(cover.conifer, lit), [0.88, 0.92, 0.97], frost)
    const above = (style.ground[x] ?? 0) - y
    const mistShare = clamp(style.haze + style.mist * smoothstep(0.75, -0.5, above / style.tall))
    return mix(tint(tree, light.ambient), light.haze, mistShare)
  })
}
