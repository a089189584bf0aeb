import { type PagedList, connectionOf } from '../../relay/connection.ts'
import { listScope } from '../../relay/cursor.ts'
import type { ViewerResolvers } from '../../__generated__/resolvers.ts'
import type { ProjectModel } from './models.ts'

const defaultFirst = 10
const lists = { SAVED: 'saved', DELETED: 'deleted' } as const

/** Resolves the projects of `Viewer`. */
export const Viewer: Pick<ViewerResolvers, 'projects'> = {
  projects: async ({ accountId }, { list: chosen, ...page }, { projects }) => {
    if (chosen === 'DELETED' && !(await projects.canRestore())) return null
    let totalCount = 0
    const list: PagedList<ProjectModel> = {
      scope: listScope(['projects', accountId, chosen]),
      defaultFirst,
      idOf: ({ id }) => id,
      async fetch(cursor, limit) {
        const fetched = await projects.list(lists[chosen], cursor, limit)
        totalCount = fetched.total
        return fetched
      },
    }
    return { ...(await connectionOf(list, page)), totalCount }
  },
}
