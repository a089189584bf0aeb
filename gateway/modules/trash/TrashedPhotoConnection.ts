import type { TrashedPhotoConnectionResolvers } from '../../__generated__/resolvers.ts'

/** `TrashedPhotoConnection` */
export const TrashedPhotoConnection: TrashedPhotoConnectionResolvers = {
  totalCount: (_connection, _args, { trash }) => trash.count(),
}
