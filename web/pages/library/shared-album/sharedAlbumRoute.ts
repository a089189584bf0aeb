import type { PageRoute } from '../../../shared/page/PageRoute.ts'
import { routePaths } from '../../../shared/routePaths.ts'

export const sharedAlbumRoute: PageRoute = {
  path: routePaths.sharedAlbum,
  feature: 'PhotoManagementSharedAlbumsViewEnabled',
  load: async () => (await import('./loadSharedAlbum.ts')).loadSharedAlbum,
  reloadOn: ['sharedAlbumId'],
  Page: async () => (await import('./SharedAlbumPage.tsx')).SharedAlbumPage,
}
