import { Refusal } from './refusal.ts'
import type { ByteReader } from './byteReader.ts'
import { jpegBytes } from './decodeMemory.ts'
import type { Inspected, Size } from './size.ts'

const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda
const maxSegments = 20_000
const maxComponents = 4
const maxHeadBytes = 22
const readAheadBytes = 128 * 1024

interface Segment {
  readonly marker: number
  readonly position: number
  /** The first 22 bytes, from the marker on; fewer at the end of the file. */
  readonly head: Buffer
}

export function isJpeg(head: Buffer): boolean {
  return head[0] === 0xff && head[1] === startOfImage && head[2] === 0xff
}

/**
 * Reads the header, as tolerantly as browsers do. Ignores bytes between segments and data after the end marker (motion
 * videos, padding). Accepts a file without an end marker.
 */
export async function inspectJpeg(reader: ByteReader): Promise<Inspected> {
  let frame: Frame | null = null
  for await (const { marker, head, position } of segmentsOf(reader)) {
    if (isFrameHeader(marker) && head.length === maxHeadBytes) frame = readFrame(marker, head)
    if (marker === startOfScan && frame && position + lengthOf(head) < reader.size) {
      const { size, isProgressive, components, coefficientsPerPixel } = frame
      const hasManyScans = isProgressive || (head[4] ?? 0) < components
      return { ...size, decodeBytes: jpegBytes(size, coefficientsPerPixel, hasManyScans) }
    }
  }
  throw new Refusal('DAMAGED_FILE', 'The JPEG has no image data.')
}

interface Frame {
  readonly size: Size
  readonly isProgressive: boolean
  readonly components: number
  /** Usually 3, or 1.5 if the colours have a lower resolution than the brightness. */
  readonly coefficientsPerPixel: number
}

function readFrame(marker: number, head: Buffer): Frame {
  const components = Math.min(head[9] ?? 0, maxComponents)
  const factors = Array.from({ length: components }, (_, index) => head[11 + 3 * index] ?? 0)
  const areas = factors.map((factor) => (factor >> 4) * (factor & 15))
  const largest =
    Math.max(1, ...factors.map((factor) => factor >> 4)) * Math.max(1, ...factors.map((factor) => factor & 15))
  return {
    size: { width: head.readUInt16BE(7), height: head.readUInt16BE(5) },
    isProgressive: marker % 4 === 2,
    components,
    coefficientsPerPixel: areas.reduce((sum, area) => sum + area, 0) / largest,
  }
}

/** The positions where the scans end, at most `count` of them. A file without an end marker ends with its last scan. */
export async function scanEnds(reader: ByteReader, count: number): Promise<number[]> {
  const ends: number[] = []
  let isInScan = false
  for await (const { marker, position } of segmentsOf(reader)) {
    if (isInScan) ends.push(position)
    if (ends.length === count) return ends
    isInScan = marker === startOfScan
  }
  return isInScan ? [...ends, reader.size] : ends
}

async function* segmentsOf(reader: ByteReader): AsyncGenerator<Segment> {
  let position = 2
  for (let segments = 0; segments < maxSegments; segments += 1) {
    const start = await nextMarker(reader, position)
    if (start === null) return
    const head = await reader.bytes(start, maxHeadBytes)
    const marker = head[1] ?? endOfImage
    position = start + lengthOf(head)
    yield { marker, position: start, head }
    if (marker === endOfImage) return
  }
}

/** The length of a segment in bytes, with its marker. If the stated length is impossible, decoders skip two bytes. */
function lengthOf(head: Buffer): number {
  if (head[1] === startOfImage || head.length < 4) return 2
  return 2 + Math.max(2, head.readUInt16BE(2))
}

function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

/** The position of the next marker that is not part of compressed data. */
async function nextMarker(reader: ByteReader, from: number): Promise<number | null> {
  let position = from
  for (;;) {
    const chunk = await reader.bytes(position, readAheadBytes)
    if (chunk.length < 2) return null
    let index = chunk.indexOf(0xff)
    while (index !== -1 && index + 1 < chunk.length) {
      if (!isWithinScan(chunk[index + 1] ?? 0)) return position + index
      index = chunk.indexOf(0xff, index + 1)
    }
    position += index === -1 ? chunk.length : index
  }
}

/** True for what may follow 0xff within a scan: a stuffed zero, a fill byte or a restart marker. */
function isWithinScan(next: number): boolean {
  return next === 0 || next === 0x01 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
}
