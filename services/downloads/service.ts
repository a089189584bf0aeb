import { registerErasure } from '../platform/erasure.ts'
import { registerEventSocket } from '../platform/eventSocket.ts'
import { registerMetrics } from '../platform/metricsRoute.ts'
import type { ServiceApp } from '../platform/contract.ts'
import type { Platform, Service } from '../platform/platform.ts'
import { notifications } from './announcements.ts'
import { archiveQueue } from './archive.ts'
import { downloadsErasure } from './erasure.ts'
import { measureDownloads } from './metrics.ts'
import { upkeepQueue } from './upkeep.ts'
import { registerDownloadRoutes } from './routes.ts'
import type { DownloadsTables } from './tables.ts'

/** Archives of chosen photos, and the socket that reports their progress. */
export const downloadsService: Service = {
  description: 'Archives of chosen photos.',
  migrations: new URL('migrations/', import.meta.url),
  register,
}

async function register(app: ServiceApp, platform: Platform): Promise<void> {
  const database = platform.database<DownloadsTables>('downloads')
  platform.jobs.define(archiveQueue(platform, database))
  platform.jobs.define(upkeepQueue(platform, database))
  registerErasure(platform, downloadsErasure(platform, database))
  registerDownloadRoutes(app, platform, database)
  registerMetrics(app, async () => measureDownloads(database))
  registerEventSocket(app, '/notifications', platform, notifications)
}
