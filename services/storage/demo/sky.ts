import { type Colour, add, gradient, mix } from './colour.ts'
import { type Noise, clamp, smoothstep } from './noise.ts'
import type { Canvas } from './canvas.ts'
import type { Light } from './light.ts'
import type { Random } from './random.ts'

export interface Sky {
  readonly light: Light
  /** The distance of the horizon from the top, in pixels. */
  readonly horizon: number
  /** The position of the sun or the moon, in pixels. */
  readonly sunX: number
  readonly sunY: number
  /** 0: clear; 1: overcast. */
  readonly clouds: number
  readonly hasMoon: boolean
}

/** Draws the sky down to a little below the horizon. */
export function drawSky(canvas: Canvas, sky: Sky, noise: Noise, random: Random): void {
  const bottom = Math.min(canvas.height, Math.ceil(sky.horizon * 1.12))
  const reach = Math.max(canvas.width, canvas.height)
  for (let y = 0; y < bottom; y += 1) {
    const base = gradient(sky.light.sky, Math.pow(clamp(y / sky.horizon), 0.85))
    for (let x = 0; x < canvas.width; x += 1) {
      const distance = Math.hypot(x - sky.sunX, (y - sky.sunY) * 1.15) / reach
      const halo = Math.exp(-distance * 5) * 0.55 + Math.exp(-distance * 22) * 0.5
      canvas.set(x, y, add(base, sky.light.glow, halo * sky.light.glowStrength * 0.6))
    }
  }
  if (sky.light.stars > 0) drawStars(canvas, sky, noise, random)
  if (sky.clouds > 0.02) drawClouds(canvas, sky, noise, bottom)
  drawSun(canvas, sky)
}

function drawClouds(canvas: Canvas, sky: Sky, noise: Noise, bottom: number): void {
  const { light } = sky
  const reach = Math.max(canvas.width, canvas.height)
  const threshold = 0.72 - sky.clouds * 0.38
  for (let y = 0; y < bottom; y += 1) {
    const above = Math.max(0.02, 1 - y / sky.horizon)
    // Clouds lie in a flat layer, so they look closer to each other near the horizon.
    const depth = 1 / (above + 0.22)
    const fade = smoothstep(0, 0.2, above)
    for (let x = 0; x < canvas.width; x += 1) {
      const u = ((x - canvas.width / 2) / reach) * depth * 3.4
      const v = depth * 4.2
      const density = noise.layered(u + 40, v, 4)
      const cover = smoothstep(threshold, threshold + 0.24, density) * (0.35 + 0.6 * sky.clouds) * fade
      if (cover <= 0.004) continue
      const shade = noise.layered(u + 40.12, v + 0.22, 2)
      const distance = Math.hypot(x - sky.sunX, y - sky.sunY) / reach
      const lit = clamp((density - shade) * 2.4 + 0.62) + Math.exp(-distance * 6) * 0.35
      const colour = add(mix(light.cloudShade, light.cloud, lit), light.glow, Math.exp(-distance * 9) * 0.2)
      canvas.blend(x, y, colour, clamp(cover))
    }
  }
}

function drawStars(canvas: Canvas, sky: Sky, noise: Noise, random: Random): void {
  const { stars } = sky.light
  const area = canvas.width * sky.horizon
  const count = Math.round((area / 700) * stars)
  for (let index = 0; index < count; index += 1) {
    const x = random.next() * canvas.width
    const y = Math.pow(random.next(), 1.15) * sky.horizon
    const size = Math.pow(random.next(), 9)
    const fade = smoothstep(0, 0.45, 1 - y / sky.horizon)
    const warm = random.next()
    const colour: Colour = [0.82 + 0.18 * warm, 0.88, 1 - 0.2 * warm]
    dot(canvas, x, y, 0.5 + size * 0.8, colour, (0.14 + size * 0.95) * fade * Math.min(1, stars + 0.2))
  }
  if (stars < 0.9) return
  for (let y = 0; y < sky.horizon; y += 1) {
    for (let x = 0; x < canvas.width; x += 1) {
      const along = x / canvas.width + (y / sky.horizon) * 0.55 - 0.78
      const band = Math.exp(-along * along * 26)
      if (band < 0.02) continue
      const dust = noise.layered(x / 130 + 7, y / 130, 5)
      const strength = band * clamp(dust * 1.9 - 0.62) * smoothstep(0, 0.5, 1 - y / sky.horizon)
      canvas.shine(x, y, [0.62, 0.64, 0.8], strength * 0.36)
    }
  }
}

function drawSun(canvas: Canvas, sky: Sky): void {
  const isNight = sky.light.stars >= 0.4
  if (isNight && !sky.hasMoon) return
  if (sky.sunY > sky.horizon || sky.sunY < 0) return
  const radius = Math.min(canvas.width, canvas.height) * (isNight ? 0.017 : 0.021)
  const strength = isNight ? 0.9 : sky.light.glowStrength * 0.95
  dot(canvas, sky.sunX, sky.sunY, radius, add(sky.light.glow, [1, 1, 1], 0.25), strength)
  dot(canvas, sky.sunX, sky.sunY, radius * 3.2, sky.light.glow, strength * 0.18)
}

/** A soft round light. */
function dot(canvas: Canvas, atX: number, atY: number, radius: number, colour: Colour, strength: number): void {
  const reach = Math.ceil(radius * 2)
  for (let y = Math.floor(atY - reach); y <= atY + reach; y += 1) {
    for (let x = Math.floor(atX - reach); x <= atX + reach; x += 1) {
      const distance = Math.hypot(x - atX, y - atY) / radius
      canvas.shine(x, y, colour, strength * (1 - smoothstep(0.75, 1.35, distance)))
    }
  }
}
