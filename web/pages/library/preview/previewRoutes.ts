import type { PageRoute } from '../../../shared/page/PageRoute.ts'
import { albumsPath, sharedAlbumsPath, timelinePath } from '../../../shared/paths.ts'

const Page = async () => (await import('./PreviewPage.tsx')).PreviewPage

/** The full-screen view of a photo: of the timeline, an album, the album picker or a shared album. */
export const previewRoutes: readonly PageRoute[] = [
  {
    path: `${timelinePath}/preview/:id`,
    feature: 'PhotoManagementTimelineViewEnabled',
    load: async () => (await import('./loadPreview.ts')).loadLibraryPreview,
    Page,
  },
  {
    path: `${albumsPath}/:albumId/preview/:id`,
    feature: 'PhotoManagementAlbumViewEnabled',
    load: async () => (await import('./loadPreview.ts')).loadAlbumPreview,
    Page,
  },
  {
    path: `${albumsPath}/:albumId/add/preview/:id`,
    feature: 'PhotoManagementAlbumViewEnabled',
    load: async () => (await import('./loadPreview.ts')).loadAlbumPickerPreview,
    Page,
  },
  {
    path: `${sharedAlbumsPath}/:sharedAlbumId/preview/:id`,
    feature: 'PhotoManagementSharedAlbumsViewEnabled',
    load: async () => (await import('./loadPreview.ts')).loadSharedAlbumPreview,
    Page,
  },
]
