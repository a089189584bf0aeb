import exifr from 'exifr'
import { z } from 'zod'

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

const nothing: CaptureData = { takenAt: null, takenOffset: null, latitude: null, longitude: null, details: {} }

const earliestYear = 1826
const futureAllowance = 2 * 24 * 3_600_000
const maxDetailCharacters = 200

const text = z.string().catch('')
const number = z.number().finite().optional().catch(undefined)

const exifSchema = z.object({
  DateTimeOriginal: text,
  CreateDate: text,
  OffsetTimeOriginal: text,
  OffsetTimeDigitized: text,
  OffsetTime: text,
  SubSecTimeOriginal: z.union([z.string(), z.number()]).transform(String).catch(''),
  Make: text,
  Model: text,
  LensModel: text,
  ExposureTime: number,
  FNumber: number,
  ISO: number,
  FocalLength: number,
  latitude: number,
  longitude: number,
})

/** Reads the EXIF block in sharp's form. Missing, damaged or implausible values become null. */
export async function readCaptureData(exif: Buffer | undefined, now: Date): Promise<CaptureData> {
  if (!exif) return nothing
  const start = exif.toString('latin1', 0, 4) === 'Exif' ? 6 : 0
  // The parser throws on damaged blocks; a photo without its data is still a photo.
  // oxlint-disable-next-line import/no-named-as-default-member -- Node sees the default export of the package only
  const raw: unknown = await exifr
    .parse(exif.subarray(start), { reviveValues: false, translateValues: false, xmp: false, icc: false, iptc: false })
    .catch(() => null)
  const parsed = exifSchema.safeParse(raw)
  if (!parsed.success) return nothing
  const tags = parsed.data
  const taken =
    readDate(tags.DateTimeOriginal, tags.SubSecTimeOriginal, tags.OffsetTimeOriginal || tags.OffsetTime, now) ??
    readDate(tags.CreateDate, '', tags.OffsetTimeDigitized || tags.OffsetTime, now)
  return {
    takenAt: taken?.at ?? null,
    takenOffset: taken?.offset ?? null,
    ...readPosition(tags.latitude, tags.longitude),
    details: readDetails(tags),
  }
}

function readDate(
  value: string,
  fraction: string,
  offset: string,
  now: Date,
): { at: string; offset: string | null } | null {
  const match = /^(\d{4})[:\-/.](\d{2})[:\-/.](\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?/.exec(value.trim())
  if (!match) return null
  const [, year, month, day, hour, minute, second = '00'] = match
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const time = new Date(`${iso}Z`)
  // JavaScript rolls an invalid date such as 31 February over; reject it.
  if (Number.isNaN(time.getTime()) || !time.toISOString().startsWith(iso)) return null
  if (Number(year) < earliestYear || time.getTime() > now.getTime() + futureAllowance) return null
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

function readPosition(
  latitude: number | undefined,
  longitude: number | undefined,
): { latitude: number | null; longitude: number | null } {
  const none = { latitude: null, longitude: null }
  if (latitude === undefined || longitude === undefined) return none
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return none
  // Receivers without a fix write exactly 0, 0.
  return latitude === 0 && longitude === 0 ? none : { latitude, longitude }
}

function readDetails(tags: z.infer<typeof exifSchema>): Record<string, string | number> {
  const details: Record<string, string | number> = {}
  const texts = { make: tags.Make, model: tags.Model, lens: tags.LensModel }
  for (const [name, value] of Object.entries(texts)) {
    const clean = value
      .toWellFormed()
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, maxDetailCharacters)
    if (clean) details[name] = clean
  }
  const numbers = {
    exposureSeconds: tags.ExposureTime,
    aperture: tags.FNumber,
    sensitivity: tags.ISO,
    focalLength: tags.FocalLength,
  }
  for (const [name, value] of Object.entries(numbers)) {
    if (value !== undefined && value > 0) details[name] = value
  }
  return details
}
