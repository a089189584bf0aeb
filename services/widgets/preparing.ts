import { type Selectable, sql } from 'kysely'
import type { JobQueue } from '../platform/platform.ts'
import type { WidgetsContext } from './context.ts'
import { readBookOrder } from './orderedBooks.ts'
import { type BookKey, bookSchema, preparationQueueName, queuePreparation } from './queues.ts'
import { removeFilesWithoutBook } from './removing.ts'
import { copyPage, copyPicture, photosPerCall, readPictures } from './sourcePictures.ts'
import type { WidgetsTable } from './tables.ts'

type Parts = Pick<WidgetsContext, 'platform' | 'database'>
type Widget = Pick<Selectable<WidgetsTable>, 'code' | 'order_code' | 'prepared_since'>

/** How long (s) to wait for photos whose renditions do not exist yet. */
const maximumWaitSeconds = 3_600
const longestPauseSeconds = 300
/** The pauses between retries are at most a minute, so the retries cover about a day without the photos service. */
const retries = 1_440

/**
 * Copies the pictures of a book. Each page is stored when its pictures are copied, so an attempt after a crash
 * continues with the next page. Two processes that copy the same page write the same files.
 */
export function preparationQueue(parts: Parts): JobQueue<BookKey> {
  return {
    name: preparationQueueName,
    payload: bookSchema,
    concurrency: 2,
    retries,
    timeoutSeconds: 600,
    run: async (book, signal) => prepare(parts, book, signal),
    failed: async (book) => giveUp(parts, book),
  }
}

async function prepare(parts: Parts, book: BookKey, signal: AbortSignal): Promise<void> {
  const widget = await findWidget(parts, book)
  if (widget) {
    await copyPages(parts, book, signal)
    const waiting = await waitingPhotos(parts, widget)
    const age = (Date.now() - widget.prepared_since.getTime()) / 1_000
    if (waiting > 0 && age < maximumWaitSeconds) await tryAgain(parts, book, age)
    else await finish(parts, book)
  }
  // The order may have been cancelled while the pictures were being copied.
  await removeFilesWithoutBook(parts, book)
}

async function findWidget({ database }: Parts, { accountId, code }: BookKey): Promise<Widget | undefined> {
  return database
    .selectFrom('widgets')
    .select(['code', 'order_code', 'prepared_since'])
    .where('code', '=', code)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** Copies the pictures of all pages that have none yet. Skips photos whose renditions do not exist yet. */
async function copyPages({ platform, database }: Parts, book: BookKey, signal: AbortSignal): Promise<void> {
  for (let after = 0; ;) {
    const pages = await database
      .selectFrom('widget_pages')
      .select(['number', 'photo_id'])
      .where('code', '=', book.code)
      .where('has_picture', 'is', null)
      .where('number', '>', after)
      .orderBy('number')
      .limit(photosPerCall)
      .execute()
    const last = pages.at(-1)
    if (!last) return
    after = last.number
    const pictures = await readPictures(
      platform,
      book.accountId,
      pages.flatMap((page) => page.photo_id ?? []),
    )
    for (const { number, photo_id: photoId } of pages) {
      signal.throwIfAborted()
      const picture = photoId === null ? undefined : pictures.get(photoId)
      if (!picture) continue
      const copied = await copyPicture(platform, book, number, picture)
      await database
        .updateTable('widget_pages')
        .set({ has_picture: copied !== null, ...copied })
        .where('code', '=', book.code)
        .where('number', '=', number)
        .where('has_picture', 'is', null)
        .execute()
    }
  }
}

/**
 * The number of pages that still wait for a picture. First marks the pages whose photo was deleted for good: they get
 * none.
 */
async function waitingPhotos({ platform, database }: Parts, { code, order_code: orderCode }: Widget): Promise<number> {
  const waiting = () =>
    database.selectFrom('widget_pages').select('number').where('code', '=', code).where('has_picture', 'is', null)
  if ((await waiting().execute()).length === 0) return 0
  const order = await readBookOrder(platform, orderCode)
  const missing = order?.books.find((book) => book.orderCode === code)?.missingPhotoIds ?? []
  if (missing.length > 0) {
    await database
      .updateTable('widget_pages')
      .set({ has_picture: false })
      .where('code', '=', code)
      .where('has_picture', 'is', null)
      .where('photo_id', '=', sql<string>`any(${missing}::uuid[])`)
      .execute()
  }
  return (await waiting().execute()).length
}

/** @param age time (s) since the preparation began; the pause grows with it */
async function tryAgain({ platform, database }: Parts, book: BookKey, age: number): Promise<void> {
  const pause = Math.min(longestPauseSeconds, Math.max(1, Math.round(age / 4)))
  await database.transaction().execute(async (change) => queuePreparation(platform, change, book, pause))
}

/**
 * Ends the preparation. Pages that still wait get no picture; a cover without one gets the picture of the first page
 * that has one. The book is ready if it has at least one picture, otherwise it has failed.
 */
async function finish({ platform, database }: Parts, book: BookKey): Promise<void> {
  const { code } = book
  await database
    .updateTable('widget_pages')
    .set({ has_picture: false })
    .where('code', '=', code)
    .where('has_picture', 'is', null)
    .execute()
  const pages = await database
    .selectFrom('widget_pages')
    .select(['number', 'has_picture', 'owner_id', 'taken_on', 'width', 'height'])
    .where('code', '=', code)
    .where((page) => page.or([page('number', '=', 1), page('has_picture', '=', true)]))
    .orderBy('number')
    .limit(2)
    .execute()
  const [cover, first] = pages
  if (cover && !cover.has_picture && first && (await copyPage(platform, book, first.number, cover.number))) {
    const { owner_id, taken_on, width, height } = first
    await database
      .updateTable('widget_pages')
      .set({ has_picture: true, owner_id, taken_on, width, height })
      .where('code', '=', code)
      .where('number', '=', cover.number)
      .execute()
  }
  await database
    .updateTable('widgets')
    .set({ state: pages.some((page) => page.has_picture) ? 'ready' : 'failed' })
    .where('code', '=', code)
    .where('state', '=', 'preparing')
    .execute()
}

async function giveUp({ database }: Parts, { accountId, code }: BookKey): Promise<void> {
  await database
    .updateTable('widgets')
    .set({ state: 'failed' })
    .where('code', '=', code)
    .where('account_id', '=', accountId)
    .where('state', '=', 'preparing')
    .execute()
}
