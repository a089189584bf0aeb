import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { ServiceApp } from '../platform/contract.ts'
import { factsOfAccount } from '../platform/personalData.ts'
import { readMethods } from './methods.ts'
import { methodSchema, toWireMethod } from './routes.ts'
import type { PaymentsTables } from './tables.ts'

const facts = factsOfAccount(
  'Reads the payment method of an account, and those that are being removed',
  z.object({ methods: z.array(methodSchema).describe('Without the numbers of cards and accounts.') }),
)

/** Registers the route from which the customers service reads what this service stores about an account. */
export function registerPersonalData(app: ServiceApp, database: Kysely<PaymentsTables>): void {
  app.get('/accounts/:accountId/personal-data', facts, async ({ params }) => {
    const { method, removing } = await readMethods(database, params.accountId)
    return { methods: [...(method ? [method] : []), ...removing].map(toWireMethod) }
  })
}
