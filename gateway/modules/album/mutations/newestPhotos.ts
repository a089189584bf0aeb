import type { GatewayContext } from '../../../context.ts'

const limit = 500
const sort = { key: 'created', order: 'desc' } as const

/** The photos that came into an album last, by one call; `areAll`: it has no others. */
export async function readNewestPhotos(
  albumId: string,
  { albums }: GatewayContext,
): Promise<{ present: ReadonlySet<string>; areAll: boolean }> {
  const { items, next } = await albums.listPhotos('albums', albumId, { cursor: null, limit, sort })
  return { present: new Set(items.map(({ imageId }) => imageId)), areAll: next === null }
}
