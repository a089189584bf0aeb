import type { ServiceApp } from '../platform/contract.ts'
import type { Platform, Service } from '../platform/platform.ts'
import { registerBlockedOrders } from './blockedOrders.ts'
import { registerBookRoutes } from './book/bookRoutes.ts'
import { createOrigins } from './bookUrls.ts'
import type { WidgetsTables } from './tables.ts'
import { createBookTokens } from './tokens.ts'
import type { WidgetsContext } from './context.ts'

/** Online books: ordered photo books that can be leafed through in a browser, and shared. */
export const widgetsService: Service = {
  description: 'Online books of ordered photo books (decision 0540): their copies, links and gallery entries.',
  migrations: new URL('migrations/', import.meta.url),
  register,
}

async function register(app: ServiceApp, platform: Platform): Promise<void> {
  const context: WidgetsContext = {
    platform,
    database: platform.database<WidgetsTables>('widgets'),
    tokens: createBookTokens(platform.config.dataDir),
    findOrigin: createOrigins(platform),
  }
  registerBlockedOrders(app, context)
  registerBookRoutes(app, context)
}
