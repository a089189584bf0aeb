import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { routePaths } from '../../shared/routePaths.ts'

export const connectedAppsRoute: PageRoute = {
  path: routePaths.connectedApps,
  title: 'apps.title',
  settings: { summary: 'apps.summary' },
  load: async () => (await import('./loadConnectedApps.ts')).loadConnectedApps,
  reloadOn: [],
  Page: async () => (await import('./ConnectedAppsPage.tsx')).ConnectedAppsPage,
}
