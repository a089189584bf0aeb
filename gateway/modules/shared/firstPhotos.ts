import type { Loaders } from '../../context.ts'
import type { WireDetailedPhoto } from '../../upstream/photos/wire.ts'

/** Only this many photos are loaded, because a retailer's own service may send the ids of all photos. */
const maximumPhotos = 4

/** The first photos that exist, at most 4. The photos of all objects of an operation are loaded together. */
export async function firstPhotos(
  photoIds: readonly string[] | null | undefined,
  { photo }: Pick<Loaders, 'photo'>,
): Promise<readonly WireDetailedPhoto[]> {
  if (!photoIds || photoIds.length === 0) return []
  const found = await photo.loadAll(photoIds.slice(0, maximumPhotos))
  return found.filter((loaded) => loaded !== null)
}
