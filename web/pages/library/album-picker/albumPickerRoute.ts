import type { PageRoute } from '../../../shared/page/PageRoute.ts'
import { albumsPath } from '../../../shared/paths.ts'

export const albumPickerRoute: PageRoute = {
  path: `${albumsPath}/:albumId/add`,
  feature: 'PhotoManagementAlbumViewEnabled',
  load: async () => (await import('./loadAlbumPicker.ts')).loadAlbumPicker,
  Page: async () => (await import('./AlbumPickerPage.tsx')).AlbumPickerPage,
}
