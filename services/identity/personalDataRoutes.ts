import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { ServiceApp } from '../platform/contract.ts'
import { factsOfAccount, listOfAccount, pageOfRows } from '../platform/personalData.ts'
import { findAccountById } from './accounts.ts'
import { selectConnections } from './connections.ts'
import { pendingEmailChange } from './emailChanges.ts'
import { listPasskeys } from './passkeys.ts'
import { selectSessions } from './sessions.ts'
import type { IdentityTables } from './tables.ts'

const instant = z.iso.datetime()
const text = z.string().nullable()

const facts = factsOfAccount(
  'Reads the address and the passkeys of an account',
  z.object({
    email: text.describe('Null: there is no such account.'),
    emailChange: z
      .object({ email: z.string(), until: instant })
      .nullable()
      .describe('The change of the address that is not confirmed yet.'),
    passkeys: z.array(z.object({ name: z.string(), createdAt: instant, lastUsedAt: instant.nullable() })),
  }),
)
const session = z.object({
  browser: text,
  system: text,
  device: text,
  signedInAt: instant,
  lastSeenAt: instant,
})
const sessions = listOfAccount('Lists the sessions of an account', session, z.string().max(100))

const connection = z.object({
  name: z.string(),
  scopes: z.array(z.string()).describe('What the customer has allowed, with the scopes of OpenID Connect.'),
  connectedAt: instant,
  lastUsedAt: instant.nullable(),
})
const connections = listOfAccount('Lists the apps that may use an account', connection, z.string().max(100))

/** Registers the calls with which the customers service reads what this service has about an account. */
export function registerPersonalData(app: ServiceApp, database: Kysely<IdentityTables>): void {
  app.get('/accounts/:accountId/personal-data', facts, async ({ params: { accountId } }) => {
    const [account, emailChange, passkeys] = await Promise.all([
      findAccountById(database, accountId),
      pendingEmailChange(database, accountId),
      listPasskeys(database, accountId),
    ])
    return {
      email: account?.email ?? null,
      emailChange,
      passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    }
  })

  app.get('/accounts/:accountId/personal-data/sessions', sessions, async ({ params, query: { after = '', limit } }) => {
    const rows = await selectSessions(database, params.accountId)
      .where('sessions.id', '>', after)
      .orderBy('sessions.id')
      .limit(limit + 1)
      .execute()
    const { items, next } = pageOfRows(rows, limit, ({ id }) => id)
    return {
      items: items.map(({ browser, system, device, signedInAt, lastSeenAt }) => ({
        browser,
        system,
        device,
        signedInAt: signedInAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
      })),
      next,
    }
  })
  app.get(
    '/accounts/:accountId/personal-data/connections',
    connections,
    async ({ params, query: { after = '', limit } }) => {
      const rows = await selectConnections(database, params.accountId)
        .where('client_id', '>', after)
        .orderBy('client_id')
        .limit(limit + 1)
        .execute()
      const { items, next } = pageOfRows(rows, limit, ({ clientId }) => clientId)
      return {
        items: items.map(({ name, scopes, connectedAt, lastUsedAt }) => ({
          name,
          scopes: scopes.split(' '),
          connectedAt: connectedAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
        next,
      }
    },
  )
}
