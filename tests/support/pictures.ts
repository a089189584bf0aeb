import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Exif } from 'sharp'
import { withoutSegments } from './defectiveJpegs.ts'

/** The properties of a generated picture. */
export interface Shot {
  readonly width?: number
  readonly height?: number
  /** Different seeds give different pictures. */
  readonly seed?: number
  /** EXIF orientation. The pixels are stored rotated, and shown upright. */
  readonly orientation?: number
  /** The capture time, for example `2024:05:12 10:15:30`. */
  readonly taken?: string
  /** The UTC offset of the capture time, for example `+02:00`. */
  readonly offset?: string
  readonly position?: { readonly latitude: number; readonly longitude: number }
  readonly exif?: Exif
}

type Rgb = readonly [number, number, number]

/** The colours of the four quarters of every picture, as shown. */
export const quarters: Readonly<Record<'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight', Rgb>> = {
  topLeft: [200, 30, 30],
  topRight: [30, 160, 60],
  bottomLeft: [30, 60, 190],
  bottomRight: [230, 230, 220],
}

/** Makes a JPEG of four coloured quarters. */
export async function makeJpeg(shot: Shot = {}): Promise<Buffer> {
  const { data, width, height } = drawPixels(shot)
  return sharp(data, { raw: { width, height, channels: 3 } })
    .withExif(exifOf(shot))
    .withMetadata({ orientation: shot.orientation ?? 1 })
    .jpeg({ quality: 85 })
    .toBuffer()
}

/** Makes the same picture as PNG. */
export async function makePng(shot: Shot = {}): Promise<Buffer> {
  const { data, width, height } = drawPixels(shot)
  return sharp(data, { raw: { width, height, channels: 3 } })
    .withExif(exifOf(shot))
    .png()
    .toBuffer()
}

/**
 * Makes the same picture as HEIC, with libheif's `heif-enc` (Debian package `libheif-examples`). As in files from
 * phones, both EXIF and the container contain the orientation. Only the orientation in the container counts.
 */
export async function makeHeic(shot: Shot = {}): Promise<Buffer> {
  requireHeifEncoder()
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-heic-'))
  try {
    const [from, to] = [join(folder, 'picture.jpg'), join(folder, 'picture.heic')]
    writeFileSync(from, await makeJpeg(shot))
    execFileSync('heif-enc', ['-q', '80', '-p', 'preset=ultrafast', '-o', to, from], { stdio: 'pipe' })
    return turnContainer(readFileSync(to), shot.orientation ?? 1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Counterclockwise quarter turns per EXIF orientation. HEIF containers store these turns. */
const containerTurns: ReadonlyMap<number, number> = new Map([
  [3, 2],
  [6, 3],
  [8, 1],
])

/** Replaces the colour property, which is not needed, by a rotation. heif-enc cannot write a rotation itself. */
function turnContainer(heic: Buffer, orientation: number): Buffer {
  const turns = containerTurns.get(orientation)
  if (turns === undefined) return heic
  const colour = heic.indexOf('colr')
  heic.write('irot', colour, 'latin1')
  heic[colour + 4] = turns
  return heic
}

/**
 * Adds a clean aperture to a HEIC, so that only the middle of the coded picture is shown. heif-enc cannot write a clean
 * aperture, so this function inserts the property and shifts the bytes after it.
 */
export function withCleanAperture(heic: Buffer, width: number, height: number, right = 0): Buffer {
  const numbers = [width, 1, height, 1, right, 1, 0, 1]
  const aperture = box('clap', ...numbers.map(u32))
  const properties = startOf(heic, 'ipco')
  const end = properties + heic.readUInt32BE(properties)
  const result = Buffer.concat([heic.subarray(0, end), aperture, heic.subarray(end)])
  for (const type of ['meta', 'iprp', 'ipco']) addTo(result, startOf(result, type), aperture.length)
  // Increases the offsets of both items, the picture and its EXIF block. The `iloc` box has version 0, with base
  // offsets, offsets and lengths of 4 bytes.
  const locations = startOf(result, 'iloc') + 16
  for (const item of [0, 1]) addTo(result, locations + item * 18 + 4, aperture.length)
  // Replaces the picture's last property, which is not needed. The aperture takes the second last place, because a
  // picture is cropped before it is turned. The high bit marks the property as essential.
  const last = startOf(result, 'ipma') + 18 + (result[startOf(result, 'ipma') + 18] ?? 0)
  result[last] = result[last - 1] ?? 0
  result[last - 1] = 0x80 | (propertiesIn(heic, properties, end) + 1)
  return result
}

function startOf(heic: Buffer, type: string): number {
  return heic.indexOf(type) - 4
}

function addTo(bytes: Buffer, position: number, value: number): void {
  bytes.writeUInt32BE(bytes.readUInt32BE(position) + value, position)
}

function propertiesIn(heic: Buffer, start: number, end: number): number {
  let count = 0
  for (let position = start + 8; position < end; position += heic.readUInt32BE(position)) count += 1
  return count
}

let isEncoderHere = false

function isInstalled(): boolean {
  try {
    execFileSync('heif-enc', ['--version'], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

function requireHeifEncoder(): void {
  if (isEncoderHere) return
  if (!isInstalled()) throw new Error('The tests need heif-enc: apt-get install libheif-examples')
  isEncoderHere = true
}

/** Cuts the end off a picture, as an interrupted transfer does. By default the picture then ends within its header. */
export function truncate(picture: Buffer, share = 0.005): Buffer {
  return picture.subarray(0, Math.floor(picture.length * share))
}

/**
 * Makes a JPEG with a valid header, without quantization tables. Only decoding shows the defect, and every decoder
 * fails.
 */
export async function makeBrokenJpeg(shot: Shot = {}): Promise<Buffer> {
  const jpeg = await makeJpeg({ width: 900, height: 700, seed: 77, ...shot })
  return withoutSegments(jpeg, 0xdb)
}

/** Makes a PNG with one bit per pixel: a small file that is huge when decoded. */
export function makeHugePng(width = 30_000, height = 30_000): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Adds a chunk after the header. */
export function withPngChunk(png: Buffer, type: string, content: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), pngChunk(type, content), png.subarray(33)])
}

function pngChunk(type: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + content.length)
  chunk.writeUInt32BE(content.length, 0)
  chunk.write(type, 4, 'latin1')
  content.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + content.length)), 8 + content.length)
  return chunk
}

