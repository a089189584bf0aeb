import type { PageRoute } from '../../../shared/page/PageRoute.ts'
import { routePaths } from '../../../shared/routePaths.ts'

export const importRoute: PageRoute = {
  path: routePaths.import,
  title: 'import.title',
  feature: 'PhotoManagementTimelineViewEnabled',
  load: async () => (await import('./loadImport.ts')).loadImport,
  Page: async () => (await import('./ImportPage.tsx')).ImportPage,
}
