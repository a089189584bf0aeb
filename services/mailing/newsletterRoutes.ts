import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { ServiceApp } from '../platform/contract.ts'
import type { Platform } from '../platform/platform.ts'
import { startNewsletter } from './newsletters.ts'
import type { MailingTables } from './tables.ts'

const start = {
  summary: 'Sends a newsletter to all subscribers',
  description:
    'The name identifies the newsletter. A repeated call starts nothing, and shows how many mails have been sent so far.',
  body: z.object({
    name: z.string().regex(/^[a-z0-9-]{1,50}$/, 'A name has 1 to 50 characters of a-z, 0-9 and -.'),
    letter: z.enum(['yearBook']),
  }),
  response: {
    200: z.object({
      name: z.string(),
      state: z.enum(['sending', 'sent']),
      sent: z.number().int(),
      notSent: z
        .number()
        .int()
        .describe('Mails that the mail server refused, that were withheld, or that were lost when a process died.'),
    }),
  },
}

/** Registers the operator's call that sends newsletters. */
export function registerNewsletterRoutes(app: ServiceApp, platform: Platform, database: Kysely<MailingTables>): void {
  app.post('/dev/newsletters', { config: { access: 'operator' }, schema: start }, async (request) =>
    startNewsletter(platform, database, request.body),
  )
}
