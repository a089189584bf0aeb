import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ByteReader } from '../../../services/storage/formats/byteReader.ts'
import { readExif } from '../../../services/storage/formats/exif.ts'
import { inspect } from '../../../services/storage/formats/inspect.ts'
import { Refusal } from '../../../services/storage/formats/refusal.ts'
import { checkSize } from '../../../services/storage/formats/size.ts'
import { removeAperture } from '../../../services/storage/heic/aperture.ts'
import { scanEndsOf } from '../../../services/storage/images.ts'
import { box, dataBytes, full, type HeicShape, makeHeicHeader, number } from '../../support/heicHeaders.ts'
import { inFolder } from '../../support/unzip.ts'

/** The size that the header states, or why the file is refused. */
async function verdictOn(file: Buffer, maxPixels = 1e9): Promise<string> {
  return inFolder(async (folder) => {
    const path = join(folder, 'picture')
    await writeFile(path, file)
    const handle = await open(path)
    try {
      const { width, height } = await inspect(new ByteReader(handle, file.length), { maxPixels })
      return `${width} × ${height}`
    } catch (error) {
      return error instanceof Refusal ? error.code : String(error)
    } finally {
      await handle.close()
    }
  })
}

const tile = { rows: 2, columns: 3, side: [512, 400] } as const

describe('the header of a HEIC', () => {
  test.each([0, 1, 2] as const)('states the size in boxes of version %d', async (version) => {
    expect(await verdictOn(makeHeicHeader({ version }))).toBe('640 × 480')
  })

  test.each([0, 1, 2] as const)('states the size of a grid in boxes of version %d', async (version) => {
    const shape = { version, tiles: tile, side: [1_500, 790], isGridInFile: version === 0 } as const
    expect(await verdictOn(makeHeicHeader(shape))).toBe('1500 × 790')
    expect(await verdictOn(makeHeicHeader({ ...shape, isGridInFile: true }))).toBe('1500 × 790')
  })

  test.each<[string, HeicShape, string]>([
    ['has lengths of 8 bytes', { lengths: 'long' }, '640 × 480'],
    ['has a last box up to the end of the file', { lengths: 'open' }, '640 × 480'],
    ['has bytes up to the end of their box', { extents: [[0, dataBytes]] }, '640 × 480'],
    ['has bytes beyond their box', { extents: [[1, dataBytes]] }, 'DAMAGED_FILE'],
    ['has bytes up to the end of the file', { version: 0, extents: [[0, dataBytes]] }, '640 × 480'],
    ['has bytes beyond the file', { version: 0, extents: [[1, dataBytes]] }, 'DAMAGED_FILE'],
    ['has bytes in another item', { construction: 2 }, 'DAMAGED_FILE'],
    ['uses the same bytes 20 times', { extents: repeated(20) }, '640 × 480'],
    ['uses the same bytes 1,000 times', { extents: repeated(1_000) }, 'DAMAGED_FILE'],
    ['has 9,999 empty extents', { extents: repeated(9_999, 0) }, '640 × 480'],
    ['has 10,000 empty extents', { extents: repeated(10_000, 0) }, 'DAMAGED_FILE'],
    ['holds no plain picture', { type: 'av01' }, 'UNSUPPORTED_TYPE'],
    ['has a grid with one tile too few', { tiles: { ...tile, count: 5 } }, 'DAMAGED_FILE'],
    ['has a grid of other items', { tiles: { ...tile, type: 'Exif' } }, 'DAMAGED_FILE'],
    ['has a grid of tiles without a size', { tiles: { ...tile, isSizeless: true } }, 'DAMAGED_FILE'],
    ['has a grid of 2,048 tiles', { tiles: { rows: 128, columns: 16, side: [8, 8] } }, '640 × 480'],
    ['has a grid of 2,050 tiles', { tiles: { rows: 205, columns: 10, side: [8, 8] } }, 'TOO_MANY_PIXELS'],
    ['has no pixels', { side: [640, 0] }, 'DAMAGED_FILE'],
  ])('is checked if it %s: %o', async (_what, shape, expected) => {
    expect(await verdictOn(makeHeicHeader(shape))).toBe(expected)
  })

  test('may have tiles of twice as many pixels as the largest picture', async () => {
    const file = makeHeicHeader({ tiles: tile })
    const pixels = 2 * 3 * 512 * 400
    expect(await verdictOn(file, pixels / 2)).toBe('640 × 480')
    expect(await verdictOn(file, pixels / 2 - 1)).toBe('TOO_MANY_PIXELS')
  })

  test('is damaged if it is cut, wherever it is cut', async () => {
    const file = makeHeicHeader({ tiles: { ...tile, rows: 1, columns: 1 } })
    for (let length = 16; length < file.length; length += 7) {
      expect(await verdictOn(file.subarray(0, length)), `${length} bytes`).toBe('DAMAGED_FILE')
    }
  })
})

