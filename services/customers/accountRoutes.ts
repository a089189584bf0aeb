import { notFound } from '../platform/problems.ts'
import { isUuid } from '../platform/requests.ts'
import { insertIfUnknown, readContact, readInformation } from './accounts.ts'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { CustomersTables } from './tables.ts'

/** What an account is told of itself, and what services are told of it. */
export function registerAccountRoutes(
  app: FastifyInstance,
  platform: Platform,
  database: Kysely<CustomersTables>,
): void {
  app.get('/accounts/getaccountinformation', async (request) => {
    const account = await platform.tokens.authenticate(request)
    const known = await readInformation(database, account.id)
    if (known) return known
    await insertIfUnknown(database, account)
    return readInformation(database, account.id)
  })
  app.get<{ Params: { id: string } }>('/accounts/:id/contact', async (request) => {
    platform.serviceCalls.authorize(request)
    const { id } = request.params
    const contact = isUuid(id) ? await readContact(database, id) : undefined
    if (!contact) throw notFound('There is no such account.')
    return contact
  })
}
