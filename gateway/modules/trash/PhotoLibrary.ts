import { type PagedList, connectionOf } from '../../relay/connection.ts'
import { listScope } from '../../relay/cursor.ts'
import type { PhotoLibraryResolvers } from '../../__generated__/resolvers.ts'
import type { TrashedPhotoModel } from './models.ts'

const defaultFirst = 100

/** Resolves the trash field of `PhotoLibrary`. */
export const PhotoLibrary: Pick<PhotoLibraryResolvers, 'trash'> = {
  trash: async ({ accountId }, page, { trash }) => {
    if (!(await trash.isOffered())) return null
    const list: PagedList<TrashedPhotoModel> = {
      scope: listScope(['trash', accountId]),
      defaultFirst,
      idOf: ({ imageId }) => imageId,
      fetch: (cursor, limit) => trash.list(cursor, limit),
    }
    return connectionOf(list, page)
  },
}
