import type { GatewayContext } from '../../context.ts'
import { UpstreamError } from '../../errors/upstreamError.ts'
import type { WirePhoto } from '../../upstream/photos/wire.ts'
import type { FailureCode } from './namedPhotos.ts'

/** Whether a photo is the viewer's own, and not one of others that they may see in a shared album. */
export function isOwn({ ownerId }: WirePhoto, viewer: { readonly accountId: string } | null): boolean {
  return ownerId === undefined || ownerId === null || ownerId === viewer?.accountId
}

type Codes = ReadonlyMap<string, FailureCode>

/**
 * Those of the photos that are there, by what it means that they are: the viewer's own can be tried again, and those of
 * others, which they may only look at, are not to be found in their library.
 */
export async function codesOfPresent(imageIds: readonly string[], { photos, viewer }: GatewayContext): Promise<Codes> {
  if (imageIds.length === 0) return new Map()
  const present = await photos.lookupPhotos(imageIds)
  return new Map(present.map((photo) => [photo.imageId, isOwn(photo, viewer) ? 'FAILED' : 'NOT_FOUND']))
}

/**
 * Why photos failed, which the service does not say. What is not there is not found; what cannot be looked up may be
 * there: it is worth another try, which tells.
 */
export async function codesOfFailed(imageIds: readonly string[], context: GatewayContext): Promise<Codes> {
  const present = await codesOfPresent(imageIds, context).catch((error: unknown) => {
    if (error instanceof UpstreamError) return null
    throw error
  })
  return new Map(imageIds.map((id) => [id, present === null ? 'FAILED' : (present.get(id) ?? 'NOT_FOUND')]))
}
