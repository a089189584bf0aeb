import { PhotoReferences } from '../platform/photoReferences.ts'
import type { ProjectsTables } from './tables.ts'

/** The photos in projects, and which of them were deleted for good. */
export const projectPhotos = new PhotoReferences<ProjectsTables>({
  schema: 'projects',
  table: 'project_photos',
  lock: 7_215_061,
})
