import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { accountOf, callerOf } from './access.ts'
import { UpstreamError } from './http.ts'
import type { Platform } from './platform.ts'
import { Problem } from './problems.ts'

const contactSchema = z.object({ email: z.string(), confirmed: z.boolean() })
const emailStateSchema = z.object({ state: z.string() })

/**
 * The address of the caller's account, and whether the owner has confirmed it. It counts as confirmed if the customers
 * service does not know the account.
 * @throws Problem 503 if the customers service does not answer
 */
export async function readContact(platform: Platform, request: FastifyRequest): Promise<z.infer<typeof contactSchema>> {
  const { http, config, log } = platform
  const { id, email } = accountOf(request)
  const url = `${config.urls.customers}/accounts/${id}/contact`
  try {
    const contact = await http.call({ url, asService: true, answer: contactSchema })
    return contact.confirmed ? contact : { ...contact, confirmed: await isConfirmed(platform, request) }
  } catch (error) {
    if (isNotFound(error)) return { email, confirmed: true }
    log.warn({ err: error }, 'the contact of an account could not be read')
    throw new Problem(503, 'UNAVAILABLE', 'The address of the account cannot be read.', { 'retry-after': '5' })
  }
}

/**
 * Asks the identity service, because the customers service learns of a confirmation only by an event. Without this
 * call, a customer who has just confirmed the address would be asked to confirm it.
 */
async function isConfirmed({ http, config }: Platform, request: FastifyRequest): Promise<boolean> {
  const url = `${config.urls.identity}/email`
  try {
    return (await http.call({ ...callerOf(request), url, answer: emailStateSchema })).state !== 'unconfirmed'
  } catch (error) {
    if (isNotFound(error)) return false
    throw error
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof UpstreamError && error.status === 404
}

/** @param account whose address is shown as long as the service knows none */
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
