import type { PageRoute } from '../../../shared/page/PageRoute.ts'
import { routePaths } from '../../../shared/routePaths.ts'

export const orderRoute: PageRoute = {
  path: routePaths.order,
  load: async () => (await import('./loadOrder.ts')).loadOrder,
  reloadOn: ['orderCode'],
  Page: async () => (await import('./OrderPage.tsx')).OrderPage,
}
