import { featureNames } from '../../../app/features.ts'
import type { PageRoute } from '../../../shared/page/PageRoute.ts'
import { routePaths } from '../../../shared/routePaths.ts'
import { AlbumsIcon } from '../../../ui/icons.tsx'

export const albumsRoute: PageRoute = {
  path: routePaths.albums,
  title: 'menu.albums',
  feature: 'PhotoManagementAlbumViewEnabled',
  menu: { Icon: AlbumsIcon },
  load: async () => (await import('./loadAlbums.ts')).loadAlbums,
  reloadOn: featureNames,
  Page: async () => (await import('./AlbumsPage.tsx')).AlbumsPage,
}
