import type { Kysely } from 'kysely'
import { z } from 'zod'
import { clientIdPattern } from '../../clients/clientFile.ts'
import { apiScopes, scopesIn } from '../../schema/rules/scopes.ts'
import { nothing, orProblem, type ServiceApp } from '../platform/contract.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound } from '../platform/problems.ts'
import { type Connection, disconnect, listConnections } from './connections.ts'
import { refusePartners } from './partners.ts'
import { signedInAccount } from './sessions.ts'
import type { IdentityTables } from './tables.ts'

const config = { access: 'account', traffic: 'calls' } as const
const noSuchConnection = () => notFound('This app is not connected.')

const connectionSchema = z.object({
  id: z.string().describe('The id of the client.'),
  name: z.string(),
  homepage: z
    .string()
    .nullable()
    .describe('The web address of the app. Null: the app has no web address, or is no longer registered.'),
  scopes: z
    .array(z.enum(apiScopes))
    .describe('What the customer has allowed. Each app also sees the e-mail address of the customer.'),
  seesName: z.boolean().describe('Whether the customer has allowed the app to see the customer’s name.'),
  connectedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe('When the app last got a token. Null: never.'),
})

const list = {
  summary: 'Lists the apps that may use the account',
  description: 'Apps of other teams and of partners. At most 100: the most recently connected ones.',
  response: { 200: z.object({ connections: z.array(connectionSchema) }) },
}

const end = {
  summary: 'Ends the access of an app',
  description:
    'The app gets no further token. Its existing access tokens expire within ten minutes. An app of a partner can ' +
    'end only its own access.',
  params: z.object({ id: orProblem(z.string().regex(clientIdPattern), noSuchConnection) }),
  response: { 204: nothing },
  problems: { 403: ['FORBIDDEN'], 404: ['NOT_FOUND'] },
}

/** Registers the calls that list and end the connections of a customer with apps. */
export function registerConnections(
  app: ServiceApp,
  { platform, database }: { readonly platform: Platform; readonly database: Kysely<IdentityTables> },
): void {
  app.get('/connections', { config, schema: list }, async (request) => {
    const { id } = await signedInAccount(database, request)
    return { connections: (await listConnections(database, id)).map((one) => toWire(one, platform)) }
  })
  app.delete('/connections/:id', { config, schema: end }, async (request, reply) => {
    const account = await signedInAccount(database, request)
    const { id: clientId } = request.params
    if (clientId !== account.clientId) refusePartners(platform, account)
    if (!(await disconnect(database, account.id, clientId))) throw noSuchConnection()
    platform.log.info({ account: platform.limits.hash(account.id), client: clientId }, 'an app was disconnected')
    return reply.status(204).send()
  })
}

function toWire(
  { clientId, name, scopes, connectedAt, lastUsedAt }: Connection,
  { clients }: Pick<Platform, 'clients'>,
) {
  return {
    id: clientId,
    name,
    homepage: clients.find(clientId)?.homepage ?? null,
    scopes: [...scopesIn(scopes)],
    seesName: scopes.split(' ').includes('profile'),
    connectedAt: connectedAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
