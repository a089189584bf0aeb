import type { ServiceApp } from '../platform/contract.ts'
import { registerErasure } from '../platform/erasure.ts'
import type { Platform, Service } from '../platform/platform.ts'
import { registerDemoProvider } from './demo-provider/routes.ts'
import { paymentsErasure } from './erasure.ts'
import { createHttpProvider } from './httpProvider.ts'
import { detachQueue, type Payments } from './methods.ts'
import { registerPersonalData } from './personalDataRoutes.ts'
import { registerPaymentRoutes } from './routes.ts'
import { settleQueue } from './setups.ts'
import { upkeepQueue } from './upkeep.ts'
import type { PaymentsTables } from './tables.ts'

/** The payment methods of customers. Only the payment provider has the numbers of cards and accounts. */
export const paymentsService: Service = {
  description:
    'The payment method that a customer has stored at a payment provider (decision 0532). Consumes `account.deleted`. ' +
    'In a demo, the service is also the payment provider.',
  migrations: new URL('migrations/', import.meta.url),
  register,
}

async function register(app: ServiceApp, platform: Platform): Promise<void> {
  const database = platform.database<PaymentsTables>('payments')
  const { providerUrl } = platform.config.payments
  // Without a provider, nothing can be stored, so the empty URL is never called.
  const provider = createHttpProvider(platform, providerUrl ?? '')
  const payments: Payments = { platform, database, provider }
  platform.jobs.define(detachQueue(payments))
  platform.jobs.define(settleQueue(payments))
  platform.jobs.define(upkeepQueue(payments))
  registerErasure(platform, paymentsErasure(payments))
  registerPaymentRoutes(app, payments, providerUrl !== null)
  registerPersonalData(app, database)
  if (platform.config.demo) registerDemoProvider(app, platform, database)
}
