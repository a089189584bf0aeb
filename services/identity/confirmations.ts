import type { Kysely } from 'kysely'
import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import type { ServiceApp } from '../platform/contract.ts'
import type { Account, Platform } from '../platform/platform.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { type AccountFacts, findAccountById } from './accounts.ts'
import { linkSender } from './linkMails.ts'
import type { PageContextFor } from './pageContext.ts'
import type { IdentityTables } from './tables.ts'

const config = { access: 'account', traffic: 'calls' } as const
const dayMilliseconds = 24 * 60 * 60 * 1000

const read = {
  summary: 'Reads whether the customer has confirmed the e-mail address',
  description:
    '`assumed`: the account predates the confirmation of addresses. The address gets mail like a `confirmed` one.',
  response: { 200: z.object({ state: z.enum(['unconfirmed', 'assumed', 'confirmed']) }) },
  problems: { 404: ['NOT_FOUND'] },
}

const send = {
  summary: 'Mails another link to confirm the e-mail address',
  description:
    '`capped`: no mail was sent, because the account has reached the daily limit of such mails. The next mail ' +
    'can be sent at `retryAt` (UTC). `refused`: the mail server does not deliver to this address. `confirmed`: the ' +
    'address needs no confirmation.',
  body: z.object({ locale: z.string().max(35).describe('The language of the mail, such as `de-DE`.') }),
  response: {
    200: z.object({
      outcome: z.enum(['sent', 'capped', 'refused', 'confirmed']),
      retryAt: z.iso.datetime().nullable(),
    }),
  },
  problems: { 404: ['NOT_FOUND'], 503: ['UNAVAILABLE'] },
}

/** Registers the calls that say whether the caller's address is confirmed, and that mail another link. */
export function registerConfirmations(
  app: ServiceApp,
  options: {
    readonly platform: Platform
    readonly database: Kysely<IdentityTables>
    readonly pageContextFor: PageContextFor
  },
): void {
  const { platform, database, pageContextFor } = options
  const sendLink = linkSender(platform, database)
  app.get('/email', { config, schema: read }, async (request) => ({
    state: (await accountFacts(database, accountOf(request))).emailState,
  }))
  app.post('/email/confirmation', { config, schema: send }, async (request) => {
    const caller = accountOf(request)
    const account = await accountFacts(database, caller)
    if (account.emailState !== 'unconfirmed') return { outcome: 'confirmed' as const, retryAt: null }
    const clientId = caller.clientId ?? undefined
    const uiLocales = request.body.locale
    const { brand, messages } = await pageContextFor({ clientId, uiLocales, acceptLanguage: undefined })
    const place = { brand: brand.key, locale: messages.locale, client: clientId ?? '' }
    const outcome = await sendLink(account, place).catch((error: unknown) => {
      platform.log.warn({ err: error, account: platform.limits.hash(account.id) }, 'the mail server is unavailable')
      throw new Problem(503, 'UNAVAILABLE', 'No mail can be sent at the moment.', { 'retry-after': '60' })
    })
    return { outcome, retryAt: outcome === 'capped' ? nextDay().toISOString() : null }
  })
}

async function accountFacts(database: Kysely<IdentityTables>, { id }: Account): Promise<AccountFacts> {
  const account = await findAccountById(database, id)
  if (!account) throw notFound('This account does not exist any more.')
  return account
}

/** The next midnight in UTC, when the daily counts of mails start again. */
function nextDay(): Date {
  return new Date((Math.floor(Date.now() / dayMilliseconds) + 1) * dayMilliseconds)
}
