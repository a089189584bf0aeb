import { Refusal } from './refusal.ts'
import type { ByteReader } from './byteReader.ts'
import type { Size } from './size.ts'

const signatureBytes = 8
const maxChunks = 1_000_000

/** Walks the chunks from the header to the image data. As browsers do, it accepts a file that ends within them. */
export async function inspectPng(reader: ByteReader): Promise<Size> {
  let size: Size | null = null
  let position = signatureBytes
  for (let chunks = 0; chunks < maxChunks; chunks += 1) {
    const head = await reader.bytes(position, 16)
    if (head.length < 12) throw damaged()
    const length = head.readUInt32BE(0)
    const type = head.toString('latin1', 4, 8)
    if (chunks === 0) {
      if (type !== 'IHDR' || length !== 13 || head.length < 16) throw damaged()
      size = { width: head.readUInt32BE(8), height: head.readUInt32BE(12) }
    }
    if (type === 'IDAT' && size) return size
    position += 12 + length
  }
  throw damaged()
}

function damaged(): Refusal {
  return new Refusal('DAMAGED_FILE', 'The PNG has no image data.')
}