function repeated(times: number, length = dataBytes): [number, number][] {
  return Array.from({ length: times }, () => [0, length])
}

function clap(...fractions: number[]): Buffer {
  return box('clap', ...fractions.flatMap((value) => [number(value * 2 + (value < 0 ? 2 ** 32 : 0), 4), number(2, 4)]))
}

function turn(quarters: number): Buffer {
  return box('irot', number(quarters, 1))
}

const mirror = box('imir', number(0, 1))

function fileOf(...properties: Buffer[]): Buffer {
  return Buffer.concat([box('ftyp'), full('meta', 0, 0, box('iprp', box('ipco', ...properties)))])
}

describe('the clean aperture of a HEIC', () => {
  test.each([
    ['turned by 0 quarters', [turn(0)], { width: 40, height: 30, right: 5, down: -2 }],
    ['turned by 1 quarter', [turn(1)], { width: 30, height: 40, right: -2, down: -5 }],
    ['turned by 2 quarters', [turn(2)], { width: 40, height: 30, right: -5, down: 2 }],
    ['turned by 3 quarters', [turn(3)], { width: 30, height: 40, right: 2, down: 5 }],
    ['turned twice', [turn(1), turn(1)], null],
    ['mirrored', [mirror], null],
    ['mirrored and turned', [turn(1), mirror], null],
    ['with a second aperture', [clap(1, 1, 0, 0)], null],
  ])('%s: removeAperture returns %o', (_what, others, expected) => {
    const file = fileOf(clap(40, 30, 5, -2), ...others)
    const before = Buffer.from(file)
    expect(removeAperture(file)).toEqual(expected)
    expect(file.includes('clap')).toBe(expected === null)
    expect(file.equals(before)).toBe(expected === null)
  })

  test('is supported in a mirrored picture if it is in the middle', () => {
    expect(removeAperture(fileOf(clap(40, 30, 0, 0), mirror))).toMatchObject({ width: 40, height: 30 })
  })

  test.each([
    [0, 30],
    [40, 0],
    [-40, 30],
    [40, -30],
  ])('of %d × %d pixels is ignored', (width, height) => {
    expect(removeAperture(fileOf(clap(width, height, 0, 0)))).toBeNull()
  })
})

async function endsOf(file: Buffer): Promise<number[]> {
  return inFolder(async (folder) => {
    const path = join(folder, 'a.jpg')
    await writeFile(path, file)
    return scanEndsOf(path)
  })
}

describe('the scans of a JPEG', () => {
  const scan = Buffer.from([0xff, 0xda, 0, 4, 0, 0])
  const end = Buffer.from([0xff, 0xd9])
  const readAhead = 128 * 1024

  // The end marker is before, across and after the boundary between the first two reads.
  test.each([10, readAhead - 2, readAhead - 1, readAhead, readAhead + 1, 3 * readAhead])(
    'of %d bytes end at the next marker',
    async (bytes) => {
      const data = Buffer.alloc(bytes, 0x11)
      const file = Buffer.concat([Buffer.from([0xff, 0xd8]), scan, data, end, Buffer.from('after it')])
      expect(await endsOf(file)).toEqual([2 + scan.length + bytes])
    },
  )

  test('end with the next segment, or with the file', async () => {
    const stuffed = Buffer.from([1, 0xff, 0, 0xff, 0x01, 0xff, 0xd0, 0xff, 0xd7, 0xff, 0xff, 0, 2])
    const file = Buffer.concat([Buffer.from([0xff, 0xd8]), scan, stuffed, scan, stuffed])
    expect(await endsOf(file)).toEqual([2 + scan.length + stuffed.length, file.length])
  })
})

/** An EXIF block. Each entry of its directory has a tag, a type, the number of values, and the value or its offset. */
function tiff(entries: readonly (readonly [number, number, number, Buffer])[], rest = Buffer.alloc(0)): Buffer {
  const written = entries.flatMap(([tag, type, count, value]) => [
    number(tag, 2),
    number(type, 2),
    number(count, 4),
    value,
  ])
  return Buffer.concat([Buffer.from('MM\0*'), number(8, 4), number(entries.length, 2), ...written, rest])
}

/** Makes the block's only directory its GPS directory. */
function asGps(block: Buffer): Buffer {
  const directory = [number(1, 2), number(0x8825, 2), number(4, 2), number(1, 4), number(8, 4)]
  const result = Buffer.concat([block, ...directory])
  result.writeUInt32BE(block.length, 4)
  return result
}

