import type { Kysely } from 'kysely'
import { z } from 'zod'
import { accountOf, requireRecentSignIn } from '../../platform/access.ts'
import type { ServiceApp } from '../../platform/contract.ts'
import type { Platform } from '../../platform/platform.ts'
import { readProfile } from '../profiles.ts'
import type { CustomersTables } from '../tables.ts'
import { DataCaller } from './DataCaller.ts'
import { makeDataFile } from './dataDownloads.ts'

const request = {
  summary: 'Makes a file with all data of the customer, and answers where it can be downloaded',
  description:
    'The file is JSON and has no photos: the profile, the address book, sign-ins, passkeys, consents, the payment method, orders, vouchers, ' +
    'invoices and projects (decision 0534). 424 if a service does not give its part: then there is no file. Needs a sign-in that is at most 5 ' +
    'minutes old. An account has 10 files per hour. Our addition to the specification.',
  response: {
    201: z.object({
      url: z.string().describe('A signed URL. The browser saves the file under `fileName`.'),
      fileName: z.string(),
      size: z.number().int().describe('In bytes.'),
      expiresAt: z.iso.datetime().describe('Until when the URL is valid: 10 minutes.'),
    }),
  },
  problems: {
    403: ['RECENT_SIGN_IN_REQUIRED'],
    404: ['NOT_FOUND'],
    424: ['DATA_UNAVAILABLE'],
    429: ['TOO_MANY_DATA_FILES'],
  },
}

/** Registers the call with which customers download their data. Blocked business accounts may, too. */
export function registerDataRoutes(app: ServiceApp, platform: Platform, database: Kysely<CustomersTables>): void {
  app.post('/customers/me/data-files', { schema: request }, async (received, reply) => {
    const account = accountOf(received)
    await readProfile(database, account)
    requireRecentSignIn(account)
    const file = await makeDataFile(platform, database, new DataCaller(platform, received))
    return reply
      .status(201)
      .header('cache-control', 'no-store')
      .send({ ...file, expiresAt: file.expiresAt.toISOString() })
  })
}
