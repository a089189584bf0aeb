import type { GatewayContext } from '../../context.ts'
import { UpstreamError } from '../../errors/upstreamError.ts'
import type { WirePhoto } from '../../upstream/photos/wire.ts'
import type { FailureCode } from './namedPhotos.ts'

/** True for the viewer's own photo; false for a photo of others in a shared album. */
export function isOwn({ ownerId }: WirePhoto, viewer: { readonly accountId: string } | null): boolean {
  return ownerId === undefined || ownerId === null || ownerId === viewer?.accountId
}

type Codes = ReadonlyMap<string, FailureCode>

/**
 * Finds which photos still exist after a deletion. The viewer's own photos are FAILED, because a retry may succeed.
 * Photos of others are NOT_FOUND, because they are not in the viewer's library.
 */
export async function codesOfPresent(imageIds: readonly string[], { photos, viewer }: GatewayContext): Promise<Codes> {
  if (imageIds.length === 0) return new Map()
  const present = await photos.findOwnPhotos(imageIds)
  return new Map(present.map((photo) => [photo.imageId, isOwn(photo, viewer) ? 'FAILED' : 'NOT_FOUND']))
}

/**
 * Finds out why photos were not changed, because the service does not send the reasons. Missing photos are NOT_FOUND.
 * If the lookup fails, all photos are FAILED, because a retry may succeed.
 */
export async function codesOfFailed(imageIds: readonly string[], context: GatewayContext): Promise<Codes> {
  const present = await codesOfPresent(imageIds, context).catch((error: unknown) => {
    if (error instanceof UpstreamError) return null
    throw error
  })
  return new Map(imageIds.map((id) => [id, present === null ? 'FAILED' : (present.get(id) ?? 'NOT_FOUND')]))
}
