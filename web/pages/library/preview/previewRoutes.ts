import type { PageRoute } from '../../../shared/page/PageRoute.ts'
import { routePaths } from '../../../shared/routePaths.ts'

const Page = async () => (await import('./PreviewPage.tsx')).PreviewPage

/** The full-screen views of the photos in the timeline, an album, the album picker and a shared album. */
export const previewRoutes: readonly PageRoute[] = [
  {
    path: routePaths.preview,
    feature: 'PhotoManagementTimelineViewEnabled',
    load: async () => (await import('./loadPreview.ts')).loadLibraryPreview,
    Page,
  },
  {
    path: routePaths.albumPreview,
    feature: 'PhotoManagementAlbumViewEnabled',
    load: async () => (await import('./loadPreview.ts')).loadAlbumPreview,
    Page,
  },
  {
    path: routePaths.albumPickerPreview,
    feature: 'PhotoManagementAlbumViewEnabled',
    load: async () => (await import('./loadPreview.ts')).loadAlbumPickerPreview,
    Page,
  },
  {
    path: routePaths.sharedAlbumPreview,
    feature: 'PhotoManagementSharedAlbumsViewEnabled',
    load: async () => (await import('./loadPreview.ts')).loadSharedAlbumPreview,
    Page,
  },
]
