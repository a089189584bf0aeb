import { randomUUID } from 'node:crypto'

/** A photo on the wire, as the photos service sends it. */
export interface WirePhoto {
  imageId: string
  uploadId: string
  localFileName: string
  url: string
  untouchedUrl: string
  location: { latitude: number; longitude: number } | null
  created: string
  thumbnails: { id: string; url: string; width: number; height: number }[]
  dateTaken?: string
  dateTakenOffset?: string
  visibleWidth: number
  visibleHeight: number
  thumbhash: string
  pictureProblem?: string
}

/** Returns the service's id of the photo with this number. */
export function imageIdOf(number: number): string {
  return `018f3c1a-1111-7000-8000-${tailOf(number)}`
}

function tailOf(number: number): string {
  return number.toString(16).padStart(12, '0')
}

/** Builds the photo with this number. Its id and times are always the same. */
export function buildPhoto(number: number, dateTaken?: string): WirePhoto {
  const minute = String(number % 60).padStart(2, '0')
  const hour = String(Math.floor(number / 60) % 24).padStart(2, '0')
  return {
    imageId: imageIdOf(number),
    uploadId: `018f3c1a-2222-7000-8000-${tailOf(number)}`,
    localFileName: `IMG_${number}.jpg`,
    url: `https://images.test/${number}.jpg`,
    untouchedUrl: `https://images.test/${number}.original.jpg`,
    location: number % 2 === 0 ? { latitude: 52.1, longitude: 5.2 } : null,
    created: `2026-03-01T${hour}:${minute}:00Z`,
    thumbnails: [800, 300, 1300].map((width) => ({
      id: String(width),
      url: `https://images.test/${number}.${width}.jpg`,
      width,
      height: Math.round(width * 0.75),
    })),
    ...(dateTaken !== undefined && { dateTaken, dateTakenOffset: '+02:00' }),
    visibleWidth: 4000,
    visibleHeight: 3000,
    thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  }
}

/** Builds the file details in the service's response to a lookup by id. Photos with odd numbers have no camera data. */
export function buildDetails({ localFileName }: WirePhoto): Record<string, unknown> {
  const number = Number(/\d+/.exec(localFileName)?.[0] ?? 0)
  const file = { fileSize: 3_000_000_000 + number, contentType: 'image/jpeg' }
  if (number % 2 === 1) return file
  const camera = { cameraMake: 'Pentacon', cameraModel: 'Six', lensModel: 'Biometar 80' }
  return { ...file, ...camera, focalLength: 80, fNumber: 2.8, exposureTime: 0.008, sensitivity: 100 }
}

/** A photo in the trash. */
export type WireTrashedPhoto = WirePhoto & { readonly deleted: string; readonly expires: string }

/** Builds the photo with this number as a deleted photo. It was deleted in March 2026, and is kept for 30 days. */
export function buildTrashed(number: number): WireTrashedPhoto {
  const at = { deleted: '2026-03-02T10:00:00.000Z', expires: '2026-04-01T10:00:00.000Z' }
  return { ...buildPhoto(number, '2024-05-01T10:00:00'), ...at }
}

/** Which page of a list to return. */
export interface Listing {
  readonly cursor?: string | undefined
  readonly limit: number
  readonly sortKey: string
  readonly sortOrder: string
  /** Returns the photos before the cursor instead of those after it, beginning with the nearest. */
  readonly isReversed?: boolean
}

/** A page of photos on the wire. */
export interface WirePage {
  readonly cursor: string | null
  readonly images: WirePhoto[]
}

/** A month of the timeline. Photos without a date are in the month 0 of the year 0. */
export interface Month {
  readonly year: number
  readonly month: number
}

/** One customer's photos, with the service's keyset pagination. */
export class PhotoLibrary {
  photos: WirePhoto[] = []
  /** The deleted photos. The photo that was deleted last comes first. */
  trash: WireTrashedPhoto[] = []
  /** What lookups say about the files of photos, by their ids. Other photos have invented details. */
  readonly details = new Map<string, Record<string, unknown>>()
  readonly #selections = new Map<string, readonly string[]>()

  get photosCount(): number {
    return this.photos.length
  }

  /** Returns a page of all photos, or of those of a month. Returns null for an invalid cursor. */
  page(listing: Listing, month?: Month): WirePage | null {
    return this.list(month ? this.inMonth(month) : this.photos, listing)
  }

  /** Sorts photos and returns a page of them. Returns null for an invalid cursor. */
  list(photos: readonly WirePhoto[], listing: Listing): WirePage | null {
    const { cursor, limit, sortKey } = listing
    const compare = comparison(listing)
    const sorted = photos
      .map((photo) => ({ photo, key: sortKeyOf(photo, sortKey) }))
      .toSorted((one, other) => compare(one.key, other.key))
    const after = cursor === undefined ? null : decodeCursor(cursor)
    if (after === undefined) return null
    const rest = after === null ? sorted : sorted.filter(({ key }) => compare(key, after) > 0)
    const page = rest.slice(0, limit)
    const last = page.at(-1)
    return {
      cursor: rest.length > limit && last ? encodeCursor(last.key) : null,
      images: page.map(({ photo }) => photo),
    }
  }

  /** Takes photos out of the trash. `failed` has the ids of photos that are not in the trash. */
  takeFromTrash(photoIds: readonly string[]): { taken: readonly WireTrashedPhoto[]; failed: string[] } {
    const taken = this.trash.filter(({ imageId }) => photoIds.includes(imageId))
    this.trash = this.trash.filter((photo) => !taken.includes(photo))
    return { taken, failed: photoIds.filter((id) => !taken.some(({ imageId }) => imageId === id)) }
  }

