import { type ExifTag, type ExifTags, readExif } from './formats/exif.ts'
import { readXmpDate } from './formats/xmp.ts'
import type { EmbeddedMetadata } from './images.ts'

/** The plausible part of what a camera wrote about a photo. */
export interface CaptureData {
  /** Local time: `YYYY-MM-DD HH:MM:SS[.fff]`. */
  readonly takenAt: string | null
  /** `+02:00`. */
  readonly takenOffset: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly details: Readonly<Record<string, string | number>>
}

const earliestYear = 1826
const futureAllowance = 2 * 24 * 3_600_000
const maxDetailCharacters = 200

/** Reads what a camera or an editor wrote into a picture. Missing, damaged or implausible values become null. */
export function readCaptureData({ exif, textExif, xmp }: EmbeddedMetadata, now: Date): CaptureData {
  const blocks = [exif, textExif].flatMap((block) => (block ? [readExif(block)] : []))
  const taken =
    firstOf(blocks, (tags) => dateOfCapture(tags, now)) ??
    (xmp ? readDate(readXmpDate(xmp), now) : null) ??
    firstOf(blocks, (tags) => readDate({ value: tags.text('modified'), offset: tags.text('offset') }, now))
  return {
    takenAt: taken?.at ?? null,
    takenOffset: taken?.offset ?? null,
    ...(firstOf(blocks, readPosition) ?? { latitude: null, longitude: null }),
    details: Object.assign({}, ...blocks.map(readDetails).toReversed()),
  }
}

function firstOf<Value>(blocks: readonly ExifTags[], read: (tags: ExifTags) => Value | null): Value | null {
  for (const tags of blocks) {
    const value = read(tags)
    if (value !== null) return value
  }
  return null
}

interface TakenAt {
  readonly at: string
  readonly offset: string | null
}

/** A date as it was written. */
interface WrittenDate {
  readonly value: string
  readonly fraction?: string
  readonly offset?: string
}

function dateOfCapture(tags: ExifTags, now: Date): TakenAt | null {
  const taken = {
    value: tags.text('taken'),
    fraction: tags.text('takenFraction'),
    offset: tags.text('takenOffset') || tags.text('offset'),
  }
  const digitized = { value: tags.text('digitized'), offset: tags.text('digitizedOffset') || tags.text('offset') }
  return readDate(taken, now) ?? readDate(digitized, now)
}

function readDate({ value, fraction = '', offset = '' }: WrittenDate, now: Date): TakenAt | null {
  // Some cameras pad with blanks: `2009: 1: 3  9:05:00`.
  const padded = value.trim().replaceAll(/(?<=[ :\-/.]) (?=\d)/g, '0')
  const match = /^(\d{4})[:\-/.](\d{2})[:\-/.](\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?/.exec(padded)
  if (!match) return null
  const [, year, month, day, hour, minute, second = '00'] = match
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const time = new Date(`${iso}Z`)
  // JavaScript rolls an invalid date such as 31 February over; reject it.
  if (Number.isNaN(time.getTime()) || !time.toISOString().startsWith(iso)) return null
  if (Number(year) < earliestYear || time.getTime() > now.getTime() + futureAllowance) return null
  // The first minute of the Unix epoch means that the clock was not set.
  if (iso.startsWith('1970-01-01T00:00')) return null
  const digits = /^\d{1,6}/.exec(fraction.trim())?.[0]
  return { at: `${iso.replace('T', ' ')}${digits ? `.${digits}` : ''}`, offset: readOffset(offset) }
}

function readOffset(value: string): string | null {
  const trimmed = value.replace(/\0/g, '').trim()
  if (trimmed === 'Z') return '+00:00'
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(trimmed)
  if (!match) return null
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return minutes <= 14 * 60 && Number(match[3]) < 60 ? `${match[1]}${match[2]}:${match[3]}` : null
}

function readPosition(tags: ExifTags): { latitude: number; longitude: number } | null {
  const latitude = readDegrees(tags, 'latitude', 'S')
  const longitude = readDegrees(tags, 'longitude', 'W')
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null
  // GPS receivers that do not know their position yet write exactly 0, 0.
  return latitude === 0 && longitude === 0 ? null : { latitude, longitude }
}

/** Reads a coordinate in degrees; NaN if the tag has no value. */
function readDegrees(tags: ExifTags, tag: 'latitude' | 'longitude', negative: string): number {
  const [degrees = Number.NaN, minutes = 0, seconds = 0] = tags.numbers(tag)
  const value = degrees + (minutes || 0) / 60 + (seconds || 0) / 3_600
  return tags.text(`${tag}Reference`).trim().toUpperCase() === negative ? -value : value
}

const detailTexts = { make: 'make', model: 'model', lens: 'lens' } as const satisfies Record<string, ExifTag>
const detailNumbers = {
  exposureSeconds: 'exposureTime',
  aperture: 'aperture',
  sensitivity: 'sensitivity',
  focalLength: 'focalLength',
} as const satisfies Record<string, ExifTag>

function readDetails(tags: ExifTags): Record<string, string | number> {
  const details: Record<string, string | number> = {}
  for (const [name, tag] of Object.entries(detailTexts)) {
    const clean = tags
      .text(tag)
      .toWellFormed()
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, maxDetailCharacters)
    if (clean) details[name] = clean
  }
  for (const [name, tag] of Object.entries(detailNumbers)) {
    const [value = 0] = tags.numbers(tag)
    if (value > 0) details[name] = value
  }
  return details
}
