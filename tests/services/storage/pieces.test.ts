import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readServicesConfig } from '../../../services/config.ts'
import { cleanFileName } from '../../../services/storage/fileName.ts'
import { readFacts } from '../../../services/storage/images.ts'
import { readCaptureData } from '../../../services/storage/metadata.ts'
import { createOriginCheck } from '../../../services/platform/allowedOrigins.ts'
import { brandsAt } from '../../support/brands.ts'
import { makeJpeg, makePng, type Shot, withPngChunk } from '../../support/pictures.ts'
import { inFolder } from '../../support/unzip.ts'

const now = new Date('2026-06-15T12:00:00Z')

async function exifOf(shot: Shot): Promise<Buffer> {
  return (await sharp(await makeJpeg(shot)).metadata()).exif ?? Buffer.alloc(0)
}

async function captureDataOf(shot: Shot) {
  return readCaptureData({ exif: await exifOf(shot) }, now)
}

const full = {
  position: { latitude: -33.5, longitude: 151.25 },
  exif: {
    IFD0: { Make: 'Testcam', Model: 'T 1', DateTime: '2025:01:01 00:00:01' },
    IFD2: { DateTimeOriginal: '2024:05:12 10:15:30', FNumber: '28/10' },
  },
} as const
const xmp = Buffer.from('<x:xmpmeta><rdf:Description xmp:CreateDate="2011-03-04T05:06:07.25-03:00"/></x:xmpmeta>')

describe('capture data', () => {
  test.each([
    ['0000:00:00 00:00:00', null],
    ['1970:01:01 00:00:00', null],
    ['1970:01:02 00:00:00', '1970-01-02 00:00:00'],
    ['2009: 1: 3  9: 5: 7', '2009-01-03 09:05:07'],
    ['2026:06:18 12:00:00', null],
    ['2026:06:17 11:00:00', '2026-06-17 11:00:00'],
    ['1825:12:31 23:59:59', null],
    ['1826:01:01 00:00:00', '1826-01-01 00:00:00'],
    ['2024:02:30 10:00:00', null],
    ['2024:13:01 10:00:00', null],
    ['yesterday evening!!', null],
    ['2024-02-29 10:00:00', '2024-02-29 10:00:00'],
  ])('of the time %s is %s', async (taken, expected) => {
    expect((await captureDataOf({ taken })).takenAt).toBe(expected)
  })

  test.each([
    ['+05:45', '+05:45'],
    ['-03:30', '-03:30'],
    ['+15:00', null],
    ['CEST', null],
  ])('of the offset %s is %s', async (offset, expected) => {
    expect((await captureDataOf({ taken: '2024:05:12 10:15:30', offset })).takenOffset).toBe(expected)
  })

  test('falls back to the time of digitization', async () => {
    const exif = { IFD2: { DateTimeDigitized: '2020:01:02 03:04:05', OffsetTimeDigitized: '+01:00' } }
    expect(await captureDataOf({ exif })).toMatchObject({ takenAt: '2020-01-02 03:04:05', takenOffset: '+01:00' })
  })

  test.each([
    [
      { latitude: -33.5, longitude: 151.25 },
      { latitude: -33.5, longitude: 151.25 },
    ],
    [
      { latitude: 0, longitude: 0 },
      { latitude: null, longitude: null },
    ],
    [
      { latitude: 91, longitude: 10 },
      { latitude: null, longitude: null },
    ],
    [
      { latitude: 10, longitude: 181 },
      { latitude: null, longitude: null },
    ],
  ])('of the position %o is %o', async (position, expected) => {
    expect(await captureDataOf({ position })).toMatchObject(expected)
  })

  test('is empty if the block is damaged', async () => {
    const nothing = { takenAt: null, takenOffset: null, latitude: null, longitude: null, details: {} }
    expect(readCaptureData({ exif: Buffer.from('Exif\0\0II*\0\xff\xff\xff\xff', 'latin1') }, now)).toEqual(nothing)
    expect(readCaptureData({}, now)).toEqual(nothing)
  })

  test.each([
    ['an offset outside of the block', 0x011a, 8, 0xff],
    ['an impossible length', 0x011a, 4, 0xff],
    ['an unknown type', 0x011a, 2, 0xee],
    ['the camera’s make outside of the block', 0x010f, 8, 0xff],
  ])('survives a tag with %s', async (_what, tag, field, value) => {
    const exif = await exifOf(full)
    const entry = exif.indexOf(Buffer.from([tag & 255, tag >> 8]))
    exif.fill(value, entry + field, entry + field + (field === 2 ? 2 : 4))
    expect(readCaptureData({ exif }, now)).toMatchObject({
      takenAt: '2024-05-12 10:15:30',
      ...full.position,
      details: { model: 'T 1', aperture: 2.8, ...(tag === 0x010f ? {} : { make: 'Testcam' }) },
    })
  })

  test('is read up to the end of a block that is cut', async () => {
    const exif = await exifOf(full)
    for (let length = 0; length < exif.length; length += 1) {
      const { takenAt } = readCaptureData({ exif: exif.subarray(0, length) }, now)
      expect([null, '2024-05-12 10:15:30', '2025-01-01 00:00:01']).toContain(takenAt)
    }
  })

  test('prefers the date of capture, then EXIF as text, then XMP, then the date of change', async () => {
    const textExif = await exifOf({ taken: '2023:01:02 03:04:05' })
    const exif = await exifOf({ exif: { IFD0: { DateTime: '2025:01:01 00:00:01' } } })
    const all = { exif: await exifOf(full), textExif, xmp }
    expect(readCaptureData(all, now).takenAt).toBe('2024-05-12 10:15:30')
    expect(readCaptureData({ ...all, exif }, now).takenAt).toBe('2023-01-02 03:04:05')
    expect(readCaptureData({ exif, xmp }, now)).toMatchObject({
      takenAt: '2011-03-04 05:06:07.25',
      takenOffset: '-03:00',
    })
    expect(readCaptureData({ exif }, now).takenAt).toBe('2025-01-01 00:00:01')
  })

  test.each([
    ['<exif:DateTimeOriginal>2011-03-04T05:06</exif:DateTimeOriginal>', '2011-03-04 05:06:00'],
    ['photoshop:DateCreated="2011-03-04"', '2011-03-04 00:00:00'],
    ["xmp:CreateDate='2012-03-04T05:06:07Z' exif:DateTimeOriginal='2011-03-04T05:06:07Z'", '2011-03-04 05:06:07'],
    ['xmp:CreateDate="2011"', null],
    ['xmp:ModifyDate="2011-03-04T05:06:07Z"', null],
  ])('of the XMP %s is %s', (packet, expected) => {
    expect(readCaptureData({ xmp: Buffer.from(packet) }, now).takenAt).toBe(expected)
  })

  test('is found in a PNG, as an editor writes it', async () => {
    const exif = await exifOf(full)
    const text = `\nexif\n${exif.length}\n${exif.toString('hex').replaceAll(/.{72}/g, '$&\n')}\n`
    const png = await makePng()
    const withText = withPngChunk(png, 'tEXt', Buffer.from(`Raw profile type exif\0${text}`))
    const withPacket = withPngChunk(png, 'iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0'), xmp]))
    await inFolder(async (folder) => {
      const file = join(folder, 'a.png')
      await writeFile(file, withText)
      expect(readCaptureData((await readFacts(file, 1e6)).embedded, now)).toMatchObject({
        takenAt: '2024-05-12 10:15:30',
        details: { make: 'Testcam' },
      })
      await writeFile(file, withPacket)
      expect(readCaptureData((await readFacts(file, 1e6)).embedded, now).takenAt).toBe('2011-03-04 05:06:07.25')
    })
  })
})

