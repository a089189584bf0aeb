import { connectionOf } from '../../relay/connection.ts'
import { listScope } from '../../relay/cursor.ts'
import { pageByOffset } from '../../upstream/offsetPages.ts'
import type { BookResolvers } from '../../__generated__/resolvers.ts'
import type { BookPageModel } from './models.ts'

const defaultFirst = 100

/** Resolves the fields of `Book`. */
export const Book: BookResolvers = {
  pageCount: ({ pages }) => pages.length,
  pages: ({ token, pages }, args) => {
    const book = {
      upstream: 'widgets',
      maximum: Math.max(1, pages.length),
      idOf: ({ number }: BookPageModel) => String(number),
      async read(offset: number, count: number) {
        const items = pages.slice(offset, offset + count).map((page) => ({ ...page, token }))
        return { items, total: pages.length }
      },
    }
    const list = {
      scope: listScope(['book', token]),
      defaultFirst,
      idOf: book.idOf,
      fetch: (cursor: string | null, limit: number) => pageByOffset(book, cursor, limit),
    }
    return connectionOf(list, args)
  },
}
