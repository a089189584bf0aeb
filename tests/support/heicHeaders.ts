/** The properties of a HEIC header that a test makes. There is no real picture behind the header. */
export interface HeicShape {
  /** The version of the boxes. 1 is usual. 0 cannot refer to the item data box. 2 has wider numbers. */
  readonly version?: 0 | 1 | 2
  readonly type?: string
  readonly side?: readonly [width: number, height: number]
  /** The tiles of a grid. */
  readonly tiles?: {
    readonly rows: number
    readonly columns: number
    readonly side: readonly [width: number, height: number]
    readonly count?: number
    readonly type?: string
    readonly isSizeless?: boolean
  }
  /** The ranges of the picture's bytes, from the start of their box or of the file. By default they are correct. */
  readonly extents?: readonly (readonly [offset: number, length: number])[]
  readonly construction?: number
  /** Whether the grid's description is in the media data instead of the item data. */
  readonly isGridInFile?: boolean
  /** The form of box lengths. `long`: 8 bytes. `open`: up to the end of the file. */
  readonly lengths?: 'long' | 'open'
}

export const dataBytes = 64

/** More properties than an index of one byte can address. */
const manyProperties = Array.from({ length: 300 }, () => box('free'))

/** Makes a header with all boxes that storage reads, and 64 bytes of data in each place that can hold data. */
export function makeHeicHeader(shape: HeicShape = {}): Buffer {
  const start = Buffer.concat([box('ftyp', text('heic'), number(0, 4), text('mif1heic')), box('free', text('….'))])
  // The length does not depend on the position of the media data, which is not known yet. So any position will do.
  const length = start.length + metaOf(shape, 0).length
  const meta = metaOf(shape, length + 8)
  const data = shape.isGridInFile ? Buffer.concat([gridOf(shape), Buffer.alloc(dataBytes)]) : Buffer.alloc(dataBytes)
  const media = box('mdat', data)
  if (shape.lengths === 'open') media.writeUInt32BE(0)
  return Buffer.concat([start, meta, media])
}

function metaOf(shape: HeicShape, media: number): Buffer {
  const { version = 1, tiles, isGridInFile, lengths } = shape
  const meta = full(
    'meta',
    0,
    0,
    full('hdlr', 0, 0, number(0, 4), text('pict'), Buffer.alloc(13)),
    full('pitm', newer(version), 0, id(1, version)),
    itemsOf(shape),
    locationsOf(shape, media),
    propertiesOf(shape),
    box('idat', tiles && !isGridInFile ? gridOf(shape) : Buffer.alloc(dataBytes)),
    ...(tiles ? [referencesOf(tiles, version)] : []),
  )
  if (lengths !== 'long') return meta
  return Buffer.concat([number(1, 4), text('meta'), number(meta.length + 8, 8), meta.subarray(8)])
}

type Version = NonNullable<HeicShape['version']>
type Tiles = NonNullable<HeicShape['tiles']>

/** Returns the version of boxes that have only two versions. */
function newer(version: Version): 0 | 1 {
  return version === 2 ? 1 : 0
}

/** Encodes an item's id. The picture is item 1, its tiles are item 2. */
function id(item: 1 | 2, version: Version): Buffer {
  return number(item, version === 2 ? 4 : 2)
}

function itemsOf({ version = 1, tiles, type = 'hvc1' }: HeicShape): Buffer {
  const entry = (item: 1 | 2, of: string): Buffer =>
    full('infe', version === 2 ? 3 : 2, 0, id(item, version), number(0, 2), text(of), text('\0'))
  return full(
    'iinf',
    newer(version),
    0,
    number(3, version === 2 ? 4 : 2),
    // An entry in version 1, which has no type.
    full('infe', 1, 0, number(1, 2), number(0, 2), text('none')),
    entry(1, tiles ? 'grid' : type),
    entry(2, tiles?.type ?? 'hvc1'),
  )
}

function propertiesOf({ version = 1, tiles, side = [640, 480] }: HeicShape): Buffer {
  const before = version === 2 ? manyProperties : []
  const property = (index: number): Buffer =>
    version === 2 ? number(0x8000 | (before.length + index), 2) : number(0x80 | index, 1)
  const size = (pixels: readonly number[]): Buffer => full('ispe', 0, 0, ...pixels.map((value) => number(value, 4)))
  return box(
    'iprp',
    box('ipco', ...before, full('pasp', 0, 0, number(1, 4), number(1, 4)), size(side), size(tiles?.side ?? [1, 1])),
    full(
      'ipma',
      newer(version),
      newer(version),
      number(2, 4),
      Buffer.concat([id(1, version), number(2, 1), property(1), property(2)]),
      Buffer.concat([id(2, version), number(1, 1), property(tiles?.isSizeless ? 1 : 3)]),
    ),
  )
}

function referencesOf({ rows, columns, count = rows * columns }: Tiles, version: Version): Buffer {
  const used = Array.from({ length: count }, () => id(2, version))
  return full(
    'iref',
    newer(version),
    0,
    box('cdsc', id(2, version), number(1, 2), id(1, version)),
    box('dimg', id(1, version), number(count, 2), ...used),
  )
}

function locationsOf(shape: HeicShape, media: number): Buffer {
  const { version = 1, tiles, isGridInFile = false } = shape
  const isInFile = version === 0 || isGridInFile
  const index = number(0, version === 2 ? 4 : 0)
  const place = (item: 1 | 2, places: readonly (readonly [number, number])[], isMedia: boolean): Buffer =>
    Buffer.concat([
      id(item, version),
      version === 0 ? Buffer.alloc(0) : number(shape.construction ?? (isMedia ? 0 : 1), 2),
      number(0, 2),
      number(isMedia ? media : 0, 4),
      number(places.length, 2),
      ...places.flatMap(([offset, length]) => [index, number(offset, 4), number(length, 4)]),
    ])
  const own = shape.extents ?? [[0, tiles ? gridOf(shape).length : 16]]
  return full(
    'iloc',
    version,
    0,
    // Version 0 has no index: the last four bits are reserved.
    number(version === 1 ? 0x44_40 : 0x44_44, 2),
    number(2, version === 2 ? 4 : 2),
    place(1, own, isInFile),
    place(2, [[0, 8]], isInFile),
  )
}

/** Makes the description of a grid (ISO 23008-12, 6.6.2.3.2). */
function gridOf({ version = 1, tiles, side = [640, 480] }: HeicShape): Buffer {
  const { rows = 1, columns = 1 } = tiles ?? {}
  const bytes = version === 2 ? 4 : 2
  const head = Buffer.from([0, version === 2 ? 1 : 0, rows - 1, columns - 1])
  return Buffer.concat([head, ...side.map((pixels) => number(pixels, bytes))])
}

export function box(type: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([number(8 + content.length, 4), text(type), content])
}

export function full(type: string, version: number, flags: number, ...parts: Buffer[]): Buffer {
  return box(type, number(version, 1), number(flags, 3), ...parts)
}

/** Encodes an unsigned number, big-endian. */
export function number(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  if (bytes === 8) buffer.writeBigUInt64BE(BigInt(value))
  else if (bytes > 0) buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

function text(value: string): Buffer {
  return Buffer.from(value, 'latin1')
}
