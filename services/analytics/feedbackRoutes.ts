import type { Kysely } from 'kysely'
import { z } from 'zod'
import { addressGroup } from '../../http/addressGroup.ts'
import { readConsent } from '../../schema/rules/cookieConsent.ts'
import { nothing, type ServiceApp } from '../platform/contract.ts'
import { Buckets } from '../platform/limits/buckets.ts'
import type { Platform } from '../platform/platform.ts'
import { Problem } from '../platform/problems.ts'
import { addFeedback, listFeedback, maximumEntriesPerDay } from './feedback.ts'
import type { AnalyticsTables } from './tables.ts'

/**
 * The limit of an address group: 20 entries without a pause, because an office shares one address, and then one entry
 * per ten minutes.
 */
const limit = { rate: 1 / 600, burst: 20 }
/** The value of `Retry-After` (s) when the day has the maximum number of entries. */
const fullSeconds = 3_600
/** Maximum length of a text. The widget has the same limit. */
const longestText = 2_000

const add = {
  summary: 'Stores feedback of a visitor',
  description:
    'Only if the cookie `cookie-consent` of the visitor allows analytics. Stores the brand, the language, the rating, the text and the day, but no ' +
    'address, no account and no id of a visitor. A repeated request with the same id stores nothing more.',
  body: z.object({
    id: z.uuid().describe('An id that the client chooses for this entry.'),
    widget: z
      .string()
      .max(60)
      .describe('One of `feedbackWidgets` of the brand of the host. The id determines the language of the entry.'),
    rating: z.int().min(1).max(5),
    text: z
      .string()
      .max(longestText)
      .refine((text) => !text.includes('\0'), 'A text has no NUL character.')
      .transform((text) => text.trim()),
  }),
  response: { 204: nothing },
  problems: { 403: ['NO_CONSENT'], 404: ['NO_SUCH_WIDGET'], 429: ['TOO_MUCH_FEEDBACK'] },
}

const read = {
  summary: 'Lists the feedback of a day',
  description: `At most ${maximumEntriesPerDay} entries are stored per day. Further feedback of that day is refused.`,
  params: z.object({ day: z.iso.date().describe('In UTC.') }),
  response: {
    200: z.object({
      feedback: z.array(z.object({ brand: z.string(), locale: z.string(), rating: z.int(), text: z.string() })),
    }),
  },
}

/** Registers the call of the feedback widget, and the operator’s call that reads the entries. */
export function registerFeedbackRoutes(
  app: ServiceApp,
  { brands }: Pick<Platform, 'brands'>,
  database: Kysely<AnalyticsTables>,
): void {
  const callers = new Buckets(limit)
  app.post('/v1/feedback', { config: { access: 'public' }, schema: add }, async (request, reply) => {
    const { headers, host, ip, body } = request
    if (readConsent(headers.cookie ?? '')?.analytics !== true)
      throw new Problem(403, 'NO_CONSENT', 'The visitor does not allow analytics.')
    const brand = brands.atHost(host)
    const locale = brand?.locales.find((known) => brand.feedbackWidgets[known] === body.widget)
    if (!brand || locale === undefined) throw new Problem(404, 'NO_SUCH_WIDGET', 'The brand has no such widget.')
    const wait = callers.take(addressGroup(ip))
    if (wait > 0) throw tooMuch(wait)
    const { id, rating, text } = body
    const isStored = await addFeedback(database, { id, brand: brand.key, locale, rating, text })
    if (!isStored) throw tooMuch(fullSeconds)
    return reply.code(204).send()
  })

  app.get('/dev/feedback/:day', { config: { access: 'operator' }, schema: read }, async ({ params }) => ({
    feedback: [...(await listFeedback(database, params.day))],
  }))
}

function tooMuch(seconds: number): Problem {
  const headers = { 'retry-after': String(seconds) }
  return new Problem(429, 'TOO_MUCH_FEEDBACK', `Too much feedback. Try again in ${seconds} s.`, headers)
}
