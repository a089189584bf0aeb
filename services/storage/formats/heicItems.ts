import { boxesOf, damagedHeic, Fields } from './boxes.ts'
import type { Size } from './size.ts'

export interface Extent {
  /** What `offset` is relative to. 0: the file; 1: the item data box of the meta box. */
  readonly construction: number
  readonly offset: number
  readonly length: number
}

/** The part of a HEIC file's meta box that the checks need. */
export interface HeicItems {
  readonly primary: number
  readonly types: ReadonlyMap<number, string>
  readonly extents: ReadonlyMap<number, readonly Extent[]>
  readonly sizes: ReadonlyMap<number, Size>
  /** The items that an item is composed of. An item that is used twice appears twice. */
  readonly parts: ReadonlyMap<number, readonly number[]>
  readonly itemData: Buffer
}

const maxItems = 4_000
const maxExtents = 10_000

/** Parses a meta box. Throws a `Refusal` if it is damaged or too large. */
export function readItems(meta: Buffer): HeicItems {
  const boxes = boxesOf(meta.subarray(4))
  const one = (type: string): Buffer => {
    const box = boxes.find((candidate) => candidate.type === type)
    if (!box) throw damagedHeic()
    return box.content
  }
  const references = boxes.find((box) => box.type === 'iref')
  const itemData = boxes.find((box) => box.type === 'idat')
  return {
    primary: readPrimary(one('pitm')),
    types: readTypes(one('iinf')),
    extents: readLocations(one('iloc')),
    sizes: readSizes(one('iprp')),
    parts: references ? readParts(references.content) : new Map(),
    itemData: itemData?.content ?? Buffer.alloc(0),
  }
}

function readPrimary(content: Buffer): number {
  const fields = new Fields(content)
  const version = fields.number(1)
  fields.number(3)
  return fields.number(version === 0 ? 2 : 4)
}

function readTypes(content: Buffer): Map<number, string> {
  const fields = new Fields(content)
  const version = fields.number(1)
  fields.number(3)
  const count = fields.number(version === 0 ? 2 : 4)
  if (count > maxItems) throw damagedHeic()
  const types = new Map<number, string>()
  for (const box of boxesOf(fields.rest)) {
    if (box.type !== 'infe') continue
    const entry = new Fields(box.content)
    const entryVersion = entry.number(1)
    entry.number(3)
    if (entryVersion < 2) continue
    const id = entry.number(entryVersion === 2 ? 2 : 4)
    entry.number(2)
    types.set(id, entry.text(4))
  }
  return types
}

function readLocations(content: Buffer): Map<number, Extent[]> {
  const fields = new Fields(content)
  const version = fields.number(1)
  fields.number(3)
  const widths = fields.number(2)
  const offsetBytes = (widths >> 12) & 15
  const lengthBytes = (widths >> 8) & 15
  const baseBytes = (widths >> 4) & 15
  const indexBytes = version === 0 ? 0 : widths & 15
  if ([offsetBytes, lengthBytes, baseBytes, indexBytes].some((bytes) => bytes > 8)) throw damagedHeic()
  const count = fields.number(version < 2 ? 2 : 4)
  if (count > maxItems) throw damagedHeic()
  const locations = new Map<number, Extent[]>()
  let total = 0
  for (let item = 0; item < count; item += 1) {
    const id = fields.number(version < 2 ? 2 : 4)
    const construction = version === 0 ? 0 : fields.number(2) & 15
    fields.number(2)
    const base = fields.number(baseBytes)
    const extentCount = fields.number(2)
    total += extentCount
    if (total > maxExtents) throw damagedHeic()
    const extents: Extent[] = []
    for (let index = 0; index < extentCount; index += 1) {
      fields.number(indexBytes)
      extents.push({ construction, offset: base + fields.number(offsetBytes), length: fields.number(lengthBytes) })
    }
    locations.set(id, extents)
  }
  return locations
}

/** The size property of each item that has one. */
function readSizes(content: Buffer): Map<number, Size> {
  const boxes = boxesOf(content)
  const container = boxes.find((box) => box.type === 'ipco')
  if (!container) throw damagedHeic()
  const properties = boxesOf(container.content).map((box): Size | null => {
    if (box.type !== 'ispe') return null
    const fields = new Fields(box.content)
    fields.number(4)
    return { width: fields.number(4), height: fields.number(4) }
  })
  const sizes = new Map<number, Size>()
  for (const box of boxes) {
    if (box.type === 'ipma') readAssociations(box.content, properties, sizes)
  }
  return sizes
}

function readAssociations(content: Buffer, properties: readonly (Size | null)[], sizes: Map<number, Size>): void {
  const fields = new Fields(content)
  const version = fields.number(1)
  const wide = (fields.number(3) & 1) === 1
  const count = fields.number(4)
  if (count > maxItems) throw damagedHeic()
  for (let item = 0; item < count; item += 1) {
    const id = fields.number(version < 1 ? 2 : 4)
    const associations = fields.number(1)
    for (let index = 0; index < associations; index += 1) {
      const property = fields.number(wide ? 2 : 1) & (wide ? 0x7fff : 0x7f)
      const size = properties[property - 1]
      if (size) sizes.set(id, size)
    }
  }
}

function readParts(content: Buffer): Map<number, number[]> {
  const fields = new Fields(content)
  const idBytes = fields.number(1) === 0 ? 2 : 4
  fields.number(3)
  const parts = new Map<number, number[]>()
  for (const box of boxesOf(fields.rest)) {
    if (box.type !== 'dimg') continue
    const entry = new Fields(box.content)
    const from = entry.number(idBytes)
    const count = entry.number(2)
    const to: number[] = []
    for (let index = 0; index < count; index += 1) to.push(entry.number(idBytes))
    parts.set(from, to)
  }
  return parts
}
