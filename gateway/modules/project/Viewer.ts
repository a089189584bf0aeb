import { badInput } from '../../errors/codes.ts'
import { type PagedList, connectionOf } from '../../relay/connection.ts'
import { listScope } from '../../relay/cursor.ts'
import type { ViewerResolvers } from '../../__generated__/resolvers.ts'
import type { ProjectModel } from './models.ts'

const defaultFirst = 10
/** The projects service accepts no larger `skip`. */
const maximumSkip = 9_999
const lists = { SAVED: 'saved', DELETED: 'deleted' } as const

/** Resolves the projects of `Viewer`. */
export const Viewer: Pick<ViewerResolvers, 'projects'> = {
  projects: async ({ accountId }, { list: chosen, skip, ...page }, { projects }) => {
    const skipped = skip ?? 0
    if (skipped < 0 || skipped > maximumSkip)
      throw badInput(`"skip" is ${skipped}; it must be from 0 to ${maximumSkip}.`)
    if (skipped > 0 && page.after) throw badInput('"skip" and "after" cannot be used together.')
    if (chosen === 'DELETED' && !(await projects.canRestore())) return null
    let totalCount = 0
    const list: PagedList<ProjectModel> = {
      scope: listScope(['projects', accountId, chosen]),
      defaultFirst,
      start: projects.cursorAfter(skipped),
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
