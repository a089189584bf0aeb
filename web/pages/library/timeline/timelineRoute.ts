import { featureNames } from '../../../app/features.ts'
import type { PageRoute } from '../../../shared/page/PageRoute.ts'
import { routePaths } from '../../../shared/routePaths.ts'
import { PhotosIcon } from '../../../ui/icons.tsx'
import { sortParameter } from '../photo-collection/sorting/sortPreference.ts'
import { loadTimeline } from './loadTimeline.ts'

export const timelineRoute: PageRoute = {
  path: routePaths.timeline,
  title: 'library.title',
  feature: 'PhotoManagementTimelineViewEnabled',
  menu: { Icon: PhotosIcon, label: 'menu.photos' },
  // `loadTimeline` is not loaded lazily, so that the first view starts its queries without another request for code.
  load: async () => loadTimeline,
  reloadOn: [sortParameter, ...featureNames],
  Page: async () => (await import('./TimelinePage.tsx')).TimelinePage,
}
