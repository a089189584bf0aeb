import type { Transaction } from 'kysely'
import { z } from 'zod'
import { registerErasure } from '../platform/erasure.ts'
import { registerEventSocket } from '../platform/eventSocket.ts'
import { registerMetrics } from '../platform/metricsRoute.ts'
import { isUuid } from '../platform/requests.ts'
import { chunkQueue } from './chunkJobs.ts'
import { exportsErasure } from './erasure.ts'
import { mailQueue } from './mails.ts'
import { measureExports } from './metrics.ts'
import { planQueue } from './planning.ts'
import { registerBackupRoutes } from './routes.ts'
import { exportEvent } from './states.ts'
import { cleanUpQueue, upkeepQueue } from './upkeep.ts'
import type { ServiceApp } from '../platform/contract.ts'
import type { Platform, PlatformEvent, Service } from '../platform/platform.ts'
import type { Parts } from './parts.ts'
import type { ExportsTables } from './tables.ts'

const changed = z.object({ backupId: z.string(), status: z.string(), progress: z.number() })

const emailChanged = z.object({ email: z.string().min(1) })

/** Exports of whole libraries, in chunks. */
export const exportsService: Service = {
  description: 'Exports of whole libraries, in files of limited size.',
  migrations: new URL('migrations/', import.meta.url),
  register,
}

async function register(app: ServiceApp, platform: Platform): Promise<void> {
  const parts: Parts = { platform, database: platform.database<ExportsTables>('exports') }
  platform.jobs.define(planQueue(parts))
  platform.jobs.define(chunkQueue(parts))
  platform.jobs.define(mailQueue(parts))
  platform.jobs.define(cleanUpQueue(parts))
  platform.jobs.define(upkeepQueue(parts))
  registerErasure(platform, exportsErasure(platform, parts.database))
  platform.events.consume({
    name: 'exports.emails',
    database: parts.database,
    types: ['account.emailChanged'],
    handle: async (events, change) => setEmails(events, change, platform.log),
  })
  registerBackupRoutes(app, parts)
  registerMetrics(app, async () => measureExports(parts))
  registerEventSocket(app, '/events', platform, {
    summary: 'Streams the progress of exports',
    description:
      'Messages are `{ position, backupId, status, progress }`. The first one is `{ position }`, unless `after` was given. Our addition to the specification.',
    types: [exportEvent],
    announcesPosition: 'always',
    message: ({ data }) => changed.parse(data),
  })
}

/** Replaces the addresses to which the mails of exports go. */
async function setEmails(
  events: readonly PlatformEvent[],
  change: Transaction<ExportsTables>,
  log: Platform['log'],
): Promise<void> {
  for (const { owner, data, position } of events) {
    const { success, data: changed } = emailChanged.safeParse(data)
    if (success && isUuid(owner)) {
      await change.updateTable('backups').set({ email: changed.email }).where('owner_id', '=', owner).execute()
    } else log.error({ position }, 'an event about a changed address cannot be read')
  }
}
