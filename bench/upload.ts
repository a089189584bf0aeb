import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { makeMeasuredInstallation, sendPhoto, startMeasuredServices, untilVisible } from './photoServices.ts'
import type { BenchOptions, Result } from './result.ts'

/** Photos of one size. */
interface Scale {
  readonly what: string
  readonly photos: number
  readonly width: number
  readonly height: number
}

/** Photos of 12 megapixels as a phone takes them, and small ones as messengers send them. */
const fullForm: readonly Scale[] = [
  { what: 'phone photos', photos: 200, width: 4032, height: 3024 },
  { what: 'small photos', photos: 1_000, width: 640, height: 480 },
]
/** The same for `--small`, which only shows that the benchmark works. */
const smallForm: readonly Scale[] = [
  { what: 'phone photos', photos: 4, width: 1_400, height: 1_050 },
  { what: 'small photos', photos: 4, width: 640, height: 480 },
]
const sceneCount = 4
const senders = 4
/** The services and plain sharp process this many photos first, so that code is compiled and threads are started. */
const warmUps = 8
/** Photos must become visible at this share of the rate of plain sharp, or faster. */
const leastShare = 0.9

/**
 * Measures how fast photos become visible: from the first byte that is sent until the library has the last photo. The
 * rate is compared with that of plain sharp, which makes the same renditions of the same files, one photo per processor
 * core at a time.
 */
export async function run(options: BenchOptions): Promise<Result[]> {
  sharp.concurrency(1)
  sharp.cache(false)
  const results: Result[] = []
  for (const scale of options.small ? smallForm : fullForm) results.push(...(await compare(scale)))
  return results
}

async function compare(scale: Scale): Promise<Result[]> {
  const [warmingUp, photos] = split(await makePhotos(scale), warmUps)
  await makeRenditions(warmingUp)
  // Plain sharp processes half of the photos before the upload and half after it, so that a change of the machine's
  // speed affects both sides.
  const [first, second] = split(photos, scale.photos / 2)
  const before = await seconds(async () => makeRenditions(first))
  const uploading = await uploadAll(warmingUp, photos)
  const after = await seconds(async () => makeRenditions(second))
  const plainRate = scale.photos / (before + after)
  const uploadRate = scale.photos / uploading
  const share = uploadRate / plainRate
  const megabytes = photos.reduce((sum, photo) => sum + photo.length, 0) / scale.photos / 1_000_000
  const figure = (metric: string, value: number, unit: string, aim: string, met = true): Result => {
    return { metric: `${scale.what}, ${metric}`, value, unit, aim, met }
  }
  return [
    figure('size of one', megabytes, 'MB', 'as in use'),
    figure('plain sharp', plainRate, 'photos/s', 'the floor'),
    figure('upload to visible', uploadRate, 'photos/s', 'as plain sharp'),
    figure('upload to visible ÷ plain sharp', share, '×', `≥ ${leastShare}`, share >= leastShare),
  ]
}

/** Uploads `warmingUp` first, and then measures `photos`. @returns the seconds until all `photos` are visible */
async function uploadAll(warmingUp: readonly Uint8Array[], photos: readonly Uint8Array[]): Promise<number> {
  const installation = await makeMeasuredInstallation()
  const services = await startMeasuredServices(installation, 'storage,photos', false)
  const send = async (list: readonly Uint8Array[], visible: number): Promise<void> => {
    await inParallel(senders, list, async (photo) => sendPhoto(services, photo))
    await untilVisible(services, visible)
  }
  try {
    await send(warmingUp, warmUps)
    return await seconds(async () => send(photos, warmUps + photos.length))
  } finally {
    await services.close()
    await installation.remove()
  }
}

async function makeRenditions(photos: readonly Uint8Array[]): Promise<void> {
  await inParallel(availableParallelism(), photos, async (photo) => {
    const { data, info } = await sharp(photo)
      .autoOrient()
      .resize({ width: 1300, withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    for (const width of [1300, 800, 300]) {
      await sharp(data, { raw }).resize({ width, withoutEnlargement: true }).jpeg({ quality: 80 }).toBuffer()
    }
  })
}

/** Makes photos that all differ in their bytes. The photos for warming up come first. */
async function makePhotos({ photos, width, height }: Scale): Promise<Uint8Array[]> {
  const scenes = await Promise.all(
    Array.from({ length: sceneCount }, async (_, scene) => {
      const noise = { type: 'gaussian', mean: 120 + scene * 10, sigma: 26 } as const
      return sharp({ create: { width, height, channels: 3, background: '#789', noise } })
        .blur(0.6 + scene * 0.1)
        .jpeg({ quality: 88 })
        .toBuffer()
    }),
  )
  return Array.from({ length: warmUps + photos }, (_, number) => {
    const scene = scenes[number % sceneCount] ?? Buffer.alloc(0)
    // A comment after the start of the image changes its bytes, but not its pixels.
    const comment = Buffer.from(`\xff\xfe\x00\x0a${String(number).padStart(8, '0')}`, 'latin1')
    return new Uint8Array(Buffer.concat([scene.subarray(0, 2), comment, scene.subarray(2)]))
  })
}

function split<Item>(items: readonly Item[], count: number): [Item[], Item[]] {
  return [items.slice(0, count), items.slice(count)]
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
