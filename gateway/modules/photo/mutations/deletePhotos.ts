import type { GatewayContext } from '../../../context.ts'
import { badInput, unauthenticated } from '../../../errors/codes.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import type { DeletionModel } from '../models.ts'
import { imageIdOf } from '../photoId.ts'

const maximumPhotos = 500

/** `Mutation.deletePhotos` */
export const deletePhotos: NonNullable<MutationResolvers['deletePhotos']> = async (_root, { input }, context) => {
  if (!context.viewer) throw unauthenticated()
  const ids = [...new Set(input.photoIds)]
  if (ids.length < 1 || ids.length > maximumPhotos)
    throw badInput(`"photoIds" names ${ids.length} photos; it must name 1 to ${maximumPhotos}.`)
  const imageIds = new Map(ids.map((id) => [id, imageIdOf(id)]))
  const known = [...imageIds.values()].filter((imageId) => imageId !== null)
  const remaining = known.length > 0 ? await context.photos.deletePhotos(known) : []
  context.loaders.forget()
  const stillThere = remaining.length > 0 ? await existing(remaining, context) : new Set<string>()
  const unreached = new Set(remaining)
  const result: DeletionModel = {
    deletedIds: ids.filter((id) => isDeleted(imageIds.get(id) ?? null, unreached)),
    failed: ids
      .filter((id) => !isDeleted(imageIds.get(id) ?? null, unreached))
      .map((id) => ({ id, code: stillThere.has(imageIds.get(id) ?? '') ? 'FAILED' : 'NOT_FOUND' })),
    library: { accountId: context.viewer.accountId },
  }
  return { ...result, __typename: 'DeletePhotosSuccess' }
}

function isDeleted(imageId: string | null, remaining: ReadonlySet<string>): boolean {
  return imageId !== null && !remaining.has(imageId)
}

/** The service does not say why a photo remains: what it still shows failed, the rest never was the viewer's. */
async function existing(imageIds: readonly string[], context: GatewayContext): Promise<ReadonlySet<string>> {
  const photos = await context.photos.lookupPhotos(imageIds)
  return new Set(photos.map(({ imageId }) => imageId))
}
