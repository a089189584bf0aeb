import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { develop } from '../../../services/storage/demo/develop.ts'
import { encodePicture } from '../../../services/storage/demo/encode.ts'
import type { Hour } from '../../../services/storage/demo/light.ts'
import { planOlderLibrary } from '../../../services/storage/demo/olderLibrary.ts'
import { type PicturePlan, planPicture } from '../../../services/storage/demo/plan.ts'
import { drawScene, type Motif, type Scene } from '../../../services/storage/demo/scene.ts'
import { readCaptureData } from '../../../services/storage/metadata.ts'

const hours: readonly Hour[] = ['dawn', 'morning', 'noon', 'golden', 'dusk', 'blue', 'night', 'mist']
const seasons = ['spring', 'summer', 'autumn', 'winter'] as const

/**
 * Per motif, the fingerprint of its picture at each hour, in the order of `hours`. After an intended change, first look
 * at the pictures, then copy the numbers that the failed tests print.
 */
const drawn: readonly (readonly [Motif, readonly number[]])[] = [
  ['mountains', [-93.908, -72.534, -52.787, -50.341, -59.073, -25.786, -20.928, -55.005]],
  ['lake', [-60.526, -52.19, -56.13, -40.791, -38.895, -17.106, -15.229, -55.094]],
  ['hills', [-91.636, -68.554, -64.859, -87.279, -63.202, -43.77, -38.226, -115.061]],
  ['forest', [-81.07, -81.172, -46.061, -92.505, -51.869, -39.466, -32.201, -83.814]],
  ['coast', [-101.585, -57.51, -25.975, -95.414, -47.286, -20.874, -34.56, -73.38]],
  ['meadow', [-80.38, -82.268, -86.588, -63.076, -56.605, -42.086, -15.69, -80.009]],
]

function sceneAt(motif: Motif, row: number, column: number): Scene {
  const seed = row * hours.length + column + 1
  const [width, height] = seed % 3 === 1 ? [120, 170] : [170, 120]
  return { seed, motif, hour: hours[column] ?? 'noon', season: seasons[(row + column) % 4] ?? 'summer', width, height }
}

/** A sum of the values with pseudo-random weights. */
function fingerprintOf(values: Iterable<number>): number {
  let [sum, weight] = [0, 1]
  for (const value of values) {
    weight = (Math.imul(weight, 1_664_525) + 1_013_904_223) >>> 0
    sum += value * (weight / 2 ** 31 - 1)
  }
  return Math.round(sum * 1_000) / 1_000
}

/** Allows small differences, because the mathematical functions of two machines may round differently. */
function expectClose(found: readonly number[], expected: readonly number[], tolerance = 0.005): void {
  const differs = found.some((value, index) => !(Math.abs(value - (expected[index] ?? Number.NaN)) <= tolerance))
  if (differs) expect(found).toEqual(expected)
}

test.each(drawn)('the demo pictures of %s look as before', (motif, expected) => {
  const row = drawn.findIndex(([other]) => other === motif)
  expectClose(
    hours.map((_, column) => fingerprintOf(drawScene(sceneAt(motif, row, column)).pixels)),
    expected,
  )
})

test('the lens and sensor of the demo camera give the same result as before', () => {
  const bytes = develop(drawScene(sceneAt('coast', 0, 3)), 7)
  expectClose([fingerprintOf(bytes) / 255], [-49.048], 0.05)
})

const library = { seed: 1, count: 132, months: 30, until: '2026-11-21' }
const plans = Array.from({ length: library.count }, (_, number) => planPicture(library, number))

function digestOf(plan: unknown): string {
  return createHash('sha256').update(JSON.stringify(plan)).digest('hex').slice(0, 16)
}

test('the plans of the demo libraries are as before', () => {
  expect(digestOf(plans)).toBe('7e552919cf28c13c')
  expect(digestOf(planOlderLibrary('2026-11-21'))).toBe('9efe2e68d777c197')
  expect(digestOf(planOlderLibrary('2026-11-21', 7))).toBe('ab434e14b60167e2')
})

test('a demo picture drawn again is the same file, with its camera data', async () => {
  const dates = plans.flatMap(({ taken }) => (taken === null ? [] : [taken.slice(0, 7)]))
  expect(new Set(dates).size).toBeGreaterThanOrEqual(24)
  expect(new Set(plans.map(({ fileName }) => fileName)).size).toBeGreaterThan(120)
  expect(new Set(plans.map(({ orientation }) => orientation))).toEqual(new Set([1, 3, 6, 8]))
  const plan = planOf(({ orientation, position }) => orientation === 6 && position !== null)
  const [first, second] = [await encodePicture(plan), await encodePicture(plan)]
  expect(first.equals(second)).toBe(true)
  const metadata = await sharp(first).metadata()
  expect(metadata).toMatchObject({ format: 'jpeg', orientation: 6, autoOrient: { width: plan.width } })
  const { details, takenAt, takenOffset, latitude, longitude } = readCaptureData({ exif: metadata.exif }, new Date())
  expect({ takenAt, takenOffset, latitude, longitude, ...details }).toEqual({
    takenAt: '2026-09-16 08:07:02',
    takenOffset: '+02:00',
    latitude: expect.closeTo(60.867033, 5),
    longitude: expect.closeTo(7.074206, 5),
    make: 'Google',
    model: 'Pixel 8',
    lens: 'Pixel 8 back camera 6.9mm f/1.68',
    aperture: 1.68,
    exposureSeconds: 0.004,
    sensitivity: 100,
  })
})

test('a demo picture for HEIC is encoded with a higher quality, and a planned PNG is a PNG', async () => {
  const plan = {
    ...planOf(({ format }) => format === 'jpeg'),
    orientation: 1,
    width: 160,
    position: null,
    taken: null,
  } as const
  const [jpeg, heic, png] = [
    await encodePicture(plan),
    await encodePicture({ ...plan, format: 'heic' }),
    await encodePicture({ ...plan, format: 'png' }),
  ]
  expect(heic.length).toBeGreaterThan(jpeg.length * 1.2)
  const { format, exif } = await sharp(png).metadata()
  expect(format).toBe('png')
  expect(readCaptureData({ exif }, new Date())).toMatchObject({ takenAt: null, latitude: null })
})

/** A plan of the demo library, drawn smaller. */
function planOf(isWanted: (plan: PicturePlan) => boolean): PicturePlan {
  const plan = plans.find(isWanted)
  if (!plan) throw new Error('There is no such picture in the demo library.')
  const { scene } = plan
  return { ...plan, scene: { ...scene, width: Math.round(scene.width / 4), height: Math.round(scene.height / 4) } }
}
