import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { accountOf, callerOf } from './access.ts'
import { UpstreamError } from './http.ts'
import type { Platform } from './platform.ts'
import { Problem } from './problems.ts'

const contactSchema = z.object({ email: z.string(), confirmed: z.boolean() })
const emailStateSchema = z.object({ state: z.string() })

/**
 * The e-mail address of the caller's account, and whether the owner has confirmed it. The address counts as confirmed
 * if the customers service does not know the account.
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
 * Asks the identity service, because the customers service receives a confirmation only later, as an event. Without
 * this call, a customer who has just confirmed the address would be asked to confirm it.
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
