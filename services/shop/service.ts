import { Counter, Registry } from 'prom-client'
import type { ServiceApp } from '../platform/contract.ts'
import { registerMetrics } from '../platform/metricsRoute.ts'
import type { Platform, Service } from '../platform/platform.ts'
import { registerShopRoutes } from './routes.ts'

/** The shop of the demo: prices baskets of prints, and places and pays orders. It stores nothing itself. */
export const shopService: Service = {
  description: 'The shop of the demo: prices baskets of prints, places orders, and simulates payments.',
  register,
}

async function register(app: ServiceApp, platform: Platform): Promise<void> {
  const counters = new Registry()
  const orders = new Counter({
    name: 'shop_orders_total',
    help: 'Orders of prints: placed, repeated, ordered before by another attempt, or changed because the quote was out of date',
    labelNames: ['outcome'],
    registers: [counters],
  })
  registerShopRoutes(app, platform, (outcome) => orders.inc({ outcome }))
  registerMetrics(app, async () => [], [counters])
}
