import type { PageRoute } from '../../../shared/page/PageRoute.ts'
import { routePaths } from '../../../shared/routePaths.ts'

export const albumPickerRoute: PageRoute = {
  path: routePaths.albumPicker,
  feature: 'PhotoManagementAlbumViewEnabled',
  load: async () => (await import('./loadAlbumPicker.ts')).loadAlbumPicker,
  Page: async () => (await import('./AlbumPickerPage.tsx')).AlbumPickerPage,
}
