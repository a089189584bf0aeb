import { type WirePhoto, toWirePhoto } from '../wirePhoto.ts'
import type { z } from 'zod'
import type { Blobs } from '../../platform/platform.ts'
import type { albumSchema, sharedAlbumSchema } from '../wireSchemas.ts'
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

export function toWireAlbum(blobs: Blobs, album: AlbumRow): WireAlbum {
  const { album_owner_id: userId, participants } = album
  return { ...factsOf(blobs, album, userId), userId, isShared: participants.length > 0 }
}

export function toWireSharedAlbum(blobs: Blobs, album: AlbumRow): WireSharedAlbum {
  return {
    ...factsOf(blobs, album),
    isShared: true,
    ownerId: album.album_owner_id,
    owner: { email: album.album_owner_email },
    participants: album.participants.map((email) => ({ email })),
  }
}

function factsOf(blobs: Blobs, album: AlbumRow, viewerId?: string): Omit<WireAlbum, 'userId' | 'isShared'> {
  return {
    albumId: album.album_id,
    albumName: album.album_name,
    coverPhoto: album.id === null ? null : withOwner(toWirePhoto(blobs, album), album, viewerId),
    photosCount: album.photos_count,
    created: album.album_created_at.toISOString(),
    updated: album.album_updated_at.toISOString(),
  }
}
