import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { homePath } from '../../shared/paths.ts'
import { HomeIcon } from '../../ui/icons.tsx'

export const overviewRoute: PageRoute = {
  path: homePath,
  title: 'menu.overview',
  menu: { Icon: HomeIcon },
  load: async () => (await import('./loadOverview.ts')).loadOverview,
  Page: async () => (await import('./OverviewPage.tsx')).OverviewPage,
}
