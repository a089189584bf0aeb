import type { TrashedPhotoConnectionResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `TrashedPhotoConnection`. */
export const TrashedPhotoConnection: TrashedPhotoConnectionResolvers = {
  totalCount: (_connection, _args, { trash }) => trash.count(),
}
