import { z } from 'zod'
import { purgeAddresses } from './addressBook.ts'
import { purgeDataFiles } from './personal-data/dataDownloads.ts'
import type { Kysely } from 'kysely'
import type { JobQueue, Platform } from '../platform/platform.ts'
import type { CustomersTables } from './tables.ts'

const payload = z.object({})

/** Runs every hour: deletes the addresses that can no longer be restored, and old files with the data of customers. */
export function upkeepQueue(platform: Platform, database: Kysely<CustomersTables>): JobQueue<z.infer<typeof payload>> {
  return {
    name: 'customers.upkeep',
    payload,
    concurrency: 1,
    retries: 2,
    timeoutSeconds: 300,
    cron: '23 * * * *',
    async run() {
      await purgeAddresses(database)
      await purgeDataFiles(platform, database)
    },
  }
}
