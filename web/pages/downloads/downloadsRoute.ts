import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { routePaths } from '../../shared/routePaths.ts'
import { DownloadIcon } from '../../ui/icons.tsx'

export const downloadsRoute: PageRoute = {
  path: routePaths.downloads,
  title: 'menu.downloads',
  menu: { Icon: DownloadIcon },
  load: async () => (await import('./loadDownloads.ts')).loadDownloads,
  Page: async () => (await import('./DownloadsPage.tsx')).DownloadsPage,
}
