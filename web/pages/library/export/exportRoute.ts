import type { PageRoute } from '../../../shared/page/PageRoute.ts'
import { routePaths } from '../../../shared/routePaths.ts'

export const exportRoute: PageRoute = {
  path: routePaths.export,
  title: 'export.title',
  feature: 'PhotoManagementTimelineViewEnabled',
  load: async () => (await import('./loadExport.ts')).loadExport,
  Page: async () => (await import('./ExportPage.tsx')).ExportPage,
}
