import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Locale, localeOf } from '../platform/locales.ts'

/** Declares the header that chooses the language of texts. */
export const textHeaders = z.looseObject({
  'accept-language': z.string().optional().describe('The language of texts. Without a match: en-GB.'),
})

/** Chooses the language of an answer, and names it in the answer's headers. */
export function sendInLocale(request: FastifyRequest, reply: FastifyReply): Locale {
  const locale = localeOf(request.headers['accept-language'])
  reply.headers({ 'content-language': locale, vary: 'Accept-Language' })
  return locale
}
