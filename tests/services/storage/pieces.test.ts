import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { planPicture } from '../../../services/storage/demo/plan.ts'
import { encodePicture } from '../../../services/storage/demo/encode.ts'
import { cleanFileName } from '../../../services/storage/fileName.ts'
import { readCaptureData } from '../../../services/storage/metadata.ts'
import { isAllowedOrigin } from '../../../services/storage/origins.ts'
import { makeJpeg, type Shot } from '../../support/pictures.ts'

const now = new Date('2026-06-15T12:00:00Z')

async function captured(shot: Shot) {
  return readCaptureData((await sharp(await makeJpeg(shot)).metadata()).exif, now)
}

describe('capture data', () => {
  test.each([
    ['0000:00:00 00:00:00', null],
    ['2026:06:18 12:00:00', null],
    ['2026:06:17 11:00:00', '2026-06-17 11:00:00'],
    ['1825:12:31 23:59:59', null],
    ['1826:01:01 00:00:00', '1826-01-01 00:00:00'],
    ['2024:02:30 10:00:00', null],
    ['2024:13:01 10:00:00', null],
    ['yesterday evening!!', null],
    ['2024-02-29 10:00:00', '2024-02-29 10:00:00'],
  ])('of the time %s is %s', async (taken, expected) => {
    expect((await captured({ taken })).takenAt).toBe(expected)
  })

  test.each([
    ['+05:45', '+05:45'],
    ['-03:30', '-03:30'],
    ['+15:00', null],
    ['CEST', null],
  ])('of the offset %s is %s', async (offset, expected) => {
    expect((await captured({ taken: '2024:05:12 10:15:30', offset })).takenOffset).toBe(expected)
  })

  test('falls back to the time of digitization', async () => {
    const exif = { IFD2: { DateTimeDigitized: '2020:01:02 03:04:05', OffsetTimeDigitized: '+01:00' } }
    expect(await captured({ exif })).toMatchObject({ takenAt: '2020-01-02 03:04:05', takenOffset: '+01:00' })
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
    expect(await captured({ position })).toMatchObject(expected)
  })

  test('is empty if the block is damaged', async () => {
    const nothing = { takenAt: null, takenOffset: null, latitude: null, longitude: null, details: {} }
    expect(await readCaptureData(Buffer.from('Exif\0\0II*\0\xff\xff\xff\xff', 'latin1'), now)).toEqual(nothing)
    expect(await readCaptureData(undefined, now)).toEqual(nothing)
  })
})

test('a name never exceeds 255 characters, and no character is cut', () => {
  const name = cleanFileName(`${'👩‍👩‍👧‍👦'.repeat(100)}.heic`)
  expect(name.length).toBeLessThanOrEqual(255)
  expect(name).toMatch(/^(👩‍👩‍👧‍👦)+\.heic$/u)
})

test.each([
  ['https://shop.example', true],
  ['https://lumina.shop.example', true],
  ['https://shop.example.evil.example', false],
  ['https://evilshop.example', false],
  ['http://shop.example', false],
  ['https://shop.example:8443', false],
  ['https://editor.example:8443', true],
  ['https://editor.example', false],
  ['null', false],
])('pages of the origin %s may call storage: %s', (origin, expected) => {
  const config = { publicUrl: 'https://shop.example', allowedOrigins: ['https://editor.example:8443'] }
  expect(isAllowedOrigin(config, origin)).toBe(expected)
})

test('a demo picture drawn again is the same file, with its camera data', async () => {
  const library = { seed: 1, count: 132, months: 30, until: '2026-11-21' }
  const plans = Array.from({ length: library.count }, (_, number) => planPicture(library, number))
  const dates = plans.flatMap(({ taken }) => (taken === null ? [] : [taken.slice(0, 7)]))
  expect(new Set(dates).size).toBeGreaterThanOrEqual(24)
  expect(new Set(plans.map(({ fileName }) => fileName)).size).toBeGreaterThan(120)
  expect(new Set(plans.map(({ orientation }) => orientation))).toEqual(new Set([1, 3, 6, 8]))
  const plan = plans.find(({ orientation }) => orientation === 6)
  if (!plan) throw new Error('No picture is turned.')
  const [first, second] = [await encodePicture(plan), await encodePicture(plan)]
  expect(first.equals(second)).toBe(true)
  const metadata = await sharp(first).metadata()
  expect(metadata.orientation).toBe(6)
  expect(metadata.autoOrient.width).toBe(plan.width)
})
