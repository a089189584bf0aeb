import { readFile } from 'node:fs/promises'
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { decodePicture, readFacts } from './images.ts'
import { withProfile } from './heic/profile.ts'
import type { HeicDecoder } from './heic/decoder.ts'

/** The widths of the renditions. A smaller photo is never enlarged. */
export const renditionWidths = [300, 800, 1300] as const

export const largestWidth = 1300
const quality = 80
/**
 * The longest side of the input of a thumbhash, in pixels. A thumbhash keeps at most 7 × 7 frequencies, so more pixels
 * would change nothing.
 */
const thumbhashSide = 48

export interface Rendition {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array
}

export interface Renditions {
  readonly renditions: readonly Rendition[]
  /** Base64. */
  readonly thumbhash: string
}

interface Pixels {
  readonly data: Buffer
  readonly info: OutputInfo
}

/**
 * Makes all renditions of a JPEG or PNG: the largest from the original, the smaller ones from the largest.
 * @throws Refusal if the picture is damaged, Undecoded if it takes too much time or memory; other errors say nothing
 * about the picture
 */
export async function makeRenditions(file: string, maxPixels: number): Promise<Renditions> {
  return scalePixels(await decodeBase(file, maxPixels))
}

/** Makes all renditions of a HEIC, like `makeRenditions`. */
export async function makeHeicRenditions(
  file: string,
  heic: HeicDecoder,
  maxPixels: number,
  signal: AbortSignal,
): Promise<Renditions> {
  return scalePixels(await heicBase(file, heic, maxPixels, signal))
}

async function scalePixels(base: Pixels): Promise<Renditions> {
  const renditions: Rendition[] = []
  for (const width of renditionWidths) {
    const narrower = renditions.at(-1)
    // A photo narrower than several renditions is the same in all of them.
    if (narrower?.width === base.info.width) {
      renditions.push({ ...narrower, id: String(width) })
      continue
    }
    const { data, info } = await fromPixels(base)
      .resize({ width, withoutEnlargement: true })
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true })
    renditions.push({ id: String(width), width: info.width, height: info.height, bytes: data })
  }
  release(base.data)
  return { renditions, thumbhash: await thumbhashOf(renditions[0]?.bytes ?? Buffer.alloc(0)) }
}

/**
 * Frees the memory of decoded pixels immediately. Buffers of this size that wait for the garbage collector make it walk
 * through the whole heap, at every third or fourth photo.
 */
function release({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

async function decodeBase(file: string, maxPixels: number): Promise<Pixels> {
  return decodePicture(file, maxPixels, async (decoder) =>
    read(decoder.resize({ width: largestWidth, withoutEnlargement: true }).flatten({ background: '#ffffff' })),
  )
}

async function heicBase(file: string, heic: HeicDecoder, maxPixels: number, signal: AbortSignal): Promise<Pixels> {
  const { profile } = await readFacts(file, maxPixels)
  const decoded = await heic.decode(await readFile(file), signal)
  const raw = { width: decoded.width, height: decoded.height, channels: 4 } as const
  const small = sharp(decoded.data, { raw, limitInputPixels: false }).flatten({ background: '#ffffff' })
  if (!profile) return read(small)
  const carrier = await small.png({ compressionLevel: 0 }).toBuffer()
  return read(sharp(withProfile(carrier, profile)))
}

function read(image: Sharp): Promise<Pixels> {
  return image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
}

function fromPixels(pixels: Pixels): Sharp {
  const { width, height, channels } = pixels.info
  return sharp(pixels.data, { raw: { width, height, channels }, limitInputPixels: false })
}

async function thumbhashOf(smallest: Uint8Array): Promise<string> {
  const { data, info } = await sharp(smallest)
    .resize({ width: thumbhashSide, height: thumbhashSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}
