import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { makeMeasuredInstallation, sendPhoto, startMeasuredServices, untilVisible } from './photoServices.ts'
import type { BenchOptions, Result } from './result.ts'

/** How much is measured. */
interface Scale {
  readonly photos: number
  readonly width: number
  readonly height: number
}

/** Photos of 12 megapixels, as a phone takes them. */
const full: Scale = { photos: 200, width: 4032, height: 3024 }
const small: Scale = { photos: 4, width: 640, height: 480 }
const sceneCount = 4
const senders = 4
const least = 0.8

/**
 * Measures how fast photos become visible, from the first byte sent to the last photo in the library. Compares this with
 * plain sharp, which cuts the same renditions of the same files with the same concurrency.
 */
export async function run(options: BenchOptions): Promise<Result[]> {
  const scale = options.small ? small : full
  sharp.concurrency(1)
  sharp.cache(false)
  const photos = await makePhotos(scale)
  await cutAll(photos.slice(0, 8))
  // Half before and half after the upload, so that a change in the machine's speed affects both measurements.
  const half = scale.photos / 2
  const before = await seconds(async () => cutAll(photos.slice(0, half)))
  const uploading = await uploadAll(photos)
  const after = await seconds(async () => cutAll(photos.slice(half)))
  const plainRate = scale.photos / (before + after)
  const uploadRate = scale.photos / uploading
  const share = uploadRate / plainRate
  const megabytes = photos.reduce((sum, photo) => sum + photo.length, 0) / scale.photos / 1_000_000
  return [
    { metric: 'size of a photo', value: megabytes, unit: 'MB', aim: 'a phone’s', met: true },
    { metric: 'plain sharp', value: plainRate, unit: 'photos/s', aim: 'the floor', met: true },
    { metric: 'upload to visible', value: uploadRate, unit: 'photos/s', aim: 'as plain sharp', met: true },
    { metric: 'upload to visible ÷ plain sharp', value: share, unit: '×', aim: `≥ ${least}`, met: share >= least },
  ]
}

/** @returns seconds */
async function uploadAll(photos: readonly Uint8Array<ArrayBuffer>[]): Promise<number> {
  const installation = await makeMeasuredInstallation()
  const services = await startMeasuredServices(installation, 'storage,photos', false)
  try {
    return await seconds(async () => {
      await inParallel(senders, photos, async (photo) => sendPhoto(services, photo))
      await untilVisible(services, photos.length)
    })
  } finally {
    await services.close()
    await installation.remove()
  }
}

async function cutAll(photos: readonly Uint8Array[]): Promise<void> {
  await inParallel(availableParallelism(), photos, async (photo) => {
    const { data, info } = await sharp(photo)
      .autoOrient()
      .resize({ width: 1300 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    for (const width of [1300, 800, 300]) {
      await sharp(data, { raw }).resize({ width }).jpeg({ quality: 80 }).toBuffer()
    }
  })
}

/** Makes photos that all differ in their bytes. */
async function makePhotos({ photos, width, height }: Scale): Promise<Uint8Array<ArrayBuffer>[]> {
  const scenes = await Promise.all(
    Array.from({ length: sceneCount }, async (_, scene) => {
      const noise = { type: 'gaussian', mean: 120 + scene * 10, sigma: 26 } as const
      return sharp({ create: { width, height, channels: 3, background: '#789', noise } })
        .blur(0.6 + scene * 0.1)
        .jpeg({ quality: 88 })
        .toBuffer()
    }),
  )
  return Array.from({ length: photos }, (_, number) => {
    const scene = scenes[number % sceneCount] ?? Buffer.alloc(0)
    // A comment after the start of the image changes its bytes, but not its pixels.
    const comment = Buffer.from(`\xff\xfe\x00\x0a${String(number).padStart(8, '0')}`, 'latin1')
    return new Uint8Array(Buffer.concat([scene.subarray(0, 2), comment, scene.subarray(2)]))
  })
}

async function inParallel<Item>(
  workers: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values()
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (const item of rest) await work(item)
    }),
  )
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1_000
}
