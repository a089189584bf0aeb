import { open } from 'node:fs/promises'
import { heicBytes } from './decodeMemory.ts'
import { inspectHeic, isHeic } from './heic.ts'
import { inspectJpeg, isJpeg } from './jpeg.ts'
import { inspectPng } from './png.ts'
import { Refusal } from './refusal.ts'
import { type Inspected, type Limits, checkSize } from './size.ts'
import { ByteReader } from './byteReader.ts'

export type Format = 'jpeg' | 'png' | 'heic'

export const contentTypes: Readonly<Record<Format, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  heic: 'image/heic',
}

/** How many bytes of a file decide its format. */
export const headBytes = 256

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * Detects the format by content, and checks that the file has image data and is within the limits. Decodes nothing.
 * Throws a `Refusal` if a check fails.
 */
export async function inspect(reader: ByteReader, limits: Limits): Promise<Inspected & { format: Format }> {
  if (reader.size === 0) throw new Refusal('EMPTY_FILE', 'The file is empty.')
  const format = decideFormat(await reader.bytes(0, headBytes))
  const inspected = await inspectors[format](reader, limits)
  checkSize(inspected, limits)
  return { ...inspected, format }
}

/** Inspects a file, like `inspect`. */
export async function inspectFile(file: string, limits: Limits): Promise<Inspected & { format: Format }> {
  await using handle = await open(file)
  return inspect(new ByteReader(handle, (await handle.stat()).size), limits)
}

const inspectors: Readonly<Record<Format, (reader: ByteReader, limits: Limits) => Promise<Inspected>>> = {
  jpeg: inspectJpeg,
  png: inspectPng,
  heic: async (reader, limits) => {
    const size = await inspectHeic(reader, limits)
    // The file is in memory three times: here, in the thread and in its decoder.
    return { ...size, decodeBytes: heicBytes(size) + 3 * reader.size }
  },
}

/** Detects the format by the first bytes of a file. Throws a `Refusal` if it is not accepted. */
export function decideFormat(head: Buffer): Format {
  if (isJpeg(head)) return 'jpeg'
  if (head.subarray(0, 8).equals(pngSignature)) return 'png'
  if (isHeic(head)) return 'heic'
  throw new Refusal('UNSUPPORTED_TYPE', 'The file is not a JPEG, PNG or HEIC picture.')
}
