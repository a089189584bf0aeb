import sharp, { type Sharp } from 'sharp'
import { encodeHeic } from '../services/storage/demo/heifEncoder.ts'
import { makeMeasuredInstallation, sendPhoto, startMeasuredServices, untilVisible } from './photoServices.ts'
import type { BenchOptions, Result } from './result.ts'

/** The sides of the pictures in pixels. */
interface Scale {
  readonly width: number
  readonly height: number
  readonly heicWidth: number
  readonly heicHeight: number
  readonly concurrency: number
}

/** 108 megapixels, or 48 for HEIC: sizes that phones produce. */
const full: Scale = { width: 12_000, height: 9_000, heicWidth: 8_064, heicHeight: 6_048, concurrency: 8 }
const small: Scale = { width: 640, height: 480, heicWidth: 640, heicHeight: 480, concurrency: 2 }
const maximumMegabytes = 800

/**
 * Measures by how much the memory of the services exceeds their idle memory while they decode large pictures: eight of
 * each kind at the same time, then one of each.
 */
export async function run(options: BenchOptions): Promise<Result[]> {
  const scale = options.small ? small : full
  const kinds = await makePictures(scale)
  const installation = await makeMeasuredInstallation()
  const services = await startMeasuredServices(installation, 'storage,photos', false)
  try {
    const idle = await services.memory()
    const results: Result[] = []
    let sent = 0
    const measure = async (what: string, pictures: readonly Buffer[]): Promise<void> => {
      await services.forgetPeak()
      await Promise.all(pictures.map(async (picture) => sendPhoto(services, distinct(picture, (sent += 1)))))
      await untilVisible(services, sent)
      results.push(resultOf(what, (await services.peakMemory()) - idle))
    }
    for (const [what, picture] of kinds) {
      const pictures = Array.from({ length: scale.concurrency }, () => picture)
      await measure(`${scale.concurrency} ${what}`, pictures)
    }
    const all = kinds.map(([, picture]) => picture)
    await measure('all kinds together', all)
    return results
  } finally {
    await services.close()
    await installation.remove()
  }
}

function resultOf(what: string, bytes: number): Result {
  const value = bytes / 1_000_000
  return {
    metric: `${what}, memory over idle`,
    value,
    unit: 'MB',
    aim: `≤ ${maximumMegabytes}`,
    met: value <= maximumMegabytes,
  }
}

async function makePictures(scale: Scale): Promise<[string, Buffer][]> {
  sharp.concurrency(1)
  sharp.cache(false)
  const { width, height, heicWidth, heicHeight } = scale
  const options = { compressionLevel: 1, progressive: false }
  const jpeg = await flat(heicWidth, heicHeight).jpeg().toBuffer()
  const heic = await encodeHeic(jpeg, new AbortController().signal)
  return [
    ['JPEGs', await flat(width, height).jpeg().toBuffer()],
    ['progressive JPEGs', await flat(width, height).jpeg({ progressive: true }).toBuffer()],
    ['PNGs of 16 bits with transparency', await flat(width, height).toColourspace('rgb16').png(options).toBuffer()],
    [
      'interlaced PNGs',
      await flat(width, height)
        .png({ ...options, progressive: true })
        .toBuffer(),
    ],
    [
      'interlaced PNGs of 16 bits with transparency',
      await flat(width, height)
        .toColourspace('rgb16')
        .png({ ...options, progressive: true })
        .toBuffer(),
    ],
    ...(heic ? [['HEICs', heic] satisfies [string, Buffer]] : []),
  ]
}

/**
 * Makes a different file with the same picture. HEIC readers skip a `free` box; other formats ignore bytes at the end.
 */
function distinct(picture: Buffer, number: number): Buffer {
  const box = Buffer.from(`\0\0\0\x10free${String(number).padStart(8, '0')}`, 'latin1')
  return Buffer.concat([picture, box])
}

function flat(width: number, height: number): Sharp {
  const background = { r: 120, g: 140, b: 90, alpha: 0.5 }
  return sharp({ create: { width, height, channels: 4, background }, limitInputPixels: false })
}
