import { type WirePhoto, toWirePhoto } from '../wirePhoto.ts'
import type { z } from 'zod'
import type { AlbumLink, Blobs } from '../../platform/blobs/blobs.ts'
import type { albumSchema, sharedAlbumSchema } from '../wireSchemas.ts'
import type { PhotoRow } from '../pages.ts'
import type { AlbumRow, OwnedPhotoRow } from './albumRows.ts'

type WireAlbum = z.infer<typeof albumSchema>
type WireSharedAlbum = z.infer<typeof sharedAlbumSchema>

/**
 * Adds a photo's owner.
 * @param viewerId the account whose own photos get no owner; undefined: all photos get their owner
 */
export function withOwner<Wire extends WirePhoto>(
  wire: Wire,
  photo: OwnedPhotoRow,
  viewerId?: string,
): Wire & { readonly ownerId?: string; readonly ownerEmail?: string } {
  return photo.owner_id === viewerId ? wire : { ...wire, ownerId: photo.owner_id, ownerEmail: photo.photo_owner_email }
}

/** The link by which an album shares a photo with an account. Undefined for the account's own photos. */
export function linkFor(viewerId: string, photo: PhotoRow, link: AlbumLink): AlbumLink | undefined {
  return photo.owner_id === viewerId ? undefined : link
}

/**
 * A photo as a member of the album sees it. The location is shown to the photo's owner, and to others if the owner
 * shares locations (docs/decisions/0374).
 */
export function forMember(photo: OwnedPhotoRow, viewerId: string): OwnedPhotoRow {
  const isShown = photo.owner_id === viewerId || photo.shares_location
  return isShown ? photo : { ...photo, latitude: null, longitude: null }
}

export function toWireAlbum(blobs: Blobs, album: AlbumRow): WireAlbum {
  const { album_owner_id: userId, participants } = album
  return { ...factsOf(album, toCover(blobs, album, userId, userId)), userId, isShared: participants.length > 0 }
}

/** @param viewerId the caller */
export function toWireSharedAlbum(blobs: Blobs, album: AlbumRow, viewerId: string): WireSharedAlbum {
  return {
    ...factsOf(album, toCover(blobs, album, viewerId)),
    isShared: true,
    sharesLocations: album.shares_locations,
    ownerId: album.album_owner_id,
    owner: { email: album.album_owner_email },
    participants: album.participants.map((email) => ({ email })),
  }
}

/** @param hiddenOwnerId the account whose photo gets no owner; undefined: the photo gets its owner */
function toCover(blobs: Blobs, album: AlbumRow, viewerId: string, hiddenOwnerId?: string): WireAlbum['coverPhoto'] {
  if (album.id === null) return null
  const link = { albumId: album.album_id, generation: album.links_generation }
  const photo = forMember(album, viewerId)
  return withOwner(toWirePhoto(blobs, photo, linkFor(viewerId, photo, link)), photo, hiddenOwnerId)
}

function factsOf(album: AlbumRow, coverPhoto: WireAlbum['coverPhoto']): Omit<WireAlbum, 'userId' | 'isShared'> {
  return {
    albumId: album.album_id,
    albumName: album.album_name,
    coverPhoto,
    photosCount: album.photos_count,
    created: album.album_created_at.toISOString(),
    updated: album.album_updated_at.toISOString(),
  }
}
