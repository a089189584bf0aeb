import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import { readContact } from '../platform/contact.ts'
import { nothing, type ServiceApp } from '../platform/contract.ts'
import { localeFor, locales } from '../platform/locales.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { confirmSubscription } from './optInLinks.ts'
import { type Profile, readProfile } from './profiles.ts'
import { endSubscription, readConsents, requestSubscription } from './subscriptions.ts'
import { consentKinds, consentPlaces, type ConsentsTable, type MailingTables, subscriptionStates } from './tables.ts'

const instant = z.iso.datetime()

export const consentSchema = z
  .object({
    kind: z.enum(consentKinds),
    place: z.enum(consentPlaces).describe('Where the customer has agreed, or has withdrawn the consent.'),
    at: instant,
    email: z.string().describe('The address at that time.'),
    textVersion: z.string().nullable().describe('The version of the text that the customer has agreed to.'),
    locale: z.string().nullable().describe('The language of this text.'),
  })
  .meta({ id: 'Consent' })

export const subscriptionSchema = z
  .object({
    state: z.enum(subscriptionStates),
    email: z.string().describe('The address that gets the mails.'),
    requestedAt: instant.nullable(),
    confirmedAt: instant.nullable(),
    unsubscribedAt: instant.nullable(),
  })
  .meta({ id: 'MarketingSubscription', description: 'The marketing subscription of a customer (decision 0528).' })

const read = {
  summary: 'Reads the marketing subscription of the customer',
  description: 'Our addition. `consents`: what the customer has agreed to and withdrawn, oldest first.',
  response: { 200: subscriptionSchema.extend({ consents: z.array(consentSchema) }) },
}

const subscribe = {
  summary: 'Asks for a marketing subscription',
  description:
    'Our addition. Mails a link that confirms the subscription. Changes nothing for a subscribed customer. ' +
    'An address gets at most three such mails a day (UTC).',
  body: z.object({
    locale: z.string().max(35).describe('The language of the page.'),
    textVersion: z
      .string()
      .regex(/^[\w.-]{1,20}$/)
      .describe('The version of the text that the customer has agreed to.'),
  }),
  response: {
    200: z.object({
      outcome: z
        .enum(['accepted', 'capped', 'unconfirmed'])
        .describe(
          '`capped`: the address has reached the daily limit of such mails; nothing was changed. `unconfirmed`: the address of ' +
            'the account is not confirmed yet; nothing was changed.',
        ),
      retryAt: instant.nullable().describe('When the next mail can be sent. Only if `capped`.'),
    }),
  },
  problems: { 503: ['UNAVAILABLE'] },
}

const unsubscribe = {
  summary: 'Ends the marketing subscription of the customer, or the request for one',
  description: 'Our addition. Repeating the call changes nothing.',
  response: { 200: subscriptionSchema },
}

const noSuchLink = () => notFound('There is no such link.')

const confirm = {
  summary: 'Confirms a marketing subscription by the token of a mailed link',
  description:
    'A token works once, within 72 hours. `NOT_FOUND`: the token was not mailed to this address, or the subscription has ended. ' +
    'The answer does not reveal whether the service knows an address.',
  params: z.object({ email: z.string(), token: z.string() }),
  response: { 204: nothing },
  problems: { 404: ['NOT_FOUND'], 409: ['TOKEN_USED'], 410: ['TOKEN_EXPIRED'] },
}

/** Registers the call of the specification, which needs no token, and our own calls for customers. */
export function registerSubscriptionRoutes(app: ServiceApp, platform: Platform, database: Kysely<MailingTables>): void {
  app.post(
    '/api/v1/Profiles/:email/subscription/confirm/:token',
    { config: { access: 'public' }, schema: confirm },
    async (request, reply) => {
      const { email, token } = request.params
      switch (await confirmSubscription(database, email, token)) {
        case 'unknown':
          throw noSuchLink()
        case 'used':
          throw new Problem(409, 'TOKEN_USED', 'The link was used already.')
        case 'expired':
          throw new Problem(410, 'TOKEN_EXPIRED', 'The link has expired.')
        case 'confirmed':
          return reply.status(204).send()
      }
    },
  )

  app.get('/api/v1/subscriptions/me', { schema: read }, async (request) => {
    const account = accountOf(request)
    const [profile, consents] = await Promise.all([
      readProfile(database, account.id),
      readConsents(database, account.id),
    ])
    return { ...toWireSubscription(profile, account), consents: consents.map(toWireConsent) }
  })

  app.put('/api/v1/subscriptions/me', { schema: subscribe }, async (request) => {
    const account = accountOf(request)
    const { locale, textVersion } = request.body
    const { email, confirmed } = await readContact(platform, request)
    if (!confirmed) return { outcome: 'unconfirmed' as const, retryAt: null }
    const requested = await requestSubscription(platform, database, {
      accountId: account.id,
      email,
      locale: localeFor([locale], locales) ?? locales[0],
      brand: platform.brands.ofAccount(account)?.key ?? null,
      textVersion,
    })
    if (requested === 'tooMany') return { outcome: 'capped' as const, retryAt: nextDay().toISOString() }
    return { outcome: 'accepted' as const, retryAt: null }
  })

  app.delete('/api/v1/subscriptions/me', { schema: unsubscribe }, async (request) => {
    const account = accountOf(request)
    return toWireSubscription(await endSubscription(database, account.id), account)
  })
}

/** @param account its address is shown if the profile has none */
export function toWireSubscription<Email extends string | null>(
  profile: Profile | undefined,
  { email }: { readonly email: Email },
): Omit<z.infer<typeof subscriptionSchema>, 'email'> & { readonly email: string | Email } {
  return {
    state: profile?.state ?? 'none',
    email: profile?.email ?? email,
    requestedAt: profile?.requested_at?.toISOString() ?? null,
    confirmedAt: profile?.confirmed_at?.toISOString() ?? null,
    unsubscribedAt: profile?.unsubscribed_at?.toISOString() ?? null,
  }
}

export function toWireConsent(row: Selectable<ConsentsTable>): z.infer<typeof consentSchema> {
  const { kind, place, email, locale, text_version: textVersion, at } = row
  return { kind, place, at: at.toISOString(), email, textVersion, locale }
}

/** The next midnight in UTC, when the daily counts start again. */
function nextDay(): Date {
  const dayMilliseconds = 24 * 60 * 60 * 1_000
  return new Date((Math.floor(Date.now() / dayMilliseconds) + 1) * dayMilliseconds)
}
