import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type CountryCode, countryCodes } from '../catalogue/catalogue.ts'

const holidaysSchema = z.record(
  z.enum(countryCodes),
  z.strictObject({
    /** Such as `12-25`. */
    fixed: z.array(z.string().regex(/^\d\d-\d\d$/)),
    daysAfterEaster: z.array(z.number().int()),
  }),
)

/** The public holidays on which parcels are not delivered, per country. */
export type Holidays = z.infer<typeof holidaysSchema>

/** A day without a time, as text such as `2026-12-24`. Texts of days sort by date. */
export type Day = string

/** The country of the factory, whose holidays interrupt production. Days begin and end in its time zone. */
export const factory = { country: 'NL', timeZone: 'Europe/Amsterdam' } as const

/**
 * Reads the file of holidays.
 * @throws ZodError that says what is wrong in it
 */
export function readHolidays(): Holidays {
  return holidaysSchema.parse(JSON.parse(readFileSync(new URL('holidays.json', import.meta.url), 'utf8')))
}

/** The day at the factory. */
export function todayAt(now: Date): Day {
  // The Swedish format is year, month, day.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: factory.timeZone }).format(now)
}

/** The day that is this many days later; earlier if negative. */
export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** 0 is Sunday, 6 is Saturday. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

/** The latest day that is followed by this many working days of the country, up to and including `end`. */
export function workingDaysBefore(end: Day, count: number, country: CountryCode, holidays: Holidays): Day {
  let day = end
  for (let left = count; left > 0; day = addDays(day, -1)) {
    if (isWorkingDay(day, country, holidays)) left -= 1
  }
  return day
}

/** The earliest day by which this many working days of the country have passed since `start`, which is not counted. */
export function workingDaysAfter(start: Day, count: number, country: CountryCode, holidays: Holidays): Day {
  let day = start
  for (let left = count; left > 0;) {
    day = addDays(day, 1)
    if (isWorkingDay(day, country, holidays)) left -= 1
  }
  return day
}

function isWorkingDay(day: Day, country: CountryCode, holidays: Holidays): boolean {
  const weekday = weekdayOf(day)
  if (weekday === 0 || weekday === 6) return false
  const { fixed, daysAfterEaster } = holidays[country]
  const easter = easterOf(Number(day.slice(0, 4)))
  return !fixed.includes(day.slice(5)) && !daysAfterEaster.some((days) => addDays(easter, days) === day)
}

/** Easter Sunday of a year, by Gauss's rule as completed by Lichtenberg. */
export function easterOf(year: number): Day {
  const century = Math.floor(year / 100)
  const moonShift = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25)
  const sunShift = 2 - Math.floor((3 * century + 3) / 4)
  const moon = year % 19
  const seed = (19 * moon + moonShift) % 30
  const fullMoon = 21 + seed - Math.floor((seed + Math.floor(moon / 11)) / 29)
  const firstSunday = 7 - ((year + Math.floor(year / 4) + sunShift) % 7)
  const daysToSunday = 7 - ((((fullMoon - firstSunday) % 7) + 7) % 7)
  // `fullMoon` counts days from 1 March, which is day 1.
  return addDays(`${year}-03-01`, fullMoon + daysToSunday - 1)
}
