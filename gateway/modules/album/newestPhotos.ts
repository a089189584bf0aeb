import type { GatewayContext } from '../../context.ts'

const limit = 500
const sort = { key: 'created', order: 'desc' } as const

/** Fetches the photos added last to an album, with one call. `areAll` is true when the album has no other photos. */
export async function readNewestPhotos(
  albumId: string,
  { albums }: GatewayContext,
): Promise<{ present: ReadonlySet<string>; areAll: boolean }> {
  const { items, next } = await albums.listPhotos('albums', albumId, { cursor: null, limit, sort })
  return { present: new Set(items.map(({ imageId }) => imageId)), areAll: next === null }
}
