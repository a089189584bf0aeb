import { damagedHeic, Fields } from './boxes.ts'
import { type HeicItems, readItems } from './heicItems.ts'
import { Refusal } from './refusal.ts'
import type { ByteReader } from './byteReader.ts'
import type { Limits, Size } from './size.ts'

const heicBrands: ReadonlySet<string> = new Set(['heic', 'heix', 'heim', 'heis'])
const maxMetaBytes = 16 * 1024 * 1024
const maxTopLevelBoxes = 1_000
const maxTiles = 2_048

/** True if the file starts like a HEVC still picture in an ISO base media file. */
export function isHeic(head: Buffer): boolean {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return false
  const end = Math.min(head.readUInt32BE(0), head.length)
  for (let position = 8; position + 4 <= end; position += 4) {
    const isVersion = position === 12
    if (!isVersion && heicBrands.has(head.toString('latin1', position, position + 4))) return true
  }
  return false
}

/** Checks that all boxes and extents lie within the file, and that decoding stays within the limits. */
export async function inspectHeic(reader: ByteReader, limits: Limits): Promise<Size> {
  const items = readItems(await readMeta(reader))
  checkExtents(items, reader.size)
  const size = items.sizes.get(items.primary)
  if (!size) throw damagedHeic()
  const type = items.types.get(items.primary)
  if (type === 'hvc1') return size
  if (type === 'grid') return checkGrid(items, reader, limits)
  throw new Refusal('UNSUPPORTED_TYPE', 'The HEIC file does not hold a plain picture.')
}

async function readMeta(reader: ByteReader): Promise<Buffer> {
  let meta: Buffer | null = null
  let position = 0
  for (let count = 0; position < reader.size; count += 1) {
    const head = await reader.bytes(position, 16)
    if (head.length < 8 || count > maxTopLevelBoxes) throw damagedHeic()
    let length = head.readUInt32BE(0)
    let headerBytes = 8
    if (length === 1) {
      if (head.length < 16) throw damagedHeic()
      length = Number(head.readBigUInt64BE(8))
      headerBytes = 16
    }
    if (length === 0) length = reader.size - position
    if (length < headerBytes || position + length > reader.size) throw damagedHeic()
    if (head.toString('latin1', 4, 8) === 'meta' && !meta) {
      if (length > maxMetaBytes) throw damagedHeic()
      meta = Buffer.from((await reader.bytes(position, length)).subarray(headerBytes))
    }
    position += length
  }
  if (!meta || meta.length < 4) throw damagedHeic()
  return meta
}

function checkExtents(items: HeicItems, fileSize: number): void {
  let total = 0
  for (const extents of items.extents.values()) {
    for (const extent of extents) {
      if (extent.construction > 1) throw damagedHeic()
      const room = extent.construction === 1 ? items.itemData.length : fileSize
      if (extent.offset + extent.length > room) throw damagedHeic()
      total += extent.length
    }
  }
  // Extents may overlap. But only an attacker's file refers to the same bytes many times, to exhaust the reader.
  if (total > fileSize * 4) throw damagedHeic()
}

async function checkGrid(items: HeicItems, reader: ByteReader, limits: Limits): Promise<Size> {
  const fields = new Fields(await readItem(items, items.primary, reader))
  fields.number(1)
  const bytes = (fields.number(1) & 1) === 1 ? 4 : 2
  const rows = fields.number(1) + 1
  const columns = fields.number(1) + 1
  const size = { width: fields.number(bytes), height: fields.number(bytes) }
  const tiles = items.parts.get(items.primary) ?? []
  if (tiles.length !== rows * columns) throw damagedHeic()
  if (tiles.length > maxTiles) throw tooMuch()
  let pixels = 0
  for (const tile of tiles) {
    const tileSize = items.sizes.get(tile)
    if (!tileSize || items.types.get(tile) !== 'hvc1') throw damagedHeic()
    pixels += tileSize.width * tileSize.height
  }
  if (pixels > limits.maxPixels * 2) throw tooMuch()
  return size
}

async function readItem(items: HeicItems, id: number, reader: ByteReader): Promise<Buffer> {
  const extent = items.extents.get(id)?.[0]
  if (!extent || extent.length > 64) throw damagedHeic()
  if (extent.construction === 1) return items.itemData.subarray(extent.offset, extent.offset + extent.length)
  return reader.bytes(extent.offset, extent.length)
}

function tooMuch(): Refusal {
  return new Refusal('TOO_MANY_PIXELS', 'The HEIC picture is made of too many tiles or pixels.')
}
