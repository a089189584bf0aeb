import { sql } from 'kysely'
import { z } from 'zod'
import type { ServiceApp } from '../platform/contract.ts'
import { orderCodeInPath } from './orderRoutes.ts'
import { noSuchOrder, type OrdersDatabase } from './store.ts'

const bookSchema = z.object({
  orderCode: z.string().describe('The code of the line.'),
  title: z.string(),
  photoIds: z.array(z.uuid()).describe('All photos of the line, in their order, including missing photos.'),
  missingPhotoIds: z.array(z.uuid()).describe('Photos that were deleted for good.'),
})

const readBooks = {
  summary: 'Reads the photo books of an order, with all their photos',
  description:
    'The lines of the kind `PhotoBook`, sorted by number. The code in the path is that of a super order. A cancelled order has no books. Our addition to the specification.',
  params: z.object({ code: orderCodeInPath }),
  response: {
    200: z.object({
      orderCode: z.string(),
      accountId: z.uuid(),
      placedAt: z.iso.datetime(),
      books: z.array(bookSchema),
    }),
  },
  problems: { 404: ['NOT_FOUND'] },
}

interface BookRow {
  readonly code: string
  readonly title: string
  readonly photo_ids: string[]
  readonly missing_ids: string[]
}

/** Registers the route from which the widgets service reads the photo books of an order. */
export function registerBookRoutes(app: ServiceApp, database: OrdersDatabase): void {
  const options = { config: { access: 'service' }, schema: readBooks } as const
  app.get('/v1/orders/:code/books', options, async ({ params: { code } }) => {
    const order = await database
      .selectFrom('super_orders')
      .select(['id', 'code', 'account_id', 'placed_at', 'status'])
      .where('code', '=', code)
      .executeTakeFirst()
    if (!order) throw noSuchOrder()
    const rows = order.status === 'Cancelled' ? [] : await findBooks(database, order.id)
    return {
      orderCode: order.code,
      accountId: order.account_id,
      placedAt: order.placed_at.toISOString(),
      books: rows.map((row) => ({
        orderCode: row.code,
        title: row.title,
        photoIds: row.photo_ids,
        missingPhotoIds: row.missing_ids,
      })),
    }
  })
}

async function findBooks(database: OrdersDatabase, orderId: string): Promise<readonly BookRow[]> {
  const { rows } = await sql<BookRow>`
    select code, title,
      coalesce(json_agg(photo_id order by position) filter (where photo_id is not null), '[]') as photo_ids,
      coalesce(json_agg(photo_id order by position) filter (where is_missing), '[]') as missing_ids
    from orders.sub_orders left join orders.line_photos on line_code = code
    where super_order_id = ${orderId} and article_name = 'PhotoBook'
    group by code order by number`.execute(database)
  return rows
}
