import type { Service } from './platform/platform.ts'

/**
 * Every service, in the order in which they start. The name of a service is also the path of its routes, its database
 * schema, its folder, and the `<NAME>` of its variable `<NAME>_URL`. A process loads only the services that it runs.
 */
export const services = {
  identity: async () => (await import('./identity/service.ts')).identityService,
  storage: async () => (await import('./storage/service.ts')).storageService,
  photos: async () => (await import('./photos/service.ts')).photosService,
  site: async () => (await import('./site/service.ts')).siteService,
  customers: async () => (await import('./customers/service.ts')).customersService,
  downloads: async () => (await import('./downloads/service.ts')).downloadsService,
  exports: async () => (await import('./exports/service.ts')).exportsService,
  orders: async () => (await import('./orders/service.ts')).ordersService,
  invoices: async () => (await import('./invoices/service.ts')).invoicesService,
  push: async () => (await import('./push/service.ts')).pushService,
  vouchers: async () => (await import('./vouchers/service.ts')).vouchersService,
  projects: async () => (await import('./projects/service.ts')).projectsService,
  products: async () => (await import('./products/service.ts')).productsService,
  shop: async () => (await import('./shop/service.ts')).shopService,
  mailing: async () => (await import('./mailing/service.ts')).mailingService,
  payments: async () => (await import('./payments/service.ts')).paymentsService,
  merchandise: async () => (await import('./merchandise/service.ts')).merchandiseService,
  widgets: async () => (await import('./widgets/service.ts')).widgetsService,
  analytics: async () => (await import('./analytics/service.ts')).analyticsService,
  personalisation: async () => (await import('./personalisation/service.ts')).personalisationService,
} as const satisfies Readonly<Record<string, () => Promise<Service>>>

export type ServiceName = keyof typeof services

// Object.keys does not keep the type of the keys.
export const serviceNames = Object.keys(services) as ServiceName[]
