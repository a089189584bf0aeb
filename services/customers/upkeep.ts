import { z } from 'zod'
import { purgeAddresses } from './addressBook.ts'
import type { Kysely } from 'kysely'
import type { JobQueue } from '../platform/platform.ts'
import type { CustomersTables } from './tables.ts'

const payload = z.object({})

/** Runs every hour: deletes the addresses that can no longer be restored. */
export function upkeepQueue(database: Kysely<CustomersTables>): JobQueue<z.infer<typeof payload>> {
  return {
    name: 'customers.upkeep',
    payload,
    concurrency: 1,
    retries: 2,
    timeoutSeconds: 300,
    cron: '23 * * * *',
    async run() {
      await purgeAddresses(database)
    },
  }
}
