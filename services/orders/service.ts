import { registerErasure } from '../platform/erasure.ts'
import { registerEventSocket } from '../platform/eventSocket.ts'
import { registerMetrics } from '../platform/metricsRoute.ts'
import type { ServiceApp } from '../platform/contract.ts'
import { photoReferenceEvents } from '../platform/photoReferences.ts'
import type { Platform, Service } from '../platform/platform.ts'
import { registerBookRoutes } from './bookRoutes.ts'
import { addDemoOrders, addDemoPhotos } from './demo.ts'
import { ordersErasure } from './erasure.ts'
import { orderEvents } from './eventStream.ts'
import { linePhotos, upkeepQueue } from './linePhotos.ts'
import { measureOrders } from './metrics.ts'
import { registerOrderRoutes } from './orderRoutes.ts'
import { registerPersonalData } from './personalDataRoutes.ts'
import { registerReorderRoutes } from './reorderRoutes.ts'
import { registerShopRoutes } from './shopRoutes.ts'
import { registerSyntheticRoute } from './synthetic.ts'
import { resumeQueue, simulatorQueue } from './simulator.ts'
import { registerUnfinishedRoute } from './unfinishedRoute.ts'
import type { OrdersTables } from './tables.ts'

/** Orders: what customers read and change, the calls of the shop and the factory, and a simulated factory. */
export const ordersService: Service = {
  description:
    'Orders of customers. Appends `order.placed` (`{ orderCode, placed, vouchers }`), `order.changed` (`{ orderCode, status, version }`, and ' +
    '`deliveryAddress` if it has changed), and `order.paid`, `order.dispatched` and `order.cancelled` with the fields of `order.placed` ' +
    'and also the lines, the totals and the totals per VAT rate. `vouchers` has the voucher codes of the lines. Consumes the events of photos that are deleted for good.',
  migrations: new URL('migrations/', import.meta.url),
  register,
  demo: addDemoOrders,
}

async function register(app: ServiceApp, platform: Platform): Promise<void> {
  const database = platform.database<OrdersTables>('orders')
  const { stepSeconds } = platform.config.orders
  platform.jobs.define(simulatorQueue(platform, database, stepSeconds))
  platform.jobs.define(resumeQueue(platform, database, stepSeconds))
  platform.jobs.define(upkeepQueue(database))
  platform.events.consume({
    name: 'orders.photos',
    database,
    types: photoReferenceEvents,
    handle: async (events, change) => {
      await linePhotos.handle(events, change)
      if (platform.config.demo) await addDemoPhotos(events, change)
    },
  })
  registerErasure(platform, ordersErasure(database))
  registerOrderRoutes(app, platform, database)
  registerUnfinishedRoute(app, database)
  registerBookRoutes(app, database)
  registerPersonalData(app, database)
  registerReorderRoutes(app, { database, brands: platform.brands })
  registerShopRoutes(app, platform, database, stepSeconds)
  if (platform.config.demo) registerSyntheticRoute(app, { database, brands: platform.brands })
  registerMetrics(app, async () => measureOrders(database))
  registerEventSocket(app, '/v1/events', platform, orderEvents)
}
