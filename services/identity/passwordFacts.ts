import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { ServiceApp } from '../platform/contract.ts'
import { signedInAccount } from './sessions.ts'
import type { IdentityTables } from './tables.ts'

const schema = {
  summary: 'Reads when the customer last changed the password',
  description: 'To let the customer change the password, a site sends a sign-in request with `prompt=password`.',
  response: { 200: z.object({ changedAt: z.iso.datetime().nullable().describe('Null: never, or unknown.') }) },
}

/** Registers the call that returns what a customer may see about the password: never the password itself. */
export function registerPasswordFacts(app: ServiceApp, database: Kysely<IdentityTables>): void {
  app.get('/password', { config: { access: 'account', traffic: 'calls' }, schema }, async (request) => {
    const { id } = await signedInAccount(database, request)
    const account = await database
      .selectFrom('accounts')
      .select('password_changed_at as changedAt')
      .where('id', '=', id)
      .executeTakeFirst()
    return { changedAt: account?.changedAt?.toISOString() ?? null }
  })
}
