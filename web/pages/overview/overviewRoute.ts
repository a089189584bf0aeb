import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { routePaths } from '../../shared/routePaths.ts'
import { HomeIcon } from '../../ui/icons.tsx'

export const overviewRoute: PageRoute = {
  path: routePaths.overview,
  title: 'menu.overview',
  menu: { Icon: HomeIcon },
  load: async () => (await import('./loadOverview.ts')).loadOverview,
  Page: async () => (await import('./OverviewPage.tsx')).OverviewPage,
}
