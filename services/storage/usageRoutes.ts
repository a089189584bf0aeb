import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import { quotaOf, readUsage } from './quota.ts'
import type { ServiceApp } from '../platform/contract.ts'
import type { Parts } from './parts.ts'

const bytes = z.number().int().min(0)

const readUsageOfAccount = {
  summary: 'Reads how many bytes the account uses, and its quota',
  description: 'An upload is refused if the sum of its size, `storedBytes` and `announcedBytes` exceeds the quota.',
  response: {
    200: z.object({
      storedBytes: bytes.describe('The originals of all photos, including photos in the trash.'),
      announcedBytes: bytes.describe('The announced sizes of unfinished uploads.'),
      quotaBytes: bytes.nullable().describe('Null: there is no quota.'),
    }),
  },
}

/** `GET /usage`: how many bytes an account uses. */
export function registerUsageRoutes(
  app: ServiceApp,
  { database, platform }: Pick<Parts, 'database' | 'platform'>,
): void {
  app.get('/usage', { config: { traffic: 'calls' }, schema: readUsageOfAccount }, async (request) => {
    const account = accountOf(request)
    const { storedBytes, announcedBytes } = await readUsage(database, account.id)
    return { storedBytes, announcedBytes, quotaBytes: quotaOf(platform, account) }
  })
}
