import type { PageRoute } from '../../../shared/page/PageRoute.ts'
import { routePaths } from '../../../shared/routePaths.ts'

export const albumRoute: PageRoute = {
  path: routePaths.album,
  feature: 'PhotoManagementAlbumViewEnabled',
  load: async () => (await import('./loadAlbum.ts')).loadAlbum,
  reloadOn: ['albumId'],
  Page: async () => (await import('./AlbumPage.tsx')).AlbumPage,
}
