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

interface Listing {
  readonly cursor?: string | undefined
  readonly limit: number
  readonly sortKey: string
  readonly sortOrder: string
}

/** One customer's photos, with the service's keyset pagination. */
export class PhotoLibrary {
  photos: WirePhoto[] = []
  /** The deleted photos. The photo that was deleted last comes first. */
  trash: WireTrashedPhoto[] = []
  readonly #selections = new Map<string, readonly string[]>()

  list(photos: readonly WirePhoto[], { cursor, limit, sortKey, sortOrder }: Listing) {
    const direction = sortOrder === 'asc' ? 1 : -1
    const keyOf = (photo: WirePhoto): [number, string, string] => {
      if (sortKey === 'created') return [0, photo.created, photo.imageId]
      return photo.dateTaken === undefined ? [1, photo.created, photo.imageId] : [0, photo.dateTaken, photo.imageId]
    }
    const compare = (one: [number, string, string], other: [number, string, string]) =>
      one[0] - other[0] ||
      direction * (one[1] < other[1] ? -1 : one[1] > other[1] ? 1 : one[2] < other[2] ? -1 : one[2] > other[2] ? 1 : 0)
    const sorted = photos
      .map((photo) => ({ photo, key: keyOf(photo) }))
      .toSorted((one, other) => compare(one.key, other.key))
    const after = cursor === undefined ? null : decode(cursor)
    if (after === undefined) return null
    const rest = after === null ? sorted : sorted.filter(({ key }) => compare(key, after) > 0)
    const page = rest.slice(0, limit)
    const last = page.at(-1)
    return {
      cursor: rest.length > limit && last ? Buffer.from(JSON.stringify(last.key)).toString('base64url') : null,
      images: page.map(({ photo }) => photo),
    }
  }

  /** Takes photos out of the trash. `failed` has the ids of photos that are not in the trash. */
  takeFromTrash(photoIds: readonly string[]): { taken: readonly WireTrashedPhoto[]; failed: string[] } {
    const taken = this.trash.filter(({ imageId }) => photoIds.includes(imageId))
    this.trash = this.trash.filter((photo) => !taken.includes(photo))
    return { taken, failed: photoIds.filter((id) => !taken.some(({ imageId }) => imageId === id)) }
  }

  /** Returns all photos in an order. */
  inOrder(order: Pick<Listing, 'sortKey' | 'sortOrder'>): readonly WirePhoto[] {
    return this.list(this.photos, { ...order, limit: this.photos.length })?.images ?? []
  }

  /** Creates a selection of the given photos that are in the library and can be shown. */
  select(photoIds: readonly string[]): { id: string | null; withoutPicture: string[] } {
    const found = photoIds.flatMap((id) => this.photos.find(({ imageId }) => imageId === id) ?? [])
    const withoutPicture = idsOf(found.filter(({ pictureProblem }) => pictureProblem !== undefined))
    const chosen = idsOf(found.filter(({ pictureProblem }) => pictureProblem === undefined))
    if (chosen.length === 0) return { id: null, withoutPicture }
    const id = randomUUID()
    this.#selections.set(id, chosen)
    return { id, withoutPicture }
  }

  /** Returns the remaining photos of a selection. An id that starts with 'newest' selects all photos. */
  selected(id: string): string[] | null {
    const all = () => this.inOrder({ sortKey: 'dateTaken', sortOrder: 'desc' }).map(({ imageId }) => imageId)
    if (id.startsWith('newest')) return all()
    return this.#selections.get(id)?.filter((photo) => this.photos.some(({ imageId }) => imageId === photo)) ?? null
  }

  inMonth(year: number, month: number): WirePhoto[] {
    return this.photos.filter(({ dateTaken }) => {
      if (dateTaken === undefined) return year === 0
      return Number(dateTaken.slice(0, 4)) === year && Number(dateTaken.slice(5, 7)) === month
    })
  }

  counts(): Record<string, Record<string, number>> {
    const counts: Record<string, Record<string, number>> = {}
    for (const { dateTaken } of this.photos) {
      const [year, month] = dateTaken ? [Number(dateTaken.slice(0, 4)), Number(dateTaken.slice(5, 7))] : [0, 0]
      const months = (counts[year] ??= {})
      months[month] = (months[month] ?? 0) + 1
    }
    return counts
  }
}

function decode(cursor: string): [number, string, string] | undefined {
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
