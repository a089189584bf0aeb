import { beginDeletion, continueDeletion } from './libraryDeletion.ts'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { PhotosTables } from './tables.ts'

/** Well within the time that callers give a call. */
const patienceMilliseconds = 2_000

/**
 * `DELETE /photos/all`: 204 when everything is gone, 202 when it takes longer and goes on by itself.
 * @param patience how long the answer is waited for, in milliseconds
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
