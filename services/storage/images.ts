import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import sharp, { type Sharp } from 'sharp'
import { Refusal, Undecoded } from './formats/refusal.ts'

// Work is spread over photos. Threads within one photo cost more than they gain.
sharp.concurrency(1)
sharp.cache(false)
// Blocks the loaders of other formats, so that an SVG or PDF disguised as a photo cannot reach them.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadHeif'] })

export const parallelism = availableParallelism()

const decodeSeconds = 60

/** Error texts of decoders about a lack of time or memory, not about the picture. */
const resourceErrors = /^timeout: |out of memory|allocation failed|\boom\b/im

export interface PictureFacts {
  /** As displayed, with the orientation applied. */
  readonly width: number
  readonly height: number
  readonly exif: Buffer | undefined
  readonly profile: Buffer | undefined
}

/** Reads the header of a picture. Throws like `readPicture`. */
export async function readFacts(file: string, maxPixels: number): Promise<PictureFacts> {
  const metadata = await readPicture(file, (source) => sharp(source, { limitInputPixels: maxPixels }).metadata())
  return {
    width: metadata.autoOrient.width,
    height: metadata.autoOrient.height,
    exif: metadata.exif,
    profile: metadata.icc,
  }
}

/** A decoder for JPEG and PNG: oriented, in sRGB, without transparency. */
export function decoder(source: string | Buffer, maxPixels: number): Sharp {
  return sharp(source, { limitInputPixels: maxPixels }).timeout({ seconds: decodeSeconds }).autoOrient()
}

/**
 * Reads a picture. A failure is confirmed with the bytes in memory, because the decoder reports a file that it cannot
 * open (for lack of file handles) like a damaged one.
 * @throws Refusal if the picture is damaged, Undecoded if it takes too much time or memory; other errors say nothing
 * about the picture
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

/** Classifies a decoder's error about a picture whose bytes it had. */
export function verdictOn(message: string): Refusal | Undecoded {
  const sentence = `The picture cannot be decoded: ${message}`
  return resourceErrors.test(message) ? new Undecoded(sentence) : new Refusal('DAMAGED_FILE', sentence)
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
