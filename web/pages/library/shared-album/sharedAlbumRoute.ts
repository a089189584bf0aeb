import type { PageRoute } from '../../../shared/page/PageRoute.ts'
import { sharedAlbumsPath } from '../../../shared/paths.ts'

export const sharedAlbumRoute: PageRoute = {
  path: `${sharedAlbumsPath}/:sharedAlbumId`,
  feature: 'PhotoManagementSharedAlbumsViewEnabled',
  load: async () => (await import('./loadSharedAlbum.ts')).loadSharedAlbum,
  reloadOn: ['sharedAlbumId'],
  Page: async () => (await import('./SharedAlbumPage.tsx')).SharedAlbumPage,
}
