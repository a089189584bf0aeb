import type { WirePhoto } from '../../upstream/photos/wire.ts'

type Thumbnails = WirePhoto['thumbnails']

/** The local time without the UTC offset that some services add. */
export function localTimeOf(dateTaken: string | null | undefined): string | null {
  return dateTaken?.replace(/(Z|[+-]\d\d:?\d\d)$/, '') ?? null
}

/** The renditions, smallest first. */
export function sortByWidth(thumbnails: Thumbnails): Thumbnails {
  return thumbnails.toSorted((one, other) => one.width - other.width)
}

/** The smallest rendition that is at least as wide as requested, else the largest one. */
export function thumbnailOf(thumbnails: Thumbnails, width: number): Thumbnails[number] | null {
  let best: Thumbnails[number] | null = null
  for (const candidate of thumbnails) {
    if (best === null) best = candidate
    else if (
      best.width < width ? candidate.width > best.width : candidate.width >= width && candidate.width < best.width
    )
      best = candidate
  }
  return best
}
