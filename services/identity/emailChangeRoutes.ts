import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { addressGroup } from '../../http/addressGroup.ts'
import { isEmailAddress } from '../../schema/rules/emailAddress.ts'
import { accountOf, recentSignInRequired, requireRecentSignIn } from '../platform/access.ts'
import { nothing, orProblem, type ServiceApp } from '../platform/contract.ts'
import { emailKey } from '../platform/emailKey.ts'
import type { Account, Platform } from '../platform/platform.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { isAddressTaken } from './addresses.ts'
import { admit, type Brake, withdraw } from './attempts.ts'
import { sendChangeLink } from './emailChangeMails.ts'
import type { MailPlace } from './mailPlace.ts'
import { confirmEmailChange, createChangeToken, pendingEmailChange } from './emailChanges.ts'
import { requireLiveSignIn } from './endSignIns.ts'
import { endMailedTokens } from './mailLinks.ts'
import type { PageContextFor } from './pageContext.ts'
import { brake } from './signIn.ts'
import type { IdentityTables } from './tables.ts'

interface ChangeOptions {
  readonly platform: Platform
  readonly database: Kysely<IdentityTables>
  readonly pageContextFor: PageContextFor
}

const config = { access: 'account', traffic: 'calls' } as const
const path = '/v2/identities/:idpType/:idpSub/emailchanges'
const params = z.object({ idpType: z.string(), idpSub: z.string() })
const pendingSchema = z.object({
  email: z.string().describe('The new address.'),
  until: z.iso.datetime().describe('When the link to confirm it expires.'),
})
const invalidAddress = () => new Problem(400, 'INVALID_EMAIL', 'This is no e-mail address that we send mail to.')
const newAddress = z
  .string()
  .max(1000)
  .transform((text) => text.trim().normalize('NFKC'))
  .refine((text) => isEmailAddress(emailKey(text)), 'no e-mail address')
const tokenProblems = {
  used: [410, 'TOKEN_USED', 'The link was used already, or a newer one has replaced it.'],
  expired: [410, 'TOKEN_EXPIRED', 'The link has expired.'],
  unknown: [404, 'TOKEN_UNKNOWN', 'There is no such link.'],
  otherAccount: [403, 'TOKEN_OF_OTHER_ACCOUNT', 'The link was mailed to another account.'],
} as const

const read = {
  summary: 'Reads the pending change of the e-mail address',
  params,
  response: { 200: pendingSchema },
  problems: { 403: [recentSignInRequired], 404: ['NOT_FOUND'] },
}
const cancel = {
  summary: 'Cancels the change of the e-mail address',
  params,
  response: { 204: nothing },
  problems: { 403: [recentSignInRequired], 404: ['NOT_FOUND'] },
}
const request = {
  summary: 'Requests a change of the e-mail address',
  description:
    'Mails a link to the new address. The link is valid for 8 hours. A new request replaces the earlier one. The answer ' +
    'reveals whether an address has an account, so requests are strictly limited. `Accept-Language` chooses the ' +
    'language of the mails.',
  params,
  body: z.object({ email: orProblem(newAddress, invalidAddress), channel: z.string().max(100).optional() }),
  response: { 201: pendingSchema },
  problems: {
    400: ['INVALID_EMAIL', 'EMAIL_UNCHANGED', 'MAIL_REFUSED'],
    403: [recentSignInRequired],
    404: ['NOT_FOUND'],
    409: ['EMAIL_IN_USE'],
    429: ['TOO_MANY_REQUESTS'],
    503: ['UNAVAILABLE'],
  },
}
const confirm = {
  summary: 'Confirms a change of the e-mail address',
  description:
    'The address changes, and all sign-ins of the account end. The old address gets a link that reverts the change.',
  params: params.extend({ token: z.string() }),
  response: { 200: z.object({ email: z.string() }) },
  problems: {
    403: [recentSignInRequired, 'TOKEN_OF_OTHER_ACCOUNT'],
    404: ['NOT_FOUND', 'TOKEN_UNKNOWN'],
    409: ['EMAIL_IN_USE'],
    410: ['TOKEN_USED', 'TOKEN_EXPIRED'],
    429: ['TOO_MANY_REQUESTS'],
  },
}

