import type { FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { accountOf, recentSignInRequired, requireRecentSignIn } from '../../platform/access.ts'
import { nothing, type ServiceApp } from '../../platform/contract.ts'
import type { Account, Platform } from '../../platform/platform.ts'
import { notFound, Problem } from '../../platform/problems.ts'
import { type AccountFacts, findAccountByEmail } from '../accounts.ts'
import { admit, withdraw } from '../attempts.ts'
import { requireLiveSignIn } from '../endSignIns.ts'
import type { PageContextFor } from '../pageContext.ts'
import { brake } from '../signIn.ts'
import type { IdentityTables } from '../tables.ts'
import type { DeletionMails } from './deletionMails.ts'
import { type DeletionPlace, findDeletion } from './deletions.ts'
import { queueDeletions } from './erasing.ts'
import { scheduleDeletion, type TokenRefusal } from './scheduling.ts'

const config = { access: 'account', traffic: 'calls' } as const
const daySeconds = 24 * 60 * 60
const idpType = 'keepsake'

const params = z.object({ idpType: z.string(), idpSub: z.string() })
const body = z.object({ channel: z.string().max(100).optional() })

const readState = {
  summary: 'Tells whether the deletion of the account is scheduled, and for how long it can be undone',
  description: 'Our addition to the specification.',
  params,
  response: {
    200: z.object({
      graceDays: z.number().describe('For how many days a confirmed deletion can be undone.'),
      deletesAt: z.iso
        .datetime()
        .nullable()
        .describe('Until when the deletion can be undone. Null: the deletion is not scheduled.'),
    }),
  },
  problems: { 403: [recentSignInRequired], 404: ['NOT_FOUND'] },
}

const requestDeletion = {
  summary: 'Mails a link that confirms the deletion of the account',
  description:
    'Needs a sign-in that is at most 5 minutes old. The link works once, within 8 hours. Nothing is deleted yet. ' +
    '`Accept-Language` chooses the language of the mails.',
  params,
  body,
  response: { 204: nothing },
  problems: {
    400: ['MAIL_REFUSED'],
    403: [recentSignInRequired],
    404: ['NOT_FOUND'],
    429: ['TOO_MANY_REQUESTS'],
    503: ['UNAVAILABLE'],
  },
}

/** How each refused token is answered. */
const refusals: Readonly<Record<TokenRefusal, { status: number; code: string; detail: string }>> = {
  unknown: { status: 404, code: 'TOKEN_UNKNOWN', detail: 'There is no such token.' },
  used: { status: 410, code: 'TOKEN_USED', detail: 'The token was used before.' },
  expired: { status: 410, code: 'TOKEN_EXPIRED', detail: 'The token has expired.' },
  otherAccount: { status: 403, code: 'TOKEN_OF_OTHER_ACCOUNT', detail: 'The token was mailed to another account.' },
}

const confirmDeletion = {
  summary: 'Confirms the deletion of the account',
  description:
    'All sign-ins of the account end. The erasure of the account begins at `deletesAt`, or later if an order is not finished. Until ' +
    'then, signing in offers to undo the deletion.',
  params: params.extend({ token: z.string().max(200) }),
  response: { 200: z.object({ deletesAt: z.iso.datetime() }) },
  problems: {
    403: [recentSignInRequired, 'TOKEN_OF_OTHER_ACCOUNT'],
    404: ['NOT_FOUND', 'TOKEN_UNKNOWN'],
    410: ['TOKEN_USED', 'TOKEN_EXPIRED'],
    429: ['TOO_MANY_REQUESTS'],
  },
}

const endGrace = {
  summary: 'Ends the grace period of a deletion now',
  description: 'Only in a demo.',
  body: z.object({ email: z.string().min(1).max(254) }),
  response: { 202: z.object({ started: z.literal(true) }) },
  problems: { 404: ['NOT_FOUND'] },
}

interface DeletionOptions {
  readonly platform: Platform
  readonly database: Kysely<IdentityTables>
  readonly pageContextFor: PageContextFor
  readonly mails: DeletionMails
}

/** Registers the calls with which customers delete their accounts. */
export function registerDeletionRoutes(app: ServiceApp, options: DeletionOptions): void {
  const { platform, database, pageContextFor, mails } = options
  const placeOf = async ({ clientId }: Account, { headers }: FastifyRequest): Promise<DeletionPlace> => {
    const acceptLanguage = headers['accept-language']
    const page = { clientId: clientId ?? undefined, uiLocales: undefined, acceptLanguage }
    const { brand, messages } = await pageContextFor(page)
    return { brand: brand.key, locale: messages.locale }
  }

  app.get('/v2/identities/:idpType/:idpSub/deleteaccount', { config, schema: readState }, async (request) => {
    const caller = accountOf(request)
    await ownAccount(database, caller, request.params)
    const deletion = await findDeletion(database, caller.id)
    return {
      graceDays: platform.config.deletion.graceSeconds / daySeconds,
      deletesAt: deletion?.deletesAt.toISOString() ?? null,
    }
  })

  app.post(
    '/v2/identities/:idpType/:idpSub/deleteaccount',
    { config, schema: requestDeletion },
    async (request, reply) => {
      const caller = accountOf(request)
      const account = await ownAccount(database, caller, request.params)
      requireRecentSignIn(caller)
      const place = await placeOf(caller, request)
      const outcome = await mails.request(account, place).catch((error: unknown) => {
        platform.log.warn({ err: error, account: platform.limits.hash(account.id) }, 'the mail server is unavailable')
        throw new Problem(503, 'UNAVAILABLE', 'No mail can be sent at the moment.', { 'retry-after': '60' })
      })
      if (outcome === 'capped') throw tooMany(secondsUntilTomorrow())
      if (outcome === 'refused') {
        throw new Problem(400, 'MAIL_REFUSED', 'The mail server of the address refuses the mail.')
      }
      return reply.status(204).send()
    },
  )

  app.post(
    '/v2/identities/:idpType/:idpSub/deleteaccount/:token/actions/confirm',
    { config, schema: confirmDeletion },
    async (request) => {
      const caller = accountOf(request)
      await ownAccount(database, caller, request.params)
      const brakes = [brake(platform, 'token', caller.id)]
      const admission = await admit(database, brakes)
      if (!admission.admitted) throw tooMany(admission.retryAfterSeconds)
      const place = await placeOf(caller, request)
      const outcome = await scheduleDeletion(platform, database, {
        accountId: caller.id,
        token: request.params.token,
        place,
      })
      if ('deletesAt' in outcome) {
        await withdraw(database, brakes)
        return { deletesAt: outcome.deletesAt.toISOString() }
      }
      const { status, code, detail } = refusals[outcome.refusal]
      throw new Problem(status, code, detail)
    },
  )

  if (platform.config.demo) registerDemoRoute(app, platform, database)
}

function registerDemoRoute(app: ServiceApp, platform: Platform, database: Kysely<IdentityTables>): void {
  app.post('/dev/deletions/due', { config: { access: 'operator' }, schema: endGrace }, async (request, reply) => {
    const account = await findAccountByEmail(database, request.body.email)
    await database.transaction().execute(async (change) => {
      const due = await change
        .updateTable('deletions')
        .set({ deletes_at: sql<Date>`clock_timestamp()` })
        .where('account_id', '=', account?.id ?? null)
        .where('state', '=', 'scheduled')
        .returning('account_id')
        .executeTakeFirst()
      if (!due) throw notFound('There is no account with this e-mail address whose deletion is scheduled.')
      await queueDeletions(platform, change)
    })
    return reply.status(202).send({ started: true })
  })
}

/**
 * The account of the caller, if the path names it.
 * @throws Problem 404 for any other path, whether or not the account in it exists
 */
async function ownAccount(
  database: Kysely<IdentityTables>,
  caller: Account,
  path: { readonly idpType: string; readonly idpSub: string },
): Promise<AccountFacts> {
  const isOwn = path.idpType === idpType && path.idpSub.toLowerCase() === caller.id
  if (!isOwn) throw notFound('There is no such identity.')
  return requireLiveSignIn(database, caller)
}

function tooMany(seconds: number): Problem {
  return new Problem(429, 'TOO_MANY_REQUESTS', 'Too many requests. Wait.', { 'retry-after': String(seconds) })
}

/** The daily counts of mails start again at midnight (UTC). */
function secondsUntilTomorrow(): number {
  return daySeconds - (Math.floor(Date.now() / 1000) % daySeconds)
}
