import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import { nothing, type ServiceApp } from '../platform/contract.ts'
import { beginDeletion, libraryDeletion } from './libraryDeletion.ts'
import { continueWork } from './workInBatches.ts'
import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { PhotosTables } from './tables.ts'
import { trashDaysOf } from './trash/trashDays.ts'

/** How long (ms) a request waits for the last photo to be deleted: well below the timeout of callers. */
const timeoutMilliseconds = 2_000

const deleteAll = {
  summary: 'Deletes all photos of the account',
  description:
    'The answer is 204 when all photos are gone. It is 202 when that takes longer: the deletion then continues by itself ' +
    '(decision 0120). The photos go to the trash if the brand has one (decision 0142).',
  response: { 202: z.object({ isFinished: z.literal(false) }), 204: nothing },
}

/**
 * Deletes the photos of an account.
 * @param timeout how long (ms) to wait for the end of the deletion before answering
 */
export function registerLibraryDeletionRoute(
  app: ServiceApp,
  platform: Platform,
  database: Kysely<PhotosTables>,
  timeout: number = timeoutMilliseconds,
): void {
  app.delete('/photos/all', { schema: deleteAll }, async (request, reply) => {
    const account = accountOf(request)
    await beginDeletion(platform, database, account.id, trashDaysOf(platform, account))
    const isDone = await continueWork(platform, database, libraryDeletion, account.id, { milliseconds: timeout })
    return isDone ? reply.status(204).send() : reply.status(202).send({ isFinished: false })
  })
}
