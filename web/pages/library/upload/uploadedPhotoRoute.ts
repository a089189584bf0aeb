import type { PageRoute } from '../../../shared/page/PageRoute.ts'
import { timelinePath } from '../../../shared/paths.ts'

/** Redirects to the photo of an upload. */
export const uploadedPhotoRoute: PageRoute = {
  path: `${timelinePath}/uploaded/:imageId`,
  feature: 'PhotoManagementTimelineViewEnabled',
  load: async () => (await import('./findUploadedPhoto.ts')).findUploadedPhoto,
}
