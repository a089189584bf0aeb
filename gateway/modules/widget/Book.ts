import { connectionOf } from '../../relay/connection.ts'
import { listScope } from '../../relay/cursor.ts'
import type { BookResolvers } from '../../__generated__/resolvers.ts'
import type { BookPageModel } from './models.ts'

const defaultFirst = 100

/** Resolves the fields of `Book`. */
export const Book: BookResolvers = {
  pageCount: ({ pages }) => pages.length,
  pages: ({ token, pages }, args, { gallery }) => {
    const items = pages.map((page) => ({ ...page, token }))
    const list = {
      scope: listScope(['book', token]),
      defaultFirst,
      idOf: ({ number }: BookPageModel) => String(number),
      fetch: (cursor: string | null, limit: number) => gallery.pageOfBook(items, cursor, limit),
    }
    return connectionOf(list, args)
  },
}
