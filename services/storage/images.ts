import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import sharp, { type Sharp } from 'sharp'
import { Refusal, Undecoded } from './formats/refusal.ts'

// The work is spread over photos, not within one: threads within one cost more than they bring.
sharp.concurrency(1)
sharp.cache(false)
// An SVG or a PDF that calls itself a photo must not reach the loaders of such formats.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadHeif'] })

export const parallelism = availableParallelism()

const decodeSeconds = 60

/** What decoders say when it is not the picture that they cannot cope with. */
const tooMuch = /^timeout: |out of memory|allocation failed|\boom\b/im

export interface PictureFacts {
  /** Displayed, orientation applied. */
  readonly width: number
  readonly height: number
  readonly exif: Buffer | undefined
  readonly profile: Buffer | undefined
}

/** Reads the header of a picture; throws as `readPicture` does. */
export async function readFacts(file: string, maxPixels: number): Promise<PictureFacts> {
  const metadata = await readPicture(file, (source) => sharp(source, { limitInputPixels: maxPixels }).metadata())
  return {
    width: metadata.autoOrient.width,
    height: metadata.autoOrient.height,
    exif: metadata.exif,
    profile: metadata.icc,
  }
}

/** A decoder for JPEG and PNG: the right way up, in sRGB, without transparency. */
export function decoder(source: string | Buffer, maxPixels: number): Sharp {
  return sharp(source, { limitInputPixels: maxPixels }).timeout({ seconds: decodeSeconds }).autoOrient()
}

/**
 * Reads a picture. It is refused only when its bytes cannot be read from memory either: of a file that cannot be opened
 * for want of a handle the decoder says what it says of one that is no picture.
 * @throws Refusal when the picture is damaged, Undecoded when it takes too much; all else is no verdict on it
 */
export async function readPicture<Result>(
  file: string,
  read: (source: string | Buffer) => Promise<Result>,
): Promise<Result> {
  try {
    return await read(file)
  } catch (error) {
    const verdict = verdictOn(messageOf(error))
    if (verdict instanceof Undecoded) throw verdict
  }
  const bytes = await readFile(file)
  return read(bytes).catch((error: unknown) => {
    throw verdictOn(messageOf(error))
  })
}

/** What it means that a decoder could not decode a picture whose bytes it was given. */
export function verdictOn(message: string): Refusal | Undecoded {
  const sentence = `The picture cannot be decoded: ${message}`
  return tooMuch.test(message) ? new Undecoded(sentence) : new Refusal('DAMAGED_FILE', sentence)
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
