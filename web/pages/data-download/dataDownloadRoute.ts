import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { routePaths } from '../../shared/routePaths.ts'

export const dataDownloadRoute: PageRoute = {
  path: routePaths.dataDownload,
  title: 'dataDownload.title',
  settings: { summary: 'dataDownload.summary' },
  load: async () => (await import('./loadDataDownload.ts')).loadDataDownload,
  reloadOn: [],
  Page: async () => (await import('./DataDownloadPage.tsx')).DataDownloadPage,
}
