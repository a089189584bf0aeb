import fastify, { type FastifyRequest } from 'fastify'
import { encodeCursor, listScope } from '../../gateway/relay/cursor.ts'
import { encodeGlobalId } from '../../gateway/relay/globalId.ts'
import type { WirePhoto } from '../../tests/support/photoLibrary.ts'
import { albumCount, photosPerMonth } from './documents.ts'
import { get } from './floorCalls.ts'
import { registerOrderRoutes } from './orderFloor.ts'
import type { WireAlbum } from './wireAnswers.ts'

/**
 * The floor: an aggregator written by hand for speed alone. It has a route per query, makes the same calls as the
 * gateway with plain undici, and answers the same bytes. It verifies, limits, logs and checks nothing.
 */
const app = fastify()

app.post('/typename', () => ({ data: { __typename: 'Query' } }))

app.post<{ Body: { months: number[] } }>('/timeline', async (request) => {
  const { months } = request.body
  const { accountId, email } = callerOf(request)
  const query = `limit=${photosPerMonth}&sortKey=dateTaken&sortOrder=desc`
  const [counts, years, ...pages] = await Promise.all([
    get<{ photosCount: number; albumsCount: number }>(request, '/photos/users'),
    get<Record<string, Record<string, number>>>(request, '/photos/users/timeline'),
    ...months.map((month) => get<PhotoPage>(request, `/photos/photos/timeline/2024/${month}?${query}`)),
  ])
  const { photosCount, albumsCount } = counts
  const timeline = { months: monthsOf(years, accountId) }
  const library = { id: encodeGlobalId('PhotoLibrary', accountId), photosCount, albumsCount, timeline }
  const shown = pages.map((page, index) => [`m${months[index]}`, monthOf(page, months[index] ?? 0, accountId)])
  return { data: { viewer: { email, library }, ...Object.fromEntries(shown) } }
})

app.post('/albums', async (request) => {
  const { accountId } = callerOf(request)
  const page = await get<AlbumPage>(request, `/photos/albums?limit=${albumCount}&displaySharedData=true`)
  const scope = listScope(['albums', accountId, 'all'])
  const edges = page.albums.map((album, index) => ({
    cursor: cursorIn(scope, page.cursor, index, page.albums.length, album.albumId),
    node: {
      id: encodeGlobalId('Album', album.albumId),
      name: album.albumName,
      photosCount: album.photosCount,
      created: album.created,
      isShared: album.isShared,
      cover: coverOf(album.coverPhoto),
    },
  }))
  const albums = { edges, pageInfo: { hasNextPage: page.cursor !== null, endCursor: edges.at(-1)?.cursor ?? null } }
  return { data: { viewer: { library: { id: encodeGlobalId('PhotoLibrary', accountId), albums } } } }
})

registerOrderRoutes(app)

const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.on('disconnect', () => process.exit(0))
process.send?.({ type: 'ready', url })

interface PhotoPage {
  readonly cursor: string | null
  readonly images: readonly WirePhoto[]
}

interface AlbumPage {
  readonly cursor: string | null
  readonly albums: readonly WireAlbum[]
}

/** Reads the caller from headers, which are not verified. */
function callerOf({ headers }: FastifyRequest) {
  return { accountId: String(headers['x-account-id']), email: String(headers['x-account-email']) }
}

function monthsOf(years: Record<string, Record<string, number>>, accountId: string) {
  return Object.entries(years)
    .flatMap(([year, months]) =>
      Object.entries(months).map(([month, count]) => ({ year: Number(year), month: Number(month), count })),
    )
    .toSorted((one, other) => {
      if ((one.year === 0) !== (other.year === 0)) return one.year === 0 ? 1 : -1
      return other.year - one.year || other.month - one.month
    })
    .map(({ year, month, count }) => ({
      id: encodeGlobalId('TimelineMonth', `${accountId}:${year}-${month}:dateTaken:desc`),
      year: year || null,
      month: month || null,
      photosCount: count,
    }))
}

function monthOf({ images, cursor }: PhotoPage, month: number, accountId: string) {
  const scope = listScope(['month', accountId, 2024, month, 'dateTaken', 'desc'])
  const edges = images.map((photo, index) => ({
    cursor: cursorIn(scope, cursor, index, images.length, photo.imageId),
    node: {
      __typename: 'Photo',
      id: encodeGlobalId('Photo', photo.imageId),
      fileName: photo.localFileName,
      dateTaken: photo.dateTaken ?? null,
      width: photo.visibleWidth,
      height: photo.visibleHeight,
      thumbhash: photo.thumbhash,
      thumbnail: thumbnailOf(photo),
    },
  }))
  return {
    id: encodeGlobalId('TimelineMonth', `${accountId}:2024-${month}:dateTaken:desc`),
    photos: { edges, pageInfo: { hasNextPage: cursor !== null, endCursor: edges.at(-1)?.cursor ?? null } },
  }
}

function coverOf(photo: WirePhoto | null) {
  if (!photo) return null
  const { imageId, localFileName, thumbhash } = photo
  return { id: encodeGlobalId('Photo', imageId), fileName: localFileName, thumbhash, thumbnail: thumbnailOf(photo) }
}

function thumbnailOf({ thumbnails }: WirePhoto) {
  const found = thumbnails.find(({ width }) => width === 300)
  return found ? { url: found.url, width: found.width, height: found.height } : null
}

/** Returns the cursor of an item. The last item of a page has the upstream's own cursor (docs/decisions/0202). */
function cursorIn(scope: string, next: string | null, index: number, length: number, item: string): string {
  if (index === length - 1 && next !== null) return encodeCursor(scope, { page: next, passed: 0, item: null })
  return encodeCursor(scope, { page: null, passed: index + 1, item })
}
