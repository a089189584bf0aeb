import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { PhotosIcon } from '../../ui/icons.tsx'
import { albumsRoute } from './albums/albumsRoute.ts'
import { loadLibrary } from './loadLibrary.ts'
import { timelineRoute } from './timeline/timelineRoute.ts'

/** The layout route of the library: its header and tabs surround the page of each tab. */
export const libraryRoute: PageRoute = {
  feature: 'PhotoManagementTimelineViewEnabled',
  menu: { Icon: PhotosIcon, label: 'menu.myPhotos' },
  // `loadLibrary` is not loaded lazily, so that the first view starts its queries without another request for code.
  load: async () => loadLibrary,
  reloadOn: [],
  Page: async () => (await import('./LibraryLayout.tsx')).LibraryLayout,
  children: [timelineRoute, albumsRoute],
}
