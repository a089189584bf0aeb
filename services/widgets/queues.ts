import { z } from 'zod'
import type { OpenTransaction, Platform } from '../platform/platform.ts'

export const bookSchema = z.object({ accountId: z.uuid(), code: z.string() })
/** The key of a book in the payloads of jobs. */
export type BookKey = z.infer<typeof bookSchema>

export const preparationQueueName = 'widgets.prepare'
export const removalQueueName = 'widgets.remove-files'

/** Queues the job that copies the pictures of a book. */
export async function queuePreparation(
  { jobs }: Pick<Platform, 'jobs'>,
  change: OpenTransaction,
  book: BookKey,
  delaySeconds = 0,
): Promise<void> {
  const delay = delaySeconds > 0 ? { delaySeconds } : {}
  await jobs.enqueue(change, preparationQueueName, book, { key: book.code, ...delay })
}

/** Queues the jobs that remove the files of books whose rows this transaction deletes. */
export async function queueRemovals(
  { jobs }: Pick<Platform, 'jobs'>,
  change: OpenTransaction,
  books: readonly BookKey[],
): Promise<void> {
  await jobs.enqueueAll(
    change,
    removalQueueName,
    books.map((book) => ({ payload: book, key: book.code })),
  )
}
