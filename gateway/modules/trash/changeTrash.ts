import type { GatewayContext } from '../../context.ts'
import { UpstreamError, isOutcomeUnknown } from '../../errors/upstreamError.ts'
import { type FailureCode, NamedPhotos, type PhotosOutcome } from '../shared/namedPhotos.ts'

/**
 * Makes a call that takes photos out of the trash. When its response was lost, photos that are no longer in the trash
 * count as done.
 * @param call returns those of the given ids whose photos were not in the trash
 * @throws UpstreamError when the call fails, or the outcome is unknown
 */
export async function changeTrash(
  ids: readonly string[],
  context: GatewayContext,
  call: (imageIds: readonly string[]) => Promise<readonly string[]>,
): Promise<PhotosOutcome> {
  const named = new NamedPhotos(ids, 'TrashedPhoto')
  const { imageIds } = named
  const codes = imageIds.length > 0 ? await codesAfter(imageIds, context, call) : new Map<string, FailureCode>()
  context.loaders.forget()
  return named.outcome(codes)
}

async function codesAfter(
  imageIds: readonly string[],
  { trash }: GatewayContext,
  call: (imageIds: readonly string[]) => Promise<readonly string[]>,
): Promise<ReadonlyMap<string, FailureCode>> {
  try {
    const missing = await call(imageIds)
    return new Map(missing.map((id) => [id, 'NOT_FOUND']))
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
    const left = await trash.find(imageIds).catch((failure: unknown) => {
      throw failure instanceof UpstreamError ? error : failure
    })
    return new Map(left.map(({ imageId }) => [imageId, 'FAILED']))
  }
}
