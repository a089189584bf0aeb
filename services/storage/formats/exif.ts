/** The EXIF tags that storage reads, as `directory.tag`. */
const tagNumbers = {
  make: ['main', 0x010f],
  model: ['main', 0x0110],
  modified: ['main', 0x0132],
  exposureTime: ['exif', 0x829a],
  aperture: ['exif', 0x829d],
  sensitivity: ['exif', 0x8827],
  taken: ['exif', 0x9003],
  digitized: ['exif', 0x9004],
  offset: ['exif', 0x9010],
  takenOffset: ['exif', 0x9011],
  digitizedOffset: ['exif', 0x9012],
  focalLength: ['exif', 0x920a],
  takenFraction: ['exif', 0x9291],
  lens: ['exif', 0xa434],
  latitudeReference: ['gps', 1],
  latitude: ['gps', 2],
  longitudeReference: ['gps', 3],
  longitude: ['gps', 4],
} as const

const exifPointer = 0x8769
const gpsPointer = 0x8825

export type ExifTag = keyof typeof tagNumbers

/** Reads single tags of an EXIF block. A tag that is missing or damaged does not affect the other tags. */
export interface ExifTags {
  /** Empty if there is no such tag. */
  text(tag: ExifTag): string
  /** Empty if there is no such tag. A fraction without a divisor is NaN. */
  numbers(tag: ExifTag): readonly number[]
}

/** Bytes per value of a type. */
const typeBytes: ReadonlyMap<number, number> = new Map([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 4],
  [5, 8],
  [6, 1],
  [7, 1],
  [8, 2],
  [9, 4],
  [10, 8],
])
const maxEntries = 1_000
const maxTextBytes = 2_000
const maxNumbers = 16

/**
 * Reads the EXIF block of a picture: TIFF, with or without `Exif\0\0` before it (EXIF 3.0, 4.5 and 4.6). Each tag is
 * read by itself, because cameras and editors often damage only one of them.
 */
export function readExif(block: Buffer): ExifTags {
  const tiff = new Tiff(block.toString('latin1', 0, 4) === 'Exif' ? block.subarray(6) : block)
  const main = tiff.directory(tiff.start)
  const below = (pointer: number): ReadonlyMap<number, Entry> => {
    const [position = null] = tiff.numbers(main.get(pointer))
    return tiff.directory(position)
  }
  const directories = { main, exif: below(exifPointer), gps: below(gpsPointer) }
  const entry = (tag: ExifTag): Entry | undefined => {
    const [directory, number] = tagNumbers[tag]
    return directories[directory].get(number)
  }
  return { text: (tag) => tiff.text(entry(tag)), numbers: (tag) => tiff.numbers(entry(tag)) }
}

interface Entry {
  readonly type: number
  readonly count: number
  /** The position of the value if it has at most four bytes; otherwise the position of its offset. */
  readonly position: number
}

class Tiff {
  readonly #bytes: Buffer
  readonly #isLittleEndian: boolean

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#isLittleEndian = bytes.toString('latin1', 0, 2) === 'II'
  }

  /** The position of the first directory; null if this is not a TIFF. */
  get start(): number | null {
    return /^(?:II\*\0|MM\0\*)/.test(this.#bytes.toString('latin1', 0, 4)) ? this.number(4, 4) : null
  }

  /** An unsigned number; null if it is outside of the block. */
  number(position: number, bytes: number): number | null {
    if (position < 0 || position + bytes > this.#bytes.length) return null
    return this.#isLittleEndian ? this.#bytes.readUIntLE(position, bytes) : this.#bytes.readUIntBE(position, bytes)
  }

  /** The entries of a directory that are within the block. If a tag is repeated, its first entry counts. */
  directory(position: number | null): ReadonlyMap<number, Entry> {
    const entries = new Map<number, Entry>()
    const count = position === null ? null : this.number(position, 2)
    if (position === null || count === null) return entries
    for (let index = 0; index < Math.min(count, maxEntries); index += 1) {
      const start = position + 2 + index * 12
      const [tag, type, values] = [this.number(start, 2), this.number(start + 2, 2), this.number(start + 4, 4)]
      if (tag === null || type === null || values === null) return entries
      if (!entries.has(tag)) entries.set(tag, { type, count: values, position: start + 8 })
    }
    return entries
  }

  text(entry: Entry | undefined): string {
    if (!entry || typeBytes.get(entry.type) !== 1) return ''
    const start = this.#start(entry, entry.count)
    if (start === null) return ''
    const [value = ''] = this.#bytes.toString('utf8', start, start + Math.min(entry.count, maxTextBytes)).split('\0', 1)
    return value
  }

  numbers(entry: Entry | undefined): number[] {
    const bytes = typeBytes.get(entry?.type ?? 0)
    if (!entry || !bytes) return []
    const count = Math.min(entry.count, maxNumbers)
    const start = this.#start(entry, entry.count * bytes)
    if (start === null) return []
    return Array.from({ length: count }, (_, index) => this.#value(entry.type, start + index * bytes, bytes))
  }

  #start({ position }: Entry, bytes: number): number | null {
    const start = bytes <= 4 ? position : this.number(position, 4)
    return start === null || start + bytes > this.#bytes.length ? null : start
  }

  #value(type: number, start: number, bytes: number): number {
    const isSigned = type === 6 || type >= 8
    const part = (position: number, size: number): number => {
      const value = this.number(position, size) ?? Number.NaN
      return isSigned && value >= 2 ** (size * 8 - 1) ? value - 2 ** (size * 8) : value
    }
    if (bytes < 8) return part(start, bytes)
    const divisor = part(start + 4, 4)
    return divisor === 0 ? Number.NaN : part(start, 4) / divisor
  }
}
