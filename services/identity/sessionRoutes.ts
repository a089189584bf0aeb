import type { Kysely } from 'kysely'
import { z } from 'zod'
import { nothing, orProblem, type ServiceApp } from '../platform/contract.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound } from '../platform/problems.ts'
import { findAccountByEmail, lockAccount } from './accounts.ts'
import { sessionsEnded } from './accountEvents.ts'
import { endSignIns } from './endSignIns.ts'
import { refusePartners } from './partners.ts'
import { endSessions, listSessions, type SessionFacts, signedInAccount } from './sessions.ts'
import type { IdentityTables } from './tables.ts'

const config = { access: 'account', traffic: 'calls' } as const
const name = z.string().nullable()
const noSuchSession = () => notFound('There is no such session.')

const sessionSchema = z.object({
  id: z.string(),
  browser: name.describe('Such as `Firefox`. Null if unknown.'),
  system: name.describe('Such as `Windows`. Null if unknown.'),
  device: z.enum(['computer', 'phone', 'tablet']).nullable(),
  isCurrent: z.boolean().describe('True for the session of the access token.'),
  isSameNetwork: z
    .boolean()
    .nullable()
    .describe('Whether the session was last used from the network of the current session. Null if unknown.'),
  signedInAt: z.iso.datetime(),
  lastSeenAt: z.iso
    .datetime()
    .describe(
      'When the browser of the session last got a token. While the site is used, the browser gets one about every ten minutes.',
    ),
})

const list = {
  summary: 'Lists the sessions of the customer',
  description: 'A session is the sign-in of one browser at all sites. At most 100: the most recently used ones.',
  response: { 200: z.object({ sessions: z.array(sessionSchema) }) },
}

const endOthers = {
  summary: 'Ends all other sessions of the customer',
  description: 'Ends all sessions except that of the access token. Apps of partners may not end sessions.',
  response: { 200: z.object({ ended: z.int().describe('How many sessions have ended.') }) },
  problems: { 403: ['FORBIDDEN'] },
}

const end = {
  summary: 'Ends a session of the customer',
  description:
    'The existing access tokens of the session expire within ten minutes. Apps of partners may not end sessions.',
  // The provider's ids have these characters. PostgreSQL fails on text with a NUL character.
  params: z.object({ id: orProblem(z.string().regex(/^[\w-]{1,100}$/), noSuchSession) }),
  response: { 204: nothing },
  problems: { 403: ['FORBIDDEN'], 404: ['NOT_FOUND'] },
}

const endByOperator = {
  summary: 'Ends all sign-ins of an account',
  description:
    'For `npm run sign-out`, when somebody else may be signed in to the account. Passwords and passkeys stay valid. ' +
    'Existing access tokens expire within ten minutes, but are refused for sensitive changes immediately.',
  body: z.object({ email: z.string().min(1).max(254) }),
  response: { 204: nothing },
  problems: { 404: ['NOT_FOUND'] },
}

/** Registers the calls that list and end the sessions of a customer. */
export function registerSessions(
  app: ServiceApp,
  { platform, database }: { readonly platform: Platform; readonly database: Kysely<IdentityTables> },
): void {
  app.get('/sessions', { config, schema: list }, async (request) => {
    const { id, sessionId } = await signedInAccount(database, request)
    const sessions = await listSessions(database, id)
    const current = sessions.find((session) => session.id === sessionId)
    return { sessions: sessions.map((session) => toWire(session, current)) }
  })
  app.delete('/sessions', { config, schema: endOthers }, async (request) => {
    const account = await signedInAccount(database, request)
    refusePartners(platform, account)
    return { ended: await endSessions(platform, database, account.id, { except: account.sessionId }) }
  })
  app.delete('/sessions/:id', { config, schema: end }, async (request, reply) => {
    const account = await signedInAccount(database, request)
    refusePartners(platform, account)
    const ended = await endSessions(platform, database, account.id, { only: request.params.id })
    if (ended === 0) throw noSuchSession()
    return reply.status(204).send()
  })
  app.post('/dev/sessions/end', { config: { access: 'operator' }, schema: endByOperator }, async (request, reply) => {
    const account = await findAccountByEmail(database, request.body.email)
    if (!account) throw notFound('There is no account with this e-mail.')
    await database.transaction().execute(async (transaction) => {
      const { id } = await lockAccount(transaction, account.id)
      await platform.events.append(transaction, [sessionsEnded(id, await endSignIns(transaction, id))])
    })
    platform.log.info(
      { account: platform.limits.hash(account.id) },
      'the operator has ended all sign-ins of an account',
    )
    return reply.status(204).send()
  })
}

function toWire({ network, signedInAt, lastSeenAt, ...session }: SessionFacts, current: SessionFacts | undefined) {
  return {
    ...session,
    isCurrent: session.id === current?.id,
    isSameNetwork: network === null || !current || current.network === null ? null : network === current.network,
    signedInAt: signedInAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }
}
