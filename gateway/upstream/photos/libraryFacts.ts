import { jsonOf } from '../live/jsonOf.ts'
import { wireAlbumFact, wireEvent, wirePhotoFact, wirePhotoFacts } from './wire.ts'

/** A message of the library's event stream. With neither photos nor albums it only tells where the stream stands. */
export interface LibraryFact {
  /** Rises along the stream. */
  readonly position: bigint
  /** What happened to photos, all at this position. */
  readonly photos: readonly PhotoFact[]
  /** What happened to albums, likewise. */
  readonly albums: readonly AlbumFact[]
}

/** A photo came or went. */
export interface PhotoFact {
  readonly kind: 'added' | 'removed'
  readonly imageId: string
  /** 0 without a date, like the month. */
  readonly year: number
  readonly month: number
}

/** An album came or changed in any way, or went, in one of the forms that it has for the reader. */
export interface AlbumFact {
  readonly kind: 'changed' | 'removed'
  readonly albumId: string
  readonly form: 'own' | 'shared'
}

/** Facts are kept by the thousand: those without photos, or without albums, share one list. */
const none: readonly never[] = []

const photoKinds = new Map<string, PhotoFact['kind']>([
  ['photo.added', 'added'],
  ['photo.removed', 'removed'],
])
const albumKinds = new Map<string, AlbumFact['kind']>([
  ['album.changed', 'changed'],
  ['album.removed', 'removed'],
])
/** One event that tells of many photos, some hundred at most. */
const removalOfMany = 'photos.removed'

/** That the stream stands there. */
export function positionFact(position: bigint): LibraryFact {
  return { position, photos: none, albums: none }
}

/** What a message tells; null when it cannot be read. Kinds of events that are not known move the position only. */
export function factOf(text: string): LibraryFact | null {
  const event = jsonOf(text)
  if (!wireEvent.accepts(event)) return null
  const { type, data } = event
  const position = BigInt(event.id)
  const photoKind = photoKinds.get(type)
  if (photoKind) return wirePhotoFact.accepts(data) ? photoFact(position, photoKind, data) : null
  const albumKind = albumKinds.get(type)
  if (albumKind) return wireAlbumFact.accepts(data) ? albumFacts(position, albumKind, data) : null
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
