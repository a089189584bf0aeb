import { unauthenticated } from '../../../errors/codes.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { chosenPhotos, downloadOptionsOf, resultOf } from '../downloadRequest.ts'

/** Resolves `Mutation.requestDownload`. */
export const requestDownload: NonNullable<MutationResolvers['requestDownload']> = async (_root, { input }, context) => {
  if (!context.viewer) throw unauthenticated()
  const photoIds = chosenPhotos(input)
  const options = downloadOptionsOf(input)
  return resultOf(photoIds.length > 0 ? await context.downloads.request(photoIds, options) : null)
}
