import { decodeGlobalId, encodeGlobalId } from './globalId.ts'
import { serviceIdPattern } from './photoId.ts'

/** The global id of an album. */
export function albumIdOf(albumId: string): string {
  return encodeGlobalId('Album', albumId)
}

/** The global id of the same album as its owner and participants see it. */
export function sharedAlbumIdOf(albumId: string): string {
  return encodeGlobalId('SharedAlbum', albumId)
}

/** The service's id of an album's, or shared album's, global id; null when it is none. */
export function serviceAlbumIdOf(type: 'Album' | 'SharedAlbum', id: string): string | null {
  const named = decodeGlobalId(id)
  return named?.type === type && serviceIdPattern.test(named.key) ? named.key : null
}
