import type { PageRoute } from '../../../shared/page/PageRoute.ts'
import { routePaths } from '../../../shared/routePaths.ts'

/** Redirects to the photo of an upload. */
export const uploadedPhotoRoute: PageRoute = {
  path: routePaths.uploadedPhoto,
  feature: 'PhotoManagementTimelineViewEnabled',
  load: async () => (await import('./findUploadedPhoto.ts')).findUploadedPhoto,
}
