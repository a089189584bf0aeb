import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { EventConsumer, Platform } from '../../platform/platform.ts'
import { isUuid } from '../../platform/requests.ts'
import type { PhotosTables } from '../tables.ts'

const dataSchema = z.object({ email: z.string().min(1) })

/**
 * If an account has changed its e-mail address, replaces the old address wherever the account is the owner of an album
 * or an import, or takes part in a shared album. The last event of an account counts, so repeating events changes
 * nothing.
 */
export function changedEmailsConsumer(platform: Platform, database: Kysely<PhotosTables>): EventConsumer<PhotosTables> {
  return {
    name: 'photos.emails',
    database,
    types: ['account.emailChanged'],
    async handle(events, change) {
      for (const { owner, data, position } of events) {
        const changed = dataSchema.safeParse(data)
        if (!changed.success || !isUuid(owner)) {
          platform.log.error({ position }, 'an event about a changed address cannot be read')
          continue
        }
        const { email } = changed.data
        await change.updateTable('albums').set({ owner_email: email }).where('owner_id', '=', owner).execute()
        await change.updateTable('album_participants').set({ email }).where('account_id', '=', owner).execute()
        await sql`update photos.imports set owner_email = ${email} where owner_id = ${owner}`.execute(change)
      }
    },
  }
}
