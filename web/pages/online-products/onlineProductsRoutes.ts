import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { routePaths } from '../../shared/routePaths.ts'
import { OnlineBookIcon } from '../../ui/icons.tsx'

export const onlineProductsRoute: PageRoute = {
  path: routePaths.onlineProducts,
  title: 'menu.onlineProducts',
  accounts: 'private',
  menu: { Icon: OnlineBookIcon },
  load: async () => (await import('./list/loadOnlineProducts.ts')).loadOnlineProducts,
  reloadOn: ['page'],
  Page: async () => (await import('./list/OnlineProductsPage.tsx')).OnlineProductsPage,
}

export const onlineProductRoute: PageRoute = {
  path: routePaths.onlineProduct,
  title: 'onlineBook.title',
  accounts: 'private',
  load: async () => (await import('./book/loadOnlineProduct.ts')).loadOnlineProduct,
  reloadOn: ['productCode'],
  Page: async () => (await import('./book/OnlineProductPage.tsx')).OnlineProductPage,
}
