import { addDemoVouchers } from './demo.ts'
import { vouchersErasure } from './erasure.ts'
import { handleOrderEvents, orderEventTypes } from './orderEvents.ts'
import { registerPersonalData } from './personalDataRoutes.ts'
import { registerVoucherRoutes } from './routes.ts'
import { upkeepQueue } from './upkeep.ts'
import { registerErasure } from '../platform/erasure.ts'
import type { ServiceApp } from '../platform/contract.ts'
import type { Platform, Service } from '../platform/platform.ts'
import type { VouchersTables } from './tables.ts'

/** Vouchers: customers look them up, shops reserve them, and paid orders use them. */
export const vouchersService: Service = {
  description:
    'Vouchers: their value, their state, and their reservation for an order. Consumes `order.placed`, `order.paid` and ' +
    '`order.cancelled` (each `{ orderCode, vouchers }`, with the codes that the order names).',
  migrations: new URL('migrations/', import.meta.url),
  register,
  demo: addDemoVouchers,
}

async function register(app: ServiceApp, platform: Platform): Promise<void> {
  const database = platform.database<VouchersTables>('vouchers')
  platform.events.consume({
    name: 'vouchers.orders',
    database,
    types: orderEventTypes,
    handle: (events, change) => handleOrderEvents(events, change, platform.log),
  })
  platform.jobs.define(upkeepQueue(database))
  registerErasure(platform, vouchersErasure(database))
  registerVoucherRoutes(app, database)
  registerPersonalData(app, database)
}
