import { type PagedList, connectionOf } from '../../relay/connection.ts'
import { listScope } from '../../relay/cursor.ts'
import type { PhotoLibraryResolvers } from '../../__generated__/resolvers.ts'
import type { AlbumModel, SharedAlbumModel } from './models.ts'

const defaultFirst = 50

/** Resolves the album fields of `PhotoLibrary`. */
export const PhotoLibrary: Pick<PhotoLibraryResolvers, 'albums' | 'sharedAlbums' | 'sharedAlbumsCount'> = {
  sharedAlbumsCount: (_library, _args, { albums }) => albums.countSharedAlbums(),
  albums: ({ accountId }, { includeShared, ...page }, { albums }) => {
    const list: PagedList<AlbumModel> = {
      scope: listScope(['albums', accountId, includeShared ? 'all' : 'own']),
      defaultFirst,
      idOf: ({ albumId }) => albumId,
      fetch: (cursor, limit) => albums.listAlbums({ cursor, limit, includeShared }),
    }
    return connectionOf(list, page)
  },
  sharedAlbums: ({ accountId }, page, { albums }) => {
    const list: PagedList<SharedAlbumModel> = {
      scope: listScope(['sharedAlbums', accountId]),
      defaultFirst,
      idOf: ({ albumId }) => albumId,
      fetch: (cursor, limit) => albums.listSharedAlbums({ cursor, limit }),
    }
    return connectionOf(list, page)
  },
}
