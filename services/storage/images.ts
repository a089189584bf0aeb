import { open, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { ByteReader } from './formats/byteReader.ts'
import { isJpeg, scanEnds } from './formats/jpeg.ts'
import { Refusal, Undecoded } from './formats/refusal.ts'

// Several photos are processed at the same time. Several threads for one photo would cost more than they gain.
sharp.concurrency(1)
sharp.cache(false)
// Blocks the loaders of other formats, so that an SVG or PDF disguised as a photo cannot reach them.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadHeif'] })

export const parallelism = availableParallelism()

const decodeSeconds = 60

/** Maximum number of scans of a JPEG: more than any encoder writes. Each scan costs a pass over all pixels. */
const maxScans = 100

/** Error texts of decoders about a lack of time or memory, not about the picture. */
const resourceErrors = /^timeout: |out of memory|allocation failed|\boom\b/im

/** Error texts of the decoders about a picture above `MAX_PIXELS`. */
const sizeErrors = /exceeds pixel limit|too many pixels/i

/** What a camera or an editor wrote into a picture. */
export interface EmbeddedMetadata {
  readonly exif?: Buffer | undefined
  /** The EXIF block that some editors write as text into a PNG. */
  readonly textExif?: Buffer | undefined
  readonly xmp?: Buffer | undefined
}

export interface PictureFacts {
  /** The width as displayed, with the orientation applied. */
  readonly width: number
  readonly height: number
  readonly embedded: EmbeddedMetadata
  readonly profile: Buffer | undefined
}

/** Reads the header of a picture in a file or in memory. Throws like `readPicture`. */
export async function readFacts(file: string | Buffer, maxPixels: number): Promise<PictureFacts> {
  const metadata = await readPicture(file, (source) => openTolerantly(source, maxPixels).metadata())
  return {
    width: metadata.autoOrient.width,
    height: metadata.autoOrient.height,
    embedded: { exif: metadata.exif, textExif: textExifOf(metadata), xmp: metadata.xmp },
    profile: metadata.icc,
  }
}

/** ImageMagick and others store EXIF as hexadecimal text, after a line with its name and one with its length. */
function textExifOf({ comments = [] }: Metadata): Buffer | undefined {
  const profile = comments.find(({ keyword }) => /^Raw profile type (?:exif|APP1)$/i.test(keyword))
  const [, digits] = /^\s*\w+\s+\d+\s+([\s\da-f]+)$/i.exec(profile?.text ?? '') ?? []
  return digits === undefined ? undefined : Buffer.from(digits.replace(/\s/g, ''), 'hex')
}

/**
 * Decodes a JPEG or PNG: oriented, in sRGB, without transparency. Of a damaged picture, the intact part is decoded, as
 * browsers do. Throws like `readPicture`.
 */
export async function decodePicture<Result>(
  file: string,
  maxPixels: number,
  read: (decoder: Sharp) => Promise<Result>,
): Promise<Result> {
  const decode = async (source: string | Buffer, options?: SharpOptions) =>
    read(openTolerantly(source, maxPixels, options).timeout({ seconds: decodeSeconds }).autoOrient())
  try {
    return await readPicture(file, decode)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const bytes = await readFile(file)
    // Without its limits, the decoder also accepts a JPEG with many defects.
    const rest = await decodeScans(file, async (end) => decode(bytes.subarray(0, end), { unlimited: true }))
    if (rest === null) throw error
    return rest
  }
}

/**
 * Decodes a JPEG up to its last intact scan. Without the later scans, the picture is less sharp. Null if no scan is
 * intact.
 */
async function decodeScans<Result>(file: string, decode: (end: number) => Promise<Result>): Promise<Result | null> {
  let ends = await scanEndsOf(file)
  let best: Result | null = null
  while (ends.length > 0) {
    const middle = Math.floor(ends.length / 2)
    const result = await decode(ends[middle] ?? 0).catch((error: unknown) => {
      const verdict = verdictOn(messageOf(error))
      if (verdict instanceof Undecoded) throw verdict
      return null
    })
    ends = result === null ? ends.slice(0, middle) : ends.slice(middle + 1)
    best = result ?? best
  }
  return best
}

/** Finds where the scans of a JPEG end; empty for other formats. */
export async function scanEndsOf(file: string): Promise<number[]> {
  const handle = await open(file)
  try {
    const reader = new ByteReader(handle, (await handle.stat()).size)
    return isJpeg(await reader.bytes(0, 3)) ? await scanEnds(reader, maxScans) : []
  } finally {
    await handle.close()
  }
}

function openTolerantly(source: string | Buffer, maxPixels: number, options?: SharpOptions): Sharp {
  return sharp(source, { failOn: 'none', limitInputPixels: maxPixels, ...options })
}

/**
 * Reads a picture. A failure is confirmed with the bytes in memory, because the decoder reports a file that it cannot
 * open (for lack of file handles) like a damaged one.
 * @throws Refusal if the picture is damaged or has too many pixels, Undecoded if it takes too much time or memory;
 * other errors say nothing about the picture
 */
export async function readPicture<Result>(
  file: string | Buffer,
  read: (source: string | Buffer) => Promise<Result>,
): Promise<Result> {
  try {
    return await read(file)
  } catch (error) {
    const verdict = verdictOn(messageOf(error))
    if (verdict instanceof Undecoded) throw verdict
  }
  const bytes = typeof file === 'string' ? await readFile(file) : file
  return read(bytes).catch((error: unknown) => {
    throw verdictOn(messageOf(error))
  })
}

/** Classifies an error of a decoder that had the bytes of the picture in memory. */
export function verdictOn(message: string): Refusal | Undecoded {
  const sentence = `The picture cannot be decoded: ${message}`
  if (resourceErrors.test(message)) return new Undecoded(sentence)
  return new Refusal(sizeErrors.test(message) ? 'TOO_MANY_PIXELS' : 'DAMAGED_FILE', sentence)
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
