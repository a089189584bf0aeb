import { encodeCursor, listScope } from '../../gateway/relay/cursor.ts'
import { decodeGlobalId, encodeGlobalId } from '../../gateway/relay/globalId.ts'

/** The part of the product's schema that the measured queries use. */
export const typeDefs = `
  interface Node { id: ID! }
  type Query { viewer: Viewer node(id: ID!): Node }
  type Viewer { email: String! library: PhotoLibrary! }
  type PhotoLibrary implements Node {
    id: ID!
    photosCount: Int
    albumsCount: Int
    timeline: Timeline
    albums(first: Int): AlbumConnection
  }
  type Timeline { months: [TimelineMonth!]! }
  type TimelineMonth implements Node {
    id: ID!
    year: Int
    month: Int
    photosCount: Int
    photos(first: Int): PhotoConnection
  }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type PhotoConnection { edges: [PhotoEdge!]! pageInfo: PageInfo! }
  type PhotoEdge { cursor: String! node: Photo! }
  type Photo implements Node {
    id: ID!
    fileName: String
    dateTaken: String
    width: Int
    height: Int
    thumbhash: String
    thumbnail(width: Int!): Thumbnail
  }
  type Thumbnail { url: String! width: Int! height: Int! }
  type AlbumConnection { edges: [AlbumEdge!]! pageInfo: PageInfo! }
  type AlbumEdge { cursor: String! node: Album! }
  type Album implements Node {
    id: ID!
    name: String!
    photosCount: Int!
    created: String!
    isShared: Boolean!
    cover: Photo
  }
`

const order = 'dateTaken:desc'
const monthKey = /^([0-9a-f-]{36}):(\d{1,4})-(\d{1,2}):dateTaken:desc$/

/** Resolvers for all servers in this folder. `context` is `{ viewer, photos }`. */
export const resolvers = {
  Query: {
    viewer: (_root, _args, { viewer }) => viewer,
    node: (_root, { id }) => {
      const [, accountId, year, month] = monthKey.exec(decodeGlobalId(id)?.key ?? '') ?? []
      return accountId ? { __typename: 'TimelineMonth', accountId, year: Number(year), month: Number(month) } : null
    },
  },
  Node: { __resolveType: ({ __typename }) => __typename },
  Viewer: { library: ({ accountId }) => ({ accountId }) },
  PhotoLibrary: {
    id: ({ accountId }) => encodeGlobalId('PhotoLibrary', accountId),
    photosCount: async (_library, _args, { photos }) => (await photos.countAll()).photosCount,
    albumsCount: async (_library, _args, { photos }) => (await photos.countAll()).albumsCount,
    timeline: (library) => library,
    albums: async ({ accountId }, { first }, { photos }) => {
      const { albums, cursor } = await photos.listAlbums(first)
      return connectionOf(listScope(['albums', accountId, 'all']), albums, cursor, ({ albumId }) => albumId)
    },
  },
  Timeline: {
    months: async ({ accountId }, _args, { photos }) => monthsOf(await photos.countMonths(), accountId),
  },
  TimelineMonth: {
    id: ({ accountId, year, month }) => encodeGlobalId('TimelineMonth', `${accountId}:${year}-${month}:${order}`),
    year: ({ year }) => year || null,
    month: ({ month }) => month || null,
    photos: async ({ accountId, year, month }, { first }, { photos }) => {
      const { images, cursor } = await photos.listMonth(year, month, first)
      const scope = listScope(['month', accountId, year, month, 'dateTaken', 'desc'])
      return connectionOf(scope, images, cursor, ({ imageId }) => imageId)
    },
  },
  Photo: {
    id: ({ imageId }) => encodeGlobalId('Photo', imageId),
    fileName: ({ localFileName }) => localFileName,
    width: ({ visibleWidth }) => visibleWidth,
    height: ({ visibleHeight }) => visibleHeight,
    thumbnail: ({ thumbnails }, { width }) => thumbnails.find((thumbnail) => thumbnail.width === width),
  },
  Album: {
    id: ({ albumId }) => encodeGlobalId('Album', albumId),
    name: ({ albumName }) => albumName,
    cover: ({ coverPhoto }) => coverPhoto,
  },
}

/** Reads the caller from headers, which are not verified, like `bench/gateway/floor.ts`. */
export function viewerOf(headers) {
  return { accountId: headers['x-account-id'], email: headers['x-account-email'] }
}

/** Returns the path of a page of albums. */
export function albumsPath(first) {
  return `/photos/albums?limit=${first}&displaySharedData=true`
}

/** Returns the path of a page of a month. */
export function monthPath(year, month, first) {
  return `/photos/photos/timeline/${year}/${month}?limit=${first}&sortKey=dateTaken&sortOrder=desc`
}

function connectionOf(scope, items, next, idOf) {
  const edges = items.map((node, index) => {
    const isEnd = index === items.length - 1 && next !== null
    const place = isEnd ? { page: next, passed: 0, item: null } : { page: null, passed: index + 1, item: idOf(node) }
    return { cursor: encodeCursor(scope, place), node }
  })
  return { edges, pageInfo: { hasNextPage: next !== null, endCursor: edges.at(-1)?.cursor ?? null } }
}

function monthsOf(years, accountId) {
  return Object.entries(years)
    .flatMap(([year, months]) =>
      Object.entries(months).map(([month, photosCount]) => ({
        accountId,
        year: Number(year),
        month: Number(month),
        photosCount,
      })),
    )
    .toSorted((one, other) => {
      if ((one.year === 0) !== (other.year === 0)) return one.year === 0 ? 1 : -1
      return other.year - one.year || other.month - one.month
    })
}
