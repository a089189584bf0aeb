import type { ServiceApp } from '../platform/contract.ts'
import { registerErasure } from '../platform/erasure.ts'
import { registerMetrics } from '../platform/metricsRoute.ts'
import type { Platform, Service } from '../platform/platform.ts'
import { registerBlockedOrders } from './blockedOrders.ts'
import { registerBookRoutes } from './book/bookRoutes.ts'
import { createOrigins } from './bookUrls.ts'
import type { WidgetsContext } from './context.ts'
import { addDemoBooks } from './demo.ts'
import { widgetsErasure } from './erasure.ts'
import { consumeEvents, orderQueue } from './events.ts'
import { registerGalleryRoutes } from './gallery/galleryRoutes.ts'
import { registerLinkRoutes } from './linkRoutes.ts'
import { measureWidgets } from './metrics.ts'
import { registerPersonalData } from './personalDataRoutes.ts'
import { preparationQueue } from './preparing.ts'
import { removalQueue } from './removing.ts'
import { registerWidgetRoutes } from './routes.ts'
import { shareMailQueue } from './sharing/mailQueue.ts'
import { registerShareRoutes } from './sharing/shareRoutes.ts'
import { registerStopRoutes } from './sharing/stopRoutes.ts'
import type { WidgetsTables } from './tables.ts'
import { createBookTokens } from './tokens.ts'
import { upkeepQueue } from './upkeep.ts'

/** Online books: ordered photo books that can be leafed through in a browser, and shared. */
export const widgetsService: Service = {
  description:
    'Online books of ordered photo books (decision 0540): their copies, links and gallery entries. Consumes `order.placed` and `order.cancelled` ' +
    '(from orders), and `account.deletionScheduled` and `account.deletionCancelled` (from identity). Between the last two, no link shows a book of ' +
    'the account.',
  migrations: new URL('migrations/', import.meta.url),
  register,
}

async function register(app: ServiceApp, platform: Platform): Promise<void> {
  const context: WidgetsContext = {
    platform,
    database: platform.database<WidgetsTables>('widgets'),
    tokens: createBookTokens(await platform.secrets.readOrMake('books')),
    findOrigin: createOrigins(platform),
  }
  const { database } = context
  platform.jobs.define(orderQueue(context))
  platform.jobs.define(preparationQueue(context))
  platform.jobs.define(removalQueue(context))
  platform.jobs.define(upkeepQueue(context))
  platform.jobs.define(shareMailQueue(context))
  consumeEvents(platform, database)
  if (platform.config.demo) addDemoBooks(context)
  registerErasure(platform, widgetsErasure(context))
  registerWidgetRoutes(app, context)
  registerLinkRoutes(app, context)
  registerBlockedOrders(app, context)
  registerBookRoutes(app, context)
  registerShareRoutes(app, context)
  registerStopRoutes(app, context)
  registerGalleryRoutes(app, context)
  registerPersonalData(app, database)
  registerMetrics(app, async () => measureWidgets(database))
}
