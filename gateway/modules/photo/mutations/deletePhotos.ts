import type { GatewayContext } from '../../../context.ts'
import { badInput, unauthenticated } from '../../../errors/codes.ts'
import { UpstreamError, type UpstreamFailure } from '../../../errors/upstreamError.ts'
import { imageIdOf } from '../../../relay/photoId.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import type { DeletionModel } from '../models.ts'

const maximumPhotos = 500

/** Failures that do not tell whether the service has deleted anything. */
const unknownOutcomes: readonly UpstreamFailure[] = [
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_INVALID_RESPONSE',
]

/** `Mutation.deletePhotos` */
export const deletePhotos: NonNullable<MutationResolvers['deletePhotos']> = async (_root, { input }, context) => {
  if (!context.viewer) throw unauthenticated()
  const ids = [...new Set(input.photoIds)]
  if (ids.length < 1 || ids.length > maximumPhotos)
    throw badInput(`"photoIds" names ${ids.length} photos; it must name 1 to ${maximumPhotos}.`)
  const imageIds = new Map(ids.map((id) => [id, imageIdOf(id)]))
  const known = [...imageIds.values()].filter((imageId) => imageId !== null)
  const codes = known.length > 0 ? await codesOfRemaining(known, context) : new Map<string, FailureCode>()
  const codeOf = (id: string) => {
    const imageId = imageIds.get(id) ?? null
    return imageId === null ? 'NOT_FOUND' : codes.get(imageId)
  }
  const result: DeletionModel = {
    deletedIds: ids.filter((id) => codeOf(id) === undefined),
    failed: ids.flatMap((id) => {
      const code = codeOf(id)
      return code === undefined ? [] : [{ id, code }]
    }),
    remainingIds: ids.filter((id) => codeOf(id) === 'FAILED'),
    library: { accountId: context.viewer.accountId },
  }
  return { ...result, __typename: 'DeletePhotosSuccess' }
}

type FailureCode = DeletionModel['failed'][number]['code']

/**
 * Deletes photos; answers why those that were not deleted were not. The service does not say it: what it still shows
 * failed, the rest is not, or no longer, the viewer's. When it is not known what became of the call itself, whatever is
 * no longer there was deleted.
 */
async function codesOfRemaining(
  imageIds: readonly string[],
  context: GatewayContext,
): Promise<ReadonlyMap<string, FailureCode>> {
  let lost: UpstreamError | undefined
  let remaining = imageIds
  try {
    remaining = await context.photos.deletePhotos(imageIds)
  } catch (error) {
    if (!(error instanceof UpstreamError) || !unknownOutcomes.includes(error.code)) throw error
    lost = error
  }
  context.loaders.forget()
  const stillThere = await existing(remaining, context, lost)
  const shown = lost ? remaining.filter((imageId) => stillThere.has(imageId)) : remaining
  return new Map(shown.map((imageId) => [imageId, stillThere.has(imageId) ? 'FAILED' : 'NOT_FOUND']))
}

/** @param lost why the deletion was not answered: that is told when its outcome cannot be found out either */
async function existing(
  imageIds: readonly string[],
  context: GatewayContext,
  lost: UpstreamError | undefined,
): Promise<ReadonlySet<string>> {
  if (imageIds.length === 0) return new Set()
  try {
    const photos = await context.photos.lookupPhotos(imageIds)
    return new Set(photos.map(({ imageId }) => imageId))
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    if (lost) throw lost
    // They may be there: it is worth another try, which tells.
    return new Set(imageIds)
  }
}