/**
 * Makes a HEIC of a few kilobytes that is a grid of many references to one tile. Decoded, it would have far more pixels
 * than any camera produces.
 */
export function makeHeicBomb(options: { rows?: number; columns?: number; tileSide?: number } = {}): Buffer {
  const { rows = 200, columns = 200, tileSide = 512 } = options
  const tiles = rows * columns
  const grid = Buffer.concat([
    Buffer.from([0, 1, rows - 1, columns - 1]),
    u32(tileSide * columns),
    u32(tileSide * rows),
  ])
  const ispe = (side: number): Buffer => fullBox('ispe', u32(side), u32(side))
  const meta = fullBox(
    'meta',
    fullBox('hdlr', u32(0), Buffer.from('pict'), Buffer.alloc(13)),
    fullBox('pitm', u16(1)),
    fullBox('iinf', u16(2), item(1, 'grid'), item(2, 'hvc1')),
    box('iref', u32(0), box('dimg', u16(1), u16(tiles), ...Array.from({ length: tiles }, () => u16(2)))),
    box(
      'iprp',
      box('ipco', ispe(tileSide * Math.max(rows, columns)), ispe(tileSide)),
      fullBox('ipma', u32(2), u16(1), Buffer.from([1, 1]), u16(2), Buffer.from([1, 2])),
    ),
    iloc(grid.length),
    box('idat', grid, Buffer.alloc(64)),
  )
  return Buffer.concat([
    box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic')),
    meta,
    box('mdat', Buffer.alloc(64)),
  ])
}

/** Makes the box of item locations. Both items are in the item data box. */
function iloc(gridBytes: number): Buffer {
  const entry = (id: number, offset: number, length: number): Buffer =>
    Buffer.concat([u16(id), u16(1), u16(0), u16(1), u32(offset), u32(length)])
  return Buffer.concat([
    u32(16 + 2 * 16),
    Buffer.from('iloc'),
    Buffer.from([1, 0, 0, 0, 0x44, 0]),
    u16(2),
    entry(1, 0, gridBytes),
    entry(2, gridBytes, 64),
  ])
}

function item(id: number, type: string): Buffer {
  return box('infe', Buffer.from([2, 0, 0, 0]), u16(id), u16(0), Buffer.from(`${type}\0`))
}

function box(type: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([u32(8 + content.length), Buffer.from(type), content])
}

function fullBox(type: string, ...parts: Buffer[]): Buffer {
  return box(type, u32(0), ...parts)
}

function u16(value: number): Buffer {
  return Buffer.from([(value >> 8) & 255, value & 255])
}

function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value)
  return buffer
}

function exifOf(shot: Shot): Exif {
  const { taken, offset, position } = shot
  return {
    IFD0: { Make: 'Testcam', Model: 'T 1' },
    IFD2: {
      ...(taken === undefined ? {} : { DateTimeOriginal: taken }),
      ...(offset === undefined ? {} : { OffsetTimeOriginal: offset }),
    },
    ...(position
      ? {
          IFD3: {
            GPSLatitudeRef: position.latitude < 0 ? 'S' : 'N',
            GPSLatitude: `${Math.round(Math.abs(position.latitude) * 1_000_000)}/1000000 0/1 0/1`,
            GPSLongitudeRef: position.longitude < 0 ? 'W' : 'E',
            GPSLongitude: `${Math.round(Math.abs(position.longitude) * 1_000_000)}/1000000 0/1 0/1`,
          },
        }
      : {}),
    ...shot.exif,
  }
}

/** Draws the pixels as a camera stores them, rotated according to the EXIF orientation. */
function drawPixels(shot: Shot): { data: Buffer; width: number; height: number } {
  const { width = 640, height = 480, seed = 1, orientation = 1 } = shot
  const isSideways = orientation >= 5
  const stored = isSideways ? { width: height, height: width } : { width, height }
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < stored.height; y += 1) {
    for (let x = 0; x < stored.width; x += 1) {
      const shown = shownPosition(orientation, x, y, stored)
      const colour = colourAt(shown.x, shown.y, { width, height })
      const noise = ((x * 7 + y * 13 + seed * 101) * 2_654_435_761) % 9
      for (let channel = 0; channel < 3; channel += 1) {
        data[(y * stored.width + x) * 3 + channel] = (colour[channel] ?? 0) + noise
      }
    }
  }
  return { data, ...stored }
}

/** Computes the position at which a stored pixel is shown. */
function shownPosition(orientation: number, x: number, y: number, stored: { width: number; height: number }) {
  const right = stored.width - 1 - x
  const bottom = stored.height - 1 - y
  if (orientation === 3) return { x: right, y: bottom }
  if (orientation === 6) return { x: bottom, y: x }
  if (orientation === 8) return { x: y, y: right }
  return { x, y }
}

function colourAt(x: number, y: number, size: { width: number; height: number }): Rgb {
  const isLeft = x < size.width / 2
  if (y < size.height / 2) return isLeft ? quarters.topLeft : quarters.topRight
  return isLeft ? quarters.bottomLeft : quarters.bottomRight
}
