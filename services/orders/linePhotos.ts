import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { PhotoReferences } from '../platform/photoReferences.ts'
import type { JobQueue } from '../platform/platform.ts'
import type { SubOrder } from './order.ts'
import type { OrdersTables } from './tables.ts'

/** Lists show at most this many thumbnails of a line. With more of them, pages of lists would become large. */
export const maximumThumbnails = 4

/** The photos on lines of orders, and which of them were deleted for good. */
export const linePhotos = new PhotoReferences<OrdersTables>({
  schema: 'orders',
  table: 'line_photos',
  lock: 7_215_071,
})

/** The columns of a line that are computed from its photos: the thumbnails, and the number of missing photos. */
export const photoColumns = [
  sql<string[]>`(
    select coalesce(json_agg(photo_id order by position), '[]') from (
      select photo_id, position from orders.line_photos
      where line_code = sub_orders.code and not is_missing order by position limit ${maximumThumbnails}
    ) as shown
  )`.as('photo_ids'),
  sql<number>`(
    select count(*) from orders.line_photos where line_code = sub_orders.code and is_missing
  )`.as('missing_photos_count'),
] as const

/** Stores the photos of new lines, after the lines. */
export async function insertLinePhotos(
  change: Transaction<OrdersTables>,
  lines: readonly Pick<SubOrder, 'code' | 'photo_ids'>[],
): Promise<void> {
  const photos = lines.flatMap(({ code, photo_ids: ids }) => ids.map((id, position) => ({ code, id, position })))
  if (photos.length === 0) return
  await linePhotos.delayEvents(change)
  await sql`
    insert into orders.line_photos (line_code, position, photo_id, is_missing)
    select photo.code, photo.position, photo.id, ${linePhotos.isDeleted(sql`photo.id`)}
    from json_to_recordset(${JSON.stringify(photos)}::json) as photo (code text, id uuid, position integer)`.execute(
    change,
  )
}

const payload = z.object({})

/** Every hour, forgets photos that were deleted a day ago. */
export function upkeepQueue(database: Kysely<OrdersTables>): JobQueue<z.infer<typeof payload>> {
  return {
    name: 'orders.upkeep',
    payload,
    concurrency: 1,
    retries: 2,
    timeoutSeconds: 600,
    cron: '41 * * * *',
    run: () => linePhotos.forgetDeleted(database),
  }
}
