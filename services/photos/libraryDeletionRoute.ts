import { beginDeletion, continueDeletion } from './libraryDeletion.ts'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { PhotosTables } from './tables.ts'

/** How long to wait (ms). Well below the timeouts of callers. */
const patienceMilliseconds = 2_000

/**
 * `DELETE /photos/all`: 204 if everything is deleted, 202 if a job has to continue.
 * @param patience how long to wait before answering, in ms
 */
export function registerLibraryDeletionRoute(
  app: FastifyInstance,
  platform: Platform,
  database: Kysely<PhotosTables>,
  patience: number = patienceMilliseconds,
): void {
  app.delete('/photos/all', async (request, reply) => {
    const account = await platform.tokens.authenticate(request)
    await beginDeletion(platform, database, account.id)
    const isDone = await continueDeletion(platform, database, account.id, { milliseconds: patience })
    return isDone ? reply.status(204).send() : reply.status(202).send({ isFinished: false })
  })
}