test('a name never exceeds 255 characters, and no character is cut', () => {
  const name = cleanFileName(`${'👩‍👩‍👧‍👦'.repeat(100)}.heic`)
  expect(name.length).toBeLessThanOrEqual(255)
  expect(name).toMatch(/^(👩‍👩‍👧‍👦)+\.heic$/u)
})

test.each([
  ['x'.repeat(255), 'x'.repeat(255)],
  ['x'.repeat(256), 'x'.repeat(255)],
  [`${'x'.repeat(252)}.jpg`, `${'x'.repeat(251)}.jpg`],
  [`${'x'.repeat(300)}.${'e'.repeat(15)}`, `${'x'.repeat(239)}.${'e'.repeat(15)}`],
  [`${'x'.repeat(300)}.${'e'.repeat(16)}`, 'x'.repeat(255)],
  [`${'x'.repeat(300)}.`, 'x'.repeat(255)],
  [`.${'x'.repeat(300)}`, `.${'x'.repeat(254)}`],
  // Six characters, but more than 500 UTF-16 units.
  [`.${`a${'\u0301'.repeat(100)}`.repeat(5)}`, `.${`a${'\u0301'.repeat(100)}`.repeat(2)}`],
])('a name is cut before its extension: %s', (given, kept) => {
  expect(cleanFileName(given)).toBe(kept)
})

test.each([
  ['https://shop.example', true],
  ['https://lumina.shop.example', true],
  ['https://wiki.shop.example', false],
  ['https://lumina.shop.example.evil.example', false],
  ['https://evilshop.example', false],
  ['http://shop.example', false],
  ['http://lumina.shop.example', false],
  ['https://lumina.shop.example:8443', false],
  ['https://editor.example:8443', true],
  ['https://editor.example', false],
  ['https://frame.example', true],
  ['https://other.frame.example', false],
  ['null', false],
])('pages of the origin %s may call storage: %s', (origin, expected) => {
  expect(originCheck()(origin)).toBe(expected)
})

/** Checks origins for https://shop.example. */
function originCheck() {
  const config = readServicesConfig({
    PUBLIC_URL: 'https://shop.example',
    ALLOWED_ORIGINS: 'https://editor.example:8443',
  }).platform('http://127.0.0.1:9')
  const clients = { all: () => [], find: () => undefined, origins: () => new Set(['https://frame.example']) }
  return createOriginCheck({ config, brands: brandsAt(config.publicUrl), clients })
}
