import { encodeGlobalId } from '../../relay/globalId.ts'
import type { ImportedAlbumResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `ImportedAlbum`. */
export const ImportedAlbum: ImportedAlbumResolvers = {
  albumId: ({ albumId }) => (typeof albumId === 'string' ? encodeGlobalId('Album', albumId) : null),
}
