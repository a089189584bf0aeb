import { type Colour, mix, scale, tint } from './colour.ts'
import { clamp } from './noise.ts'
import type { Land } from './terrain.ts'

export interface TreePlace {
  readonly x: number
  readonly foot: number
  readonly height: number
  readonly haze: number
}

/** A broad-leaved tree: a trunk, and a crown of many small clumps of leaves, lit from one side. */
export function paintTree(land: Land, tree: TreePlace): void {
  const { random, light, cover } = land
  const crown = tree.height * 0.36
  const middle = tree.foot - tree.height * 0.6
  paintTrunk(land, tree)
  const leaf = random.pick(cover.leaves)
  if (cover.snow > 0.6) {
    paintBranches(
      land,
      {
        x: tree.x,
        y: tree.foot - tree.height * 0.3,
        angle: -Math.PI / 2,
        length: tree.height * 0.24,
        width: tree.height * 0.03,
      },
      tree.haze,
    )
    return
  }
  const clumps = 260
  for (let clump = 0; clump < clumps; clump += 1) {
    const angle = random.between(0, Math.PI * 2)
    const out = Math.sqrt(random.next())
    const offsetX = Math.cos(angle) * out * crown * 0.95
    const offsetY = Math.sin(angle) * out * crown * 1.05
    const lit = clamp(
      0.72 - offsetY / (crown * 2.6) + (land.side * offsetX) / (crown * 3.4) + random.between(-0.16, 0.16),
    )
    const colour = mix(tint(scale(leaf, 0.42 + lit * 0.72), light.ambient), light.haze, tree.haze)
    const size = crown * random.between(0.06, 0.17)
    paintClump(land, tree.x + offsetX, middle + offsetY, size, colour, 0.85)
  }
}

interface Branch {
  readonly x: number
  readonly y: number
  readonly angle: number
  readonly length: number
  readonly width: number
}

/** A bare tree: each branch ends in two or three thinner branches. */
function paintBranches(land: Land, branch: Branch, haze: number): void {
  const { canvas, light, random } = land
  const bark = mix(tint([0.2, 0.17, 0.16], light.ambient), light.haze, haze)
  const endX = branch.x + Math.cos(branch.angle) * branch.length
  const endY = branch.y + Math.sin(branch.angle) * branch.length
  const steps = Math.ceil(branch.length * 1.5)
  for (let step = 0; step <= steps; step += 1) {
    const x = branch.x + ((endX - branch.x) * step) / steps
    const y = branch.y + ((endY - branch.y) * step) / steps
    const half = Math.max(0.3, branch.width / 2)
    for (let across = Math.floor(x - half); across <= x + half; across += 1) {
      canvas.blend(across, Math.round(y), bark, Math.min(0.9, branch.width))
    }
  }
  if (branch.length < 4) return
  for (let child = random.whole(2, 3); child > 0; child -= 1) {
    const angle = branch.angle + random.between(-0.62, 0.62)
    const next = {
      x: endX,
      y: endY,
      angle,
      length: branch.length * random.between(0.62, 0.84),
      width: branch.width * 0.66,
    }
    paintBranches(land, next, haze)
  }
}

function paintTrunk(land: Land, tree: TreePlace): void {
  const { canvas, light } = land
  const bark = mix(tint([0.24, 0.19, 0.16], light.ambient), light.haze, tree.haze)
  const half = Math.max(0.6, tree.height * 0.022)
  for (let y = Math.floor(tree.foot - tree.height * 0.55); y <= tree.foot; y += 1) {
    const spread = half * (1 + Math.max(0, 1 - (tree.foot - y) / (tree.height * 0.1)) * 0.6)
    for (let x = Math.floor(tree.x - spread - 1); x <= tree.x + spread + 1; x += 1) {
      canvas.blend(x, y, bark, clamp(spread + 0.5 - Math.abs(x + 0.5 - tree.x)))
    }
  }
}

function paintClump(land: Land, atX: number, atY: number, size: number, colour: Colour, cover: number): void {
  const reach = Math.ceil(size) + 1
  for (let y = Math.floor(atY - reach); y <= atY + reach; y += 1) {
    for (let x = Math.floor(atX - reach); x <= atX + reach; x += 1) {
      const ragged = land.noise.at(x * 0.8, y * 0.8) * 0.5
      const inside = clamp((1 - Math.hypot(x - atX, (y - atY) * 1.15) / size - ragged + 0.35) * 2.2)
      land.canvas.blend(x, y, colour, inside * cover)
    }
  }
}

const flowers: readonly [null, ...Colour[]] = [null, [0.93, 0.86, 0.5], [0.86, 0.62, 0.72], [0.93, 0.92, 0.88]]

/** Grass close to the camera, slightly out of focus so that it does not distract. */
export function paintBank(land: Land, base: number): void {
  const { canvas, noise, random, light, cover, unit } = land
  const blades = Math.round(canvas.width * 1.6)
  const flower = cover.snow > 0.6 ? null : random.pick(flowers)
  for (let blade = 0; blade < blades; blade += 1) {
    const x = random.next() * canvas.width
    const foot = base + random.next() * (canvas.height - base) + 12 * unit
    const height = random.between(10, 34) * unit * (0.5 + (foot - base) / Math.max(1, canvas.height - base))
    const lean = random.between(-0.35, 0.35) + (noise.at(x / (70 * unit), 3) - 0.5) * 0.7
    const shade = random.between(0.5, 1.05)
    const colour = tint(scale(mix(cover.grass, cover.grassDry, random.next() * 0.7), shade), light.ambient)
    for (let step = 0; step < height; step += 1) {
      const along = step / height
      canvas.blend(Math.round(x + lean * step * along), Math.round(foot - step), colour, 0.62 * (1 - along * 0.75))
    }
    if (flower && random.chance(0.025)) {
      paintClump(
        land,
        x + lean * height,
        foot - height,
        random.between(1.6, 3.4) * unit,
        tint(flower, light.ambient),
        0.9,
      )
    }
  }
}
