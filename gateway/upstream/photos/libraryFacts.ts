import { jsonOf } from '../live/jsonOf.ts'
import {
  type WireEndedUpload,
  wireAlbumFact,
  wireEndedUploads,
  wireEvent,
  wirePhotoFact,
  wirePhotoFacts,
} from './wire.ts'

/**
 * A message of the library's event stream, or a count that polling found. A message without changes only moves the
 * reader's position in the stream.
 */
export interface LibraryFact {
  /** Increases along the stream; null for changes that polling found. */
  readonly position: bigint | null
  /** Changes to photos, all at this position. */
  readonly photos: readonly PhotoFact[]
  /** Changes to albums, all at this position. */
  readonly albums: readonly AlbumFact[]
  /** Uploads that have ended, all at this position. */
  readonly uploads?: readonly WireEndedUpload[]
  /** True when photos were moved to the trash, or have left it. */
  readonly isTrashChanged?: boolean
  /** A count that polling found. */
  readonly count?: LibraryCount
  /** True when the service does not keep all events up to this position any more: anything may have changed. */
  readonly isTruncated?: boolean
}

/**
 * How many photos a month has, or how many albums the library has, for a service that does not report single changes.
 */
export interface LibraryCount {
  readonly value: number
  /** Null for the albums. */
  readonly month: { readonly year: number; readonly month: number } | null
}

/** A photo was added or removed. */
export interface PhotoFact {
  readonly kind: 'added' | 'removed'
  readonly imageId: string
  /** The year and the month are both 0 for a photo without a date. */
  readonly year: number
  readonly month: number
}

/**
 * An album was created, changed or removed: in the list of the customer's own albums, or in the list of shared albums.
 */
export interface AlbumFact {
  readonly kind: 'changed' | 'removed'
  readonly albumId: string
  readonly form: 'own' | 'shared'
}

/** Thousands of facts are buffered: facts without photos or albums share one empty list. */
const none: readonly never[] = []

const photoKinds = new Map<string, PhotoFact['kind']>([
  ['photo.added', 'added'],
  ['photo.removed', 'removed'],
])
const albumKinds = new Map<string, AlbumFact['kind']>([
  ['album.changed', 'changed'],
  ['album.removed', 'removed'],
])
/** One event for up to a few hundred photos. */
const removalOfMany = 'photos.removed'
const endOfUploads = 'uploads.ended'
const changeOfTrash = 'trash.changed'

/** A fact that holds only a position. */
export function positionFact(position: bigint | null): LibraryFact {
  return { position, photos: none, albums: none }
}

/** A fact that holds only a count. */
export function countFact(count: LibraryCount): LibraryFact {
  return { ...positionFact(null), count }
}

/** The key of the counted list: a month, or `albums`. Null for a fact without a count. */
export function countedIn({ count }: LibraryFact): string | null {
  if (!count) return null
  return count.month ? `${count.month.year}-${count.month.month}` : 'albums'
}

/** Parses a message. Null when it cannot be read; a message of an unknown type gives a fact with only a position. */
export function factOf(text: string): LibraryFact | null {
  const event = jsonOf(text)
  if (!wireEvent.accepts(event)) return null
  const { type, data } = event
  const position = BigInt(event.id)
  if (event.isTruncated) return { ...positionFact(position), isTruncated: true, isTrashChanged: true }
  const photoKind = photoKinds.get(type)
  if (photoKind) return wirePhotoFact.accepts(data) ? photoFact(position, photoKind, data) : null
  const albumKind = albumKinds.get(type)
  if (albumKind) return wireAlbumFact.accepts(data) ? albumFacts(position, albumKind, data) : null
  if (type === endOfUploads) {
    return wireEndedUploads.accepts(data) ? { ...positionFact(position), uploads: data.uploads } : null
  }
  if (type === changeOfTrash) return { ...positionFact(position), isTrashChanged: true }
  if (type !== removalOfMany) return positionFact(position)
  if (!wirePhotoFacts.accepts(data)) return null
  const photos = data.photos.map(({ imageId, year, month }) => ({ kind: 'removed' as const, imageId, year, month }))
  return { position, photos, albums: none }
}

function photoFact(
  position: bigint,
  kind: PhotoFact['kind'],
  { imageId, year, month }: Omit<PhotoFact, 'kind'>,
): LibraryFact {
  return { position, photos: [{ kind, imageId, year, month }], albums: none }
}

function albumFacts(
  position: bigint,
  kind: AlbumFact['kind'],
  { albumId, isOwner, isShared }: { albumId: string; isOwner: boolean; isShared: boolean },
): LibraryFact {
  const albums: AlbumFact[] = []
  if (isOwner) albums.push({ kind, albumId, form: 'own' })
  if (isShared) albums.push({ kind, albumId, form: 'shared' })
  return { position, photos: none, albums }
}
