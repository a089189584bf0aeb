import type { PageRoute } from '../../../shared/page/PageRoute.ts'
import { routePaths } from '../../../shared/routePaths.ts'
import { OrdersIcon } from '../../../ui/icons.tsx'

export const ordersRoute: PageRoute = {
  path: routePaths.orders,
  title: 'orders.title',
  menu: { Icon: OrdersIcon },
  load: async () => (await import('./loadOrders.ts')).loadOrders,
  reloadOn: ['order_state', 'page', 'search', 'year'],
  Page: async () => (await import('./OrdersPage.tsx')).OrdersPage,
}
