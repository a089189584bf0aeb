import type { PageRoute } from '../../../shared/page/PageRoute.ts'
import { importPath } from '../../../shared/paths.ts'

export const importRoute: PageRoute = {
  path: importPath,
  title: 'import.title',
  feature: 'PhotoManagementTimelineViewEnabled',
  load: async () => (await import('./loadImport.ts')).loadImport,
  Page: async () => (await import('./ImportPage.tsx')).ImportPage,
}