  /** Returns the photos with these ids. */
  having(photoIds: readonly string[]): WirePhoto[] {
    const wanted = new Set(photoIds)
    return this.photos.filter(({ imageId }) => wanted.has(imageId))
  }

  has(photoId: string): boolean {
    return this.having([photoId]).length > 0
  }

  /** Returns the photos before and after a photo. Returns null if the photo is not in the library. */
  neighbours(
    photoId: string,
    { sortKey, sortOrder }: Pick<Listing, 'sortKey' | 'sortOrder'>,
  ): { previous: WirePhoto | null; next: WirePhoto | null } | null {
    const [photo] = this.having([photoId])
    if (!photo) return null
    const listing = { sortKey, sortOrder, limit: 1, cursor: encodeCursor(sortKeyOf(photo, sortKey)) }
    const nearest = (isReversed: boolean) => this.page({ ...listing, isReversed })?.images[0] ?? null
    return { previous: nearest(true), next: nearest(false) }
  }

  /** Deletes photos. Returns the ids of those that are not in the library, or cannot be deleted. */
  remove(photoIds: readonly string[]): string[] {
    const removed = new Set(
      idsOf(this.having(photoIds).filter(({ localFileName }) => !localFileName.startsWith('LOCKED'))),
    )
    this.photos = this.photos.filter(({ imageId }) => !removed.has(imageId))
    return photoIds.filter((id) => !removed.has(id))
  }

  /** Deletes this many photos, or all if there are fewer. */
  removeFirst(count: number): void {
    this.photos = this.photos.slice(count)
  }

  /** Creates a selection of the given photos that are in the library and can be shown. */
  select(photoIds: readonly string[]): { id: string | null; withoutPicture: string[] } {
    const byId = new Map(this.having(photoIds).map((photo) => [photo.imageId, photo]))
    const found = photoIds.flatMap((id) => byId.get(id) ?? [])
    const withoutPicture = idsOf(found.filter(({ pictureProblem }) => pictureProblem !== undefined))
    const chosen = idsOf(found.filter(({ pictureProblem }) => pictureProblem === undefined))
    if (chosen.length === 0) return { id: null, withoutPicture }
    const id = randomUUID()
    this.#selections.set(id, chosen)
    return { id, withoutPicture }
  }

  /** Returns the photos of a selection that still exist. An id that starts with 'newest' means all photos. */
  selected(id: string): string[] | null {
    if (id.startsWith('newest')) {
      const all = this.page({ sortKey: 'dateTaken', sortOrder: 'desc', limit: this.photosCount })
      return idsOf(all?.images ?? [])
    }
    const chosen = this.#selections.get(id)
    if (!chosen) return null
    const remaining = new Set(idsOf(this.having(chosen)))
    return chosen.filter((photoId) => remaining.has(photoId))
  }

  inMonth({ year, month }: Month): WirePhoto[] {
    return this.photos.filter((photo) => {
      const own = monthOf(photo)
      return own.year === year && (own.month === month || year === 0)
    })
  }

  /** Returns how many photos each month has, by year and month. */
  counts(): Record<string, Record<string, number>> {
    const counts: Record<string, Record<string, number>> = {}
    for (const photo of this.photos) addToCounts(counts, monthOf(photo), 1)
    return counts
  }
}

/** Adds to the number of photos of a month. */
export function addToCounts(
  counts: Record<string, Record<string, number>>,
  { year, month }: Month,
  count: number,
): void {
  const months = (counts[year] ??= {})
  months[month] = (months[month] ?? 0) + count
}

/** Returns the month in which the timeline shows a photo. */
export function monthOf({ dateTaken }: Pick<WirePhoto, 'dateTaken'>): Month {
  if (!dateTaken) return { year: 0, month: 0 }
  return { year: Number(dateTaken.slice(0, 4)), month: Number(dateTaken.slice(5, 7)) }
}

/** The place of a photo in a sorted list: 1 if the photo has no date and so comes last, else 0; the time; the id. */
export type SortKey = readonly [number, string, string]

export function sortKeyOf({ created, dateTaken, imageId }: WirePhoto, sortKey: string): SortKey {
  if (sortKey === 'created') return [0, created, imageId]
  return dateTaken === undefined ? [1, created, imageId] : [0, dateTaken, imageId]
}

/** Compares the places of two photos in a list. */
export function comparison({
  sortOrder,
  isReversed = false,
}: Pick<Listing, 'sortOrder' | 'isReversed'>): (one: SortKey, other: SortKey) => number {
  const direction = sortOrder === 'asc' ? 1 : -1
  const sign = isReversed ? -1 : 1
  return (one, other) =>
    sign * (one[0] - other[0] || direction * (compareTexts(one[1], other[1]) || compareTexts(one[2], other[2])))
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function encodeCursor(key: SortKey): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** Returns the place after which a page begins. Returns undefined for an invalid cursor. */
export function decodeCursor(cursor: string): SortKey | undefined {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!Array.isArray(key) || key.length !== 3) return undefined
    return [Number(key[0]), String(key[1]), String(key[2])]
  } catch {
    return undefined
  }
}

function idsOf(photos: readonly WirePhoto[]): string[] {
  return photos.map(({ imageId }) => imageId)
}
