import { z } from 'zod'
import { accountOf, isBusiness } from '../platform/access.ts'
import { idOr, type ServiceApp } from '../platform/contract.ts'
import { notFound } from '../platform/problems.ts'
import { readContact, readInformationOfCaller } from './accounts.ts'
import { informationSchema } from './wireSchemas.ts'
import type { Kysely } from 'kysely'
import type { CustomersTables } from './tables.ts'

const noSuchAccount = () => notFound('There is no such account.')

const getInformation = {
  summary: 'Reads the account information',
  description: 'The dates that matter for the photos of the account (decision 0134).',
  response: { 200: informationSchema },
}

const getContact = {
  summary: 'Reads the contact details of an account',
  description:
    'Unknown fields are null. `confirmed` is false if no mail may be sent to the address before the customer confirms it. This call is our addition to the specification.',
  params: z.object({ id: idOr(noSuchAccount) }),
  response: {
    200: z.object({
      email: z.string(),
      name: z.string().nullable(),
      locale: z.string().nullable(),
      brand: z.string().nullable(),
      confirmed: z.boolean(),
      business: z.boolean().nullable(),
    }),
  },
  problems: { 404: ['NOT_FOUND'] },
}

/** What customers and other services read about an account. */
export function registerAccountRoutes(app: ServiceApp, database: Kysely<CustomersTables>): void {
  app.get('/accounts/getaccountinformation', { schema: getInformation }, async (request) => {
    const account = accountOf(request)
    return readInformationOfCaller(database, { ...account, business: isBusiness(account) })
  })

  app.get('/accounts/:id/contact', { config: { access: 'service' }, schema: getContact }, async (request) => {
    const contact = await readContact(database, request.params.id)
    if (!contact) throw noSuchAccount()
    return contact
  })
}
