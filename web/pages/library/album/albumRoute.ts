import type { PageRoute } from '../../../shared/page/PageRoute.ts'
import { albumsPath } from '../../../shared/paths.ts'

export const albumRoute: PageRoute = {
  path: `${albumsPath}/:albumId`,
  feature: 'PhotoManagementAlbumViewEnabled',
  load: async () => (await import('./loadAlbum.ts')).loadAlbum,
  reloadOn: ['albumId'],
  Page: async () => (await import('./AlbumPage.tsx')).AlbumPage,
}
