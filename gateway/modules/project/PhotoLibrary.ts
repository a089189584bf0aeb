import { NamedPhotos } from '../shared/namedPhotos.ts'
import type { PhotoLibraryResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the field of `PhotoLibrary` that finds the projects of photos. */
export const PhotoLibrary: Pick<PhotoLibraryResolvers, 'projectsUsing'> = {
  projectsUsing: (_library, { photoIds }, { projects }) => projects.findUsing(new NamedPhotos(photoIds).imageIds),
}
