import { type WirePhoto, toWirePhoto } from '../wirePhoto.ts'
import type { Blobs } from '../../platform/platform.ts'
import type { AlbumRow, OwnedPhotoRow } from './albumRows.ts'

/** The fields of both forms of an album. */
interface WireAlbumFacts {
  readonly albumId: string
  readonly albumName: string
  readonly coverPhoto: WirePhoto | null
  readonly photosCount: number
  readonly created: string
  readonly updated: string
}

/** An album in the form for its owner. */
export interface WireAlbum extends WireAlbumFacts {
  readonly userId: string
  readonly isShared: boolean
}

/** An album in the form for its owner and its participants. */
export interface WireSharedAlbum extends WireAlbumFacts {
  readonly isShared: true
  readonly ownerId: string
  readonly owner: { readonly email: string }
  readonly participants: readonly { readonly email: string }[]
}

/**
 * Adds a photo's owner.
 * @param viewerId whose own photos get no owner; undefined: all photos get one
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

function factsOf(blobs: Blobs, album: AlbumRow, viewerId?: string): WireAlbumFacts {
  return {
    albumId: album.album_id,
    albumName: album.album_name,
    coverPhoto: album.id === null ? null : withOwner(toWirePhoto(blobs, album), album, viewerId),
    photosCount: album.photos_count,
    created: album.album_created_at.toISOString(),
    updated: album.album_updated_at.toISOString(),
  }
}
