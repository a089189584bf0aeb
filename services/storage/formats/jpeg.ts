import { Refusal } from './refusal.ts'
import type { ByteReader } from './byteReader.ts'
import type { Size } from './size.ts'

const startOfScan = 0xda
const endOfImage = 0xd9
const maxSegments = 20_000

/** Reads the segments up to the end marker. Data after it (motion videos, padding) is ignored. */
export async function inspectJpeg(reader: ByteReader): Promise<Size> {
  let size: Size | null = null
  let position = 2
  for (let segments = 0; segments < maxSegments; segments += 1) {
    const segment = readSegment(await reader.bytes(position, 9))
    position += segment.bytes
    if (position > reader.size) throw damaged()
    size = segment.size ?? size
    const isEnd = segment.marker === endOfImage
    if ((isEnd || segment.marker === startOfScan) && !size) throw damaged()
    if (isEnd && size) return size
    if (segment.marker === startOfScan) position = await endOfScan(reader, position)
  }
  throw damaged()
}

interface Segment {
  readonly marker: number
  /** The length in bytes, including the marker. */
  readonly bytes: number
  readonly size: Size | null
}

function readSegment(head: Buffer): Segment {
  const marker = head[1]
  if (head.length < 2 || head[0] !== 0xff || marker === undefined) throw damaged()
  // Any number of these bytes may precede a marker.
  if (marker === 0xff) return { marker, bytes: 1, size: null }
  if (marker === endOfImage || isStandalone(marker)) return { marker, bytes: 2, size: null }
  if (head.length < 4) throw damaged()
  const length = head.readUInt16BE(2)
  if (length < 2) throw damaged()
  if (!isFrameHeader(marker)) return { marker, bytes: 2 + length, size: null }
  if (head.length < 9) throw damaged()
  return { marker, bytes: 2 + length, size: { width: head.readUInt16BE(7), height: head.readUInt16BE(5) } }
}

function isStandalone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
}

function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

/** The position of the next marker after the compressed data. */
async function endOfScan(reader: ByteReader, from: number): Promise<number> {
  let position = from
  for (;;) {
    const chunk = await reader.bytes(position, 128 * 1024)
    if (chunk.length < 2) throw damaged()
    let index = chunk.indexOf(0xff)
    while (index !== -1 && index + 1 < chunk.length) {
      const next = chunk[index + 1] ?? 0
      if (next !== 0 && next !== 0xff && !isStandalone(next)) return position + index
      index = chunk.indexOf(0xff, index + (next === 0xff ? 1 : 2))
    }
    position += index === -1 ? chunk.length : index
  }
}

function damaged(): Refusal {
  return new Refusal('DAMAGED_FILE', 'The JPEG ends too early or is damaged.')
}
