/** When a file was last changed: an instant, or a local time, with its UTC offset if the offset is known. */
export type ZipTime = Date | { readonly local: string; readonly offset: string | null }

const firstDosYear = 1980
const lastDosYear = 2107
const longestSeconds = 2 ** 31

/**
 * The date and time fields of MS-DOS, in steps of two seconds. They hold local time, because they have no time zone.
 */
export function dosTime(time: ZipTime): { readonly date: number; readonly time: number } {
  const clock = new Date(clockOf(time))
  const year = clock.getUTCFullYear()
  // Also true for NaN, an invalid time.
  if (!(year >= firstDosYear)) return { date: (1 << 5) | 1, time: 0 }
  if (year > lastDosYear) return { date: ((lastDosYear - firstDosYear) << 9) | (12 << 5) | 31, time: 0 }
  return {
    date: ((year - firstDosYear) << 9) | ((clock.getUTCMonth() + 1) << 5) | clock.getUTCDate(),
    time: (clock.getUTCHours() << 11) | (clock.getUTCMinutes() << 5) | (clock.getUTCSeconds() >> 1),
  }
}

/**
 * Seconds since 1970, if the extended timestamp can hold them. Null if the UTC offset is unknown: then unpacking shows
 * the local time.
 */
export function unixSeconds(time: ZipTime): number | null {
  const offset = time instanceof Date ? 0 : offsetMinutes(time.offset)
  if (offset === null) return null
  const seconds = Math.floor((clockOf(time) - offset * 60_000) / 1_000)
  return seconds >= -longestSeconds && seconds < longestSeconds ? seconds : null
}

/** The local time, read as if it were UTC. */
function clockOf(time: ZipTime): number {
  return time instanceof Date ? time.getTime() : Date.parse(`${time.local.slice(0, 19)}Z`)
}

function offsetMinutes(offset: string | null): number | null {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)/.exec(offset ?? '') ?? []
  return sign === undefined ? null : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
