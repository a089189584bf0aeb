import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { ServiceApp } from '../platform/contract.ts'
import { factsOfAccount, listOfAccount, pageOfRows } from '../platform/personalData.ts'
import { readProfile } from './profiles.ts'
import { consentSchema, subscriptionSchema, toWireConsent, toWireSubscription } from './subscriptionRoutes.ts'
import type { MailingTables } from './tables.ts'

const facts = factsOfAccount(
  'Reads the marketing subscription of an account',
  z.object({ ...subscriptionSchema.shape, email: z.string().nullable().describe('Null: no address is stored.') }),
)
const consents = listOfAccount(
  'Lists what an account has agreed to and withdrawn',
  consentSchema,
  z.uuid().toLowerCase(),
)

/** Registers the routes by which the customers service reads what this service stores about an account. */
export function registerPersonalData(app: ServiceApp, database: Kysely<MailingTables>): void {
  app.get('/accounts/:accountId/personal-data', facts, async ({ params }) =>
    toWireSubscription(await readProfile(database, params.accountId), { email: null }),
  )

  app.get('/accounts/:accountId/personal-data/consents', consents, async ({ params, query: { after, limit } }) => {
    const all = database.selectFrom('consents').selectAll().where('account_id', '=', params.accountId)
    const following = after === undefined ? all : all.where('id', '>', after)
    const rows = await following
      .orderBy('id')
      .limit(limit + 1)
      .execute()
    const { items, next } = pageOfRows(rows, limit, ({ id }) => id)
    return { items: items.map(toWireConsent), next }
  })
}