describe('an EXIF block', () => {
  test('is read in both byte orders, with and without its name', () => {
    const block = tiff([[0x010f, 2, 3, Buffer.from('Ab\0\0')]])
    expect(readExif(block).text('make')).toBe('Ab')
    expect(readExif(Buffer.concat([Buffer.from('Exif\0\0'), block])).text('make')).toBe('Ab')
    const little = Buffer.from('II*\0\x08\0\0\0\x01\0\x0f\x01\x02\0\x03\0\0\0Ab\0\0', 'latin1')
    expect(readExif(little).text('make')).toBe('Ab')
  })

  test('has as many entries as it says; if a tag is repeated, the first counts', () => {
    const make = [0x010f, 2, 2, Buffer.from('A\0\0\0')] as const
    const block = tiff([make, [0x010f, 2, 2, Buffer.from('B\0\0\0')], [0x0110, 2, 2, Buffer.from('C\0\0\0')]])
    expect([readExif(block).text('make'), readExif(block).text('model')]).toEqual(['A', 'C'])
    block.writeUInt16BE(2, 8)
    expect([readExif(block).text('make'), readExif(block).text('model')]).toEqual(['A', ''])
  })

  test('returns texts only of types with one-byte elements, cut to 2,000 bytes', () => {
    expect(readExif(tiff([[0x010f, 3, 2, Buffer.from('AbCd')]])).text('make')).toBe('')
    const long = tiff([[0x010f, 2, 3_000, number(22, 4)]], Buffer.alloc(3_000, 'x'))
    expect(readExif(long).text('make')).toHaveLength(2_000)
    expect(readExif(long.subarray(0, -1)).text('make')).toBe('')
    expect(readExif(tiff([[0x010f, 2, 4, Buffer.from('Abcd')]])).text('make')).toBe('Abcd')
    expect(readExif(tiff([[0x010f, 2, 5, number(22, 4)]], Buffer.from('Abcde'))).text('make')).toBe('Abcde')
  })

  test.each([
    [1, 2, Buffer.from([200, 7, 0, 0]), Buffer.alloc(0), [200, 7]],
    [6, 2, Buffer.from([200, 7, 0, 0]), Buffer.alloc(0), [-56, 7]],
    [3, 1, Buffer.from([0xff, 0xfe, 0, 0]), Buffer.alloc(0), [65_534]],
    [8, 1, Buffer.from([0xff, 0xfe, 0, 0]), Buffer.alloc(0), [-2]],
    [4, 1, Buffer.from([0xff, 0xff, 0xff, 0xfe]), Buffer.alloc(0), [4_294_967_294]],
    [9, 1, Buffer.from([0x80, 0, 0, 0]), Buffer.alloc(0), [-2_147_483_648]],
    [9, 1, Buffer.from([0x7f, 0xff, 0xff, 0xff]), Buffer.alloc(0), [2_147_483_647]],
    [5, 1, number(22, 4), Buffer.concat([number(7, 4), number(2, 4)]), [3.5]],
    [5, 1, number(22, 4), Buffer.concat([number(0xffff_fffe, 4), number(2, 4)]), [2_147_483_647]],
    [10, 1, number(22, 4), Buffer.concat([number(0xffff_fffe, 4), number(2, 4)]), [-1]],
    [5, 1, number(22, 4), Buffer.concat([number(7, 4), number(0, 4)]), [Number.NaN]],
    [1, 17, number(22, 4), Buffer.alloc(17, 3), Array.from({ length: 16 }, () => 3)],
    [11, 1, number(22, 4), Buffer.alloc(8, 3), []],
  ])('has numbers of type %d', (type, count, value, rest, expected) => {
    const exif = readExif(asGps(tiff([[0x0002, type, count, value]], rest)))
    expect(exif.numbers('latitude')).toEqual(expected)
    expect(exif.text('make')).toBe('')
  })
})

test.each([
  [65_500, 1, null],
  [65_501, 1, 'TOO_MANY_PIXELS'],
  [1, 65_501, 'TOO_MANY_PIXELS'],
  [1_000, 1_000, null],
  [1_000, 1_001, 'TOO_MANY_PIXELS'],
  [0, 5, 'DAMAGED_FILE'],
  [5, 0, 'DAMAGED_FILE'],
])('with a limit of a million pixels, a picture of %d × %d gives the error %s', (width, height, code) => {
  const check = () => checkSize({ width, height }, { maxPixels: 1_000_000 })
  if (code === null) expect(check).not.toThrow()
  else expect(check).toThrow(expect.objectContaining({ code }))
})
