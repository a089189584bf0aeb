import { Refusal } from './refusal.ts'
import type { ByteReader } from './byteReader.ts'
import { pngBytes } from './decodeMemory.ts'
import type { Inspected } from './size.ts'

const signatureBytes = 8
const maxChunks = 1_000_000

/**
 * Walks the chunks from the header to the image data. As browsers do, it accepts a file that ends within the image
 * data.
 */
export async function inspectPng(reader: ByteReader): Promise<Inspected> {
  let header: Inspected | null = null
  let position = signatureBytes
  for (let chunks = 0; chunks < maxChunks; chunks += 1) {
    const head = await reader.bytes(position, 21)
    if (head.length < 12) throw damaged()
    const length = head.readUInt32BE(0)
    const type = head.toString('latin1', 4, 8)
    if (chunks === 0) {
      if (type !== 'IHDR' || length !== 13 || head.length < 21) throw damaged()
      header = readHeader(head)
    }
    if (type === 'IDAT' && header) return header
    position += 12 + length
  }
  throw damaged()
}

/** Samples per decoded pixel by colour type. Type 3, a palette, is decoded to RGB, perhaps with transparency. */
const samples: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 4],
  [4, 2],
  [6, 4],
])

function readHeader(head: Buffer): Inspected {
  const size = { width: head.readUInt32BE(8), height: head.readUInt32BE(12) }
  const [bitDepth = 0, colourType = 0] = head.subarray(16)
  const bytesPerPixel = (samples.get(colourType) ?? 4) * (bitDepth > 8 ? 2 : 1)
  return { ...size, decodeBytes: pngBytes(size, bytesPerPixel, head[20] === 1) }
}

function damaged(): Refusal {
  return new Refusal('DAMAGED_FILE', 'The PNG has no image data.')
}
