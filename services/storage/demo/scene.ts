import { Canvas } from './canvas.ts'
import { type Hour, type Season, coverIn, lightAt } from './light.ts'
import { Noise } from './noise.ts'
import { Random } from './random.ts'
import { type Sky, drawSky } from './sky.ts'
import { type Land, type Outline, makeOutline, paintHill, paintMountains, paintWood, raiseConifers } from './terrain.ts'
import { paintBank, paintTree } from './trees.ts'
import { paintLake, paintSea } from './water.ts'
import type { Colour } from './colour.ts'

export type Motif = 'mountains' | 'lake' | 'hills' | 'forest' | 'coast' | 'meadow'

/** Everything that a picture depends on. */
export interface Scene {
  readonly seed: number
  readonly motif: Motif
  readonly hour: Hour
  readonly season: Season
  readonly width: number
  readonly height: number
}

/** Draws the picture without the grain and the darker corners that `develop` adds. */
export function drawScene(scene: Scene): Canvas {
  const canvas = new Canvas(scene.width, scene.height)
  const random = new Random(scene.seed)
  const noise = new Noise(scene.seed + 1)
  const light = lightAt(scene.hour)
  const horizonShare = scene.motif === 'coast' ? random.between(0.42, 0.58) : random.between(0.5, 0.64)
  const horizon = Math.round(canvas.height * horizonShare)
  const sunX = canvas.width * random.between(0.14, 0.86)
  const sky: Sky = {
    light,
    horizon,
    sunX,
    sunY: horizon - horizon * light.height * random.between(0.85, 1.1),
    clouds: scene.hour === 'mist' ? 0.35 : random.pick([0.12, 0.3, 0.45, 0.6, 0.75]),
    hasMoon: random.chance(0.6),
  }
  const land: Land = {
    canvas,
    noise,
    random,
    light,
    cover: coverIn(scene.season),
    side: sunX < canvas.width / 2 ? -1 : 1,
    unit: Math.max(canvas.width, canvas.height) / 1_000,
  }
  drawSky(canvas, sky, noise, random)
  motifs[scene.motif](land, sky)
  return canvas
}

const waters: readonly [Colour, ...Colour[]] = [
  [0.1, 0.24, 0.28],
  [0.12, 0.3, 0.32],
  [0.13, 0.2, 0.26],
]

const motifs: Readonly<Record<Motif, (land: Land, sky: Sky) => void>> = {
  mountains: (land, sky) => {
    drawRanges(land, sky.horizon, 3)
    drawWoods(land, land.canvas.height * 0.82, 2)
    drawForeground(land, land.canvas.height * 0.9)
  },
  lake: (land, sky) => {
    const { canvas, random } = land
    drawRanges(land, sky.horizon, 3)
    const shore = Math.min(canvas.height * 0.8, sky.horizon + canvas.height * random.between(0.03, 0.09))
    drawWoods(land, shore + 3, 2)
    paintLake(land, sky, { shore, ripple: random.between(0.25, 0.9), tint: random.pick(waters) })
    if (random.chance(0.55)) paintBank(land, canvas.height * random.between(0.93, 0.97))
  },
  hills: (land, sky) => {
    drawHills(land, sky.horizon, 6)
    drawForeground(land, land.canvas.height * 0.88)
  },
  forest: (land, sky) => {
    drawRanges(land, sky.horizon, 1)
    drawWoods(land, land.canvas.height * 0.99, 5)
  },
  coast: (land, sky) => {
    const { canvas, random } = land
    if (random.chance(0.65)) drawHeadland(land, sky.horizon)
    paintSea(land, sky, random.chance(0.75) ? canvas.height * random.between(0.8, 0.92) : canvas.height)
  },
  meadow: (land, sky) => {
    drawRanges(land, sky.horizon, 1)
    drawHills(land, sky.horizon + land.canvas.height * 0.05, 3)
    drawTrees(land)
    paintBank(land, land.canvas.height * 0.9)
  },
}

function drawRanges(land: Land, horizon: number, count: number): void {
  const { canvas, random } = land
  const rise = canvas.height * random.between(0.3, 0.44)
  for (let range = 0; range < count; range += 1) {
    const near = count === 1 ? 0.35 : range / (count - 1)
    const outline = makeOutline(land, {
      base: horizon + canvas.height * (0.02 + near * 0.09),
      rise: rise * (1 - near * 0.42) * random.between(0.85, 1.15),
      wide: Math.max(canvas.width, canvas.height) * (0.42 - near * 0.12),
      place: random.between(0, 100),
      isSharp: true,
    })
    paintMountains(land, outline, Math.min(canvas.height, horizon + canvas.height * (0.2 + near * 0.25)), {
      haze: 0.66 - near * 0.42,
      place: random.between(0, 50),
    })
  }
}

