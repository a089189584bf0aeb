import type { GatewayContext } from '../../../context.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import { UpstreamError, isOutcomeUnknown } from '../../../errors/upstreamError.ts'
import { type FailureCode, NamedPhotos } from '../../shared/namedPhotos.ts'
import { codesOfFailed, codesOfPresent } from '../../shared/photoOwner.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'

type Codes = ReadonlyMap<string, FailureCode>

/** Resolves `Mutation.deletePhotos`. */
export const deletePhotos: NonNullable<MutationResolvers['deletePhotos']> = async (_root, { input }, context) => {
  if (!context.viewer) throw unauthenticated()
  const named = new NamedPhotos(input.photoIds)
  const { imageIds } = named
  const codes: Codes = imageIds.length > 0 ? await deleteThem(imageIds, context) : new Map()
  const { doneIds, ...rest } = named.outcome(codes)
  const library = { accountId: context.viewer.accountId }
  return { __typename: 'DeletePhotosSuccess', deletedIds: doneIds, ...rest, library }
}

/** Deletes photos. @returns the reason for each photo that was not deleted */
async function deleteThem(imageIds: readonly string[], context: GatewayContext): Promise<Codes> {
  let remaining: readonly string[]
  try {
    remaining = await context.photos.deletePhotos(imageIds)
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
    context.loaders.forget()
    return codesAfterLostResponse(imageIds, context, error)
  }
  context.loaders.forget()
  return codesOfFailed(remaining, context)
}

/**
 * Reads the library to find out which photos were deleted by a call whose response was lost.
 * @param lost the error of that call, thrown again when the library cannot be read either
 */
function codesAfterLostResponse(
  imageIds: readonly string[],
  context: GatewayContext,
  lost: UpstreamError,
): Promise<Codes> {
  return codesOfPresent(imageIds, context).catch((error: unknown) => {
    throw error instanceof UpstreamError ? lost : error
  })
}
