import { type PagedList, connectionOf } from '../../relay/connection.ts'
import { listScope } from '../../relay/cursor.ts'
import type { ViewerResolvers } from '../../__generated__/resolvers.ts'
import type { DownloadModel } from './models.ts'

const defaultFirst = 50

/** Resolves the archive fields of `Viewer`. */
export const Viewer: Pick<ViewerResolvers, 'downloads'> = {
  downloads: ({ accountId }, page, { downloads }) => {
    const list: PagedList<DownloadModel> = {
      scope: listScope(['downloads', accountId]),
      defaultFirst,
      idOf: ({ id }) => id,
      fetch: (cursor, limit) => downloads.list(cursor, limit),
    }
    return connectionOf(list, page)
  },
}
