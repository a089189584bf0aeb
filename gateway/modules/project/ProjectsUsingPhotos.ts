import { encodeGlobalId } from '../../relay/globalId.ts'
import type { ProjectsUsingPhotosResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `ProjectsUsingPhotos`. */
export const ProjectsUsingPhotos: ProjectsUsingPhotosResolvers = {
  photoIds: ({ photoIds }) => photoIds.map((imageId) => encodeGlobalId('Photo', imageId)),
}