function drawHills(land: Land, horizon: number, count: number): void {
  const { canvas, random } = land
  const size = Math.max(canvas.width, canvas.height)
  for (let hill = 0; hill < count; hill += 1) {
    const near = hill / Math.max(1, count - 1)
    const outline = makeOutline(land, {
      base: horizon + (canvas.height - horizon) * Math.pow(near, 1.35) * 0.92 + canvas.height * 0.03,
      rise: canvas.height * (0.1 + 0.07 * near) * random.between(0.8, 1.2),
      wide: size * (0.2 + near * 0.34),
      place: random.between(0, 100),
      isSharp: false,
    })
    const haze = Math.max(0.04, 0.72 * Math.pow(1 - near, 1.2))
    const bottom = near === 1 ? canvas.height : highest(outline) + canvas.height * 0.34
    if (near < 0.75 && random.chance(0.6)) {
      const wood = raiseConifers(land, outline, (7 + near * 26) * land.unit, 1.3)
      const tall = (7 + near * 26) * land.unit
      paintWood(land, wood, { ground: outline, tall, bottom, haze, mist: 0 })
      const edge = outline.map((height) => height + (4 + near * 14) * land.unit)
      paintHill(land, edge, bottom, { haze, place: random.between(0, 50) })
    } else {
      paintHill(land, outline, bottom, { haze, place: random.between(0, 50) })
    }
  }
}

function highest(outline: Outline): number {
  return outline.reduce((least, height) => Math.min(least, height))
}

function drawWoods(land: Land, bottom: number, count: number): void {
  const { canvas, random, unit, light } = land
  const misty = light.stars > 0 ? 0.15 : random.between(0.2, 0.5)
  for (let wood = 0; wood < count; wood += 1) {
    const near = count === 1 ? 1 : wood / (count - 1)
    const step = count > 2 ? canvas.height * 0.12 : canvas.height * 0.045
    const outline = makeOutline(land, {
      base: bottom - (count - 1 - wood) * step,
      rise: canvas.height * (count > 2 ? 0.12 : 0.05),
      wide: Math.max(canvas.width, canvas.height) * 0.4,
      place: random.between(0, 100),
      isSharp: false,
    })
    const tall = (count > 2 ? 55 + near * 190 : 20 + near * 30) * unit
    const trees = raiseConifers(land, outline, tall, 1.5)
    const haze = (count > 2 ? 0.62 : 0.28) * (1 - near) + 0.04
    const isLast = near === 1 && count > 2
    paintWood(land, trees, {
      ground: outline,
      tall,
      bottom: isLast ? canvas.height : bottom + canvas.height * 0.02,
      haze,
      mist: near === 1 ? misty * 0.4 : misty,
    })
  }
}

function drawForeground(land: Land, base: number): void {
  const { canvas, random } = land
  const outline = makeOutline(land, {
    base: base + canvas.height * 0.02,
    rise: canvas.height * 0.09,
    wide: Math.max(canvas.width, canvas.height) * 0.7,
    place: random.between(0, 100),
    isSharp: false,
  })
  paintHill(land, outline, canvas.height, { haze: 0.03, place: random.between(0, 50) })
  paintBank(land, base + canvas.height * 0.02)
}

function drawTrees(land: Land): void {
  const { canvas, random } = land
  const count = random.whole(2, 7)
  for (let tree = 0; tree < count; tree += 1) {
    const near = (tree + 1) / count
    paintTree(land, {
      x: canvas.width * random.between(0.05, 0.95),
      foot: canvas.height * (0.72 + near * 0.17),
      height: canvas.height * (0.1 + near * random.between(0.14, 0.3)),
      haze: 0.26 * (1 - near),
    })
  }
}

function drawHeadland(land: Land, horizon: number): void {
  const { canvas, random } = land
  const fromLeft = random.chance(0.5)
  for (const distance of [1, 0]) {
    const outline = makeOutline(land, {
      base: horizon + 2,
      rise: canvas.height * random.between(0.14, 0.24) * (1 - distance * 0.35),
      wide: canvas.width * 0.4,
      place: random.between(0, 100),
      isSharp: true,
    })
    const length = canvas.width * (0.28 + distance * 0.3) * random.between(0.8, 1.2)
    const shaped = outline.map((height, x) => {
      const along = (fromLeft ? x : canvas.width - x) / length
      const left = Math.max(0, 1 - along * along)
      return horizon + 2 - (horizon + 2 - height) * Math.sqrt(left) - (left > 0 ? 0 : -4)
    })
    paintMountains(land, shaped, horizon + 2, { haze: 0.22 + distance * 0.34, place: random.between(0, 50) })
  }
}
