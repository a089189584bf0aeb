import type { PhotoLibraryResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the activation field of `PhotoLibrary`. */
export const PhotoLibrary: Pick<PhotoLibraryResolvers, 'activation'> = {
  activation: (_library, _args, { activation }) => activation.read(),
}
