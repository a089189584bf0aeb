import type { ServiceApp } from '../platform/contract.ts'
import { registerErasure } from '../platform/erasure.ts'
import { registerMetrics } from '../platform/metricsRoute.ts'
import type { Platform, Service } from '../platform/platform.ts'
import { invoicesErasure } from './erasure.ts'
import { filesQueue, retryQueue } from './files.ts'
import { measureInvoices } from './metrics.ts'
import { consumeOrderEvents } from './orderEvents.ts'
import { registerPersonalData } from './personalDataRoutes.ts'
import { retentionQueue } from './retention.ts'
import { registerRetentionRoutes } from './retentionRoutes.ts'
import { registerInvoiceRoutes } from './routes.ts'
import { settleQueue } from './settling.ts'
import type { InvoicesTables } from './tables.ts'

/** Invoices and credit notes of business accounts, as PDF and XML. */
export const invoicesService: Service = {
  description:
    'Invoices and credit notes of business accounts. Consumes `order.paid`, `order.dispatched` and `order.cancelled`, with the lines, ' +
    'totals and totals per VAT rate that the orders service writes.',
  migrations: new URL('migrations/', import.meta.url),
  register,
}

async function register(app: ServiceApp, platform: Platform): Promise<void> {
  const database = platform.database<InvoicesTables>('invoices')
  platform.jobs.define(settleQueue(platform, database))
  platform.jobs.define(filesQueue(platform, database))
  platform.jobs.define(retryQueue(platform, database))
  consumeOrderEvents(platform, database)
  registerErasure(platform, invoicesErasure(platform, database))
  platform.jobs.define(retentionQueue(platform, database))
  registerInvoiceRoutes(app, platform, database)
  registerRetentionRoutes(app, platform, database)
  registerPersonalData(app, platform, database)
  registerMetrics(app, async () => measureInvoices(database))
}
