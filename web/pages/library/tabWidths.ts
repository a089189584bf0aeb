import { preferences } from '../../app/storage.ts'

const key = 'keepsake.tabWidths'
/** The widths (in characters) of the counts of photos and of albums. */
type Widths = readonly [number, number]

const smallest = 3
/** The widths while this device has stored no counts: enough for 99,999 photos. */
const unknown: Widths = [6, smallest]

/** The widths of the counts, as the previous view has stored them. */
export function lastTabWidths(): Widths {
  const [photos, albums] = (preferences.getItem(key) ?? '').split(' ').map(Number)
  return photos && albums ? [Math.max(photos, smallest), Math.max(albums, smallest)] : unknown
}

/** Stores the widths of the counts for the next view. */
export function rememberTabWidths(widths: Widths): void {
  const text = widths.join(' ')
  if (text !== preferences.getItem(key)) preferences.setItem(key, text)
}
