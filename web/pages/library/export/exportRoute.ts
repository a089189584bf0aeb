import type { PageRoute } from '../../../shared/page/PageRoute.ts'
import { exportsPath } from '../../../shared/paths.ts'

export const exportRoute: PageRoute = {
  path: `${exportsPath}/:backupId`,
  title: 'export.title',
  feature: 'PhotoManagementTimelineViewEnabled',
  load: async () => (await import('./loadExport.ts')).loadExport,
  Page: async () => (await import('./ExportPage.tsx')).ExportPage,
}