/** Registers the calls that change the customer's e-mail address. The path must name the caller's own identity. */
export function registerEmailChanges(app: ServiceApp, options: ChangeOptions): void {
  const { platform, database } = options
  app.get(path, { config, schema: read }, async (received) => {
    const caller = callerOf(received, received.params)
    await requireLiveSignIn(database, caller)
    const pending = await pendingEmailChange(database, caller.id)
    if (!pending) throw notFound('No change is pending.')
    return pending
  })
  app.delete(path, { config, schema: cancel }, async (received, reply) => {
    const caller = callerOf(received, received.params)
    await requireLiveSignIn(database, caller)
    const ended = await endMailedTokens(database, caller.id, ['emailChange'])
    if (ended === 0) throw notFound('No change is pending.')
    return reply.code(204).send()
  })
  app.post(path, { config, schema: request }, async (received, reply) => {
    const caller = callerOf(received, received.params)
    requireRecentSignIn(caller)
    const place = await placeOf(options, received, caller)
    return reply.code(201).send(await requestChange(options, received, { email: received.body.email, place }))
  })
  app.post(`${path}/:token/actions/confirm`, { config, schema: confirm }, async (received) => {
    const caller = callerOf(received, received.params)
    await requireLiveSignIn(database, caller)
    const brakes = [brake(platform, 'token', caller.id)]
    await count(database, brakes)
    const place = await placeOf(options, received, caller)
    const confirmed = await confirmEmailChange(options, caller.id, { token: received.params.token, place })
    if (confirmed.state === 'inUse') throw inUse()
    if (confirmed.state !== 'changed') {
      const [status, code, detail] = tokenProblems[confirmed.state]
      throw new Problem(status, code, detail)
    }
    await withdraw(database, brakes)
    return { email: confirmed.email }
  })
}

async function requestChange(
  options: ChangeOptions,
  received: FastifyRequest,
  change: { readonly email: string; readonly place: MailPlace },
): Promise<z.infer<typeof pendingSchema>> {
  const { platform, database } = options
  const { email } = change
  const account = await requireLiveSignIn(database, accountOf(received))
  if (emailKey(email) === emailKey(account.email)) {
    throw new Problem(400, 'EMAIL_UNCHANGED', 'The account has this address already.')
  }
  // Counted before the address is looked up, so that a refused request reveals nothing.
  await count(database, [
    brake(platform, 'emailChange', account.id),
    brake(platform, 'emailChangeAddress', addressGroup(received.ip)),
  ])
  if (await isAddressTaken(database, emailKey(email), account.id)) throw inUse()
  const token = await createChangeToken(options, account, change)
  const outcome = await sendChangeLink(platform, account, { ...change, token }).catch(async (error: unknown) => {
    platform.log.warn({ err: error, account: platform.limits.hash(account.id) }, 'the mail server is unavailable')
    return 'unavailable' as const
  })
  const pending = outcome === 'sent' ? await pendingEmailChange(database, account.id) : null
  if (pending) return pending
  await endMailedTokens(database, account.id, ['emailChange'])
  if (outcome === 'refused') throw new Problem(400, 'MAIL_REFUSED', 'The mail server of the address refuses the mail.')
  if (outcome === 'capped') throw tooMany(secondsUntilTomorrow())
  throw new Problem(503, 'UNAVAILABLE', 'No mail can be sent at the moment.', { 'retry-after': '60' })
}

/**
 * The caller, if the path names the caller's identity.
 * @throws Problem 404 for any other path, whether or not the identity in it exists
 */
function callerOf(received: FastifyRequest, { idpType, idpSub }: z.infer<typeof params>): Account {
  const caller = accountOf(received)
  if (idpType !== 'keepsake' || idpSub.toLowerCase() !== caller.id) throw notFound('There is no such identity.')
  return caller
}

async function placeOf(
  { pageContextFor }: ChangeOptions,
  { headers }: FastifyRequest,
  { clientId }: Account,
): Promise<MailPlace> {
  const context = await pageContextFor({
    clientId: clientId ?? undefined,
    uiLocales: undefined,
    acceptLanguage: headers['accept-language'],
  })
  return { brand: context.brand.key, locale: context.messages.locale, client: clientId ?? '' }
}

async function count(database: Kysely<IdentityTables>, brakes: readonly Brake[]): Promise<void> {
  const admission = await admit(database, brakes)
  if (!admission.admitted) throw tooMany(admission.retryAfterSeconds)
}

function inUse(): Problem {
  return new Problem(409, 'EMAIL_IN_USE', 'Another account has this address.')
}

function tooMany(seconds: number): Problem {
  return new Problem(429, 'TOO_MANY_REQUESTS', 'Too many requests. Wait.', { 'retry-after': String(seconds) })
}

/** The daily counts of mails start again at midnight (UTC). */
function secondsUntilTomorrow(): number {
  const day = 24 * 60 * 60
  return day - (Math.floor(Date.now() / 1000) % day)
}
