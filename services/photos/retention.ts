import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { planDeletion } from './libraryDeletion.ts'
import { planEmptying } from './trash/purge.ts'
import type { ServiceApp } from '../platform/contract.ts'
import type { EventConsumer, Platform } from '../platform/platform.ts'
import type { PhotosTables } from './tables.ts'

const dueSchema = z.object({ before: z.string() })
const findFilled = {
  summary: 'Finds the accounts that have photos',
  description: 'Photos in the trash count. Our addition to the specification.',
  body: z.object({ ownerIds: z.array(z.uuid()).min(1).max(500) }),
  response: { 200: z.object({ ownerIds: z.array(z.uuid()) }) },
}

/**
 * Deletes a library whose retention period has ended: all photos that were added, or moved to the trash, up to that
 * moment.
 */
export function retentionConsumer(platform: Platform, database: Kysely<PhotosTables>): EventConsumer<PhotosTables> {
  return {
    name: 'photos.retention',
    database,
    types: ['library.retention-due'],
    handle: async (events, change) => {
      for (const { owner, data } of events) {
        const { before } = dueSchema.parse(data)
        await planDeletion(platform, change, owner, { reason: 'retention', before })
        await planEmptying(platform, change, owner, before)
      }
    },
  }
}

/** Registers the route that tells services which of the given accounts have photos. */
export function registerRetentionRoute(app: ServiceApp, database: Kysely<PhotosTables>): void {
  app.post('/libraries/filled', { config: { access: 'service' }, schema: findFilled }, async (request) => {
    const { ownerIds } = request.body
    const { rows } = await sql<{ asked: string }>`
      select asked from unnest(${ownerIds}::uuid[]) as asked
      where exists (select from photos.photos where owner_id = asked)
        or exists (select from photos.trashed_photos where owner_id = asked)`.execute(database)
    return { ownerIds: rows.map(({ asked }) => asked) }
  })
}
