import { addResolversToSchema } from '@graphql-tools/schema'
import { type GraphQLSchema, extendSchema, parse } from 'graphql'
import { z } from 'zod'
import type { GatewayContext } from '../../gateway/context.ts'
import { type PageArguments, type PagedList, connectionOf } from '../../gateway/relay/connection.ts'
import { listScope } from '../../gateway/relay/cursor.ts'
import { encodeGlobalId } from '../../gateway/relay/globalId.ts'
import { buildGatewaySchema as buildProductSchema } from '../../gateway/schema.ts'
import { path } from '../../gateway/upstream/path.ts'
import { Upstream } from '../../gateway/upstream/upstream.ts'
import { wireSchema } from '../../gateway/upstream/wireSchema.ts'
import type { WireAlbum } from './wireAnswers.ts'

export { nodeTypes } from '../../gateway/schema.ts'

const typeDefs = parse(`
  extend type PhotoLibrary { albums(first: Int, after: String): AlbumConnection }
  type AlbumConnection { edges: [AlbumEdge!]! pageInfo: PageInfo! }
  type AlbumEdge { cursor: String! node: Album! }
  type Album { id: ID! name: String! photosCount: Int! cover: Photo }
`)

const wireAlbum = z.object({
  albumId: z.string(),
  name: z.string(),
  photosCount: z.number().int().nonnegative(),
  coverId: z.string().nullable(),
  created: z.string(),
})
const wireAlbumPage = wireSchema(z.object({ cursor: z.string().nullish(), albums: z.array(wireAlbum) }))

const upstream = new Upstream({
  name: 'albums',
  baseUrl: process.env['PHOTOS_URL'] ?? '',
})

const resolvers = {
  PhotoLibrary: {
    albums: ({ accountId }: { accountId: string }, page: PageArguments, context: GatewayContext) =>
      connectionOf(albumsOf(accountId, context), page),
  },
  Album: {
    id: ({ albumId }: WireAlbum) => encodeGlobalId('Album', albumId),
    cover: ({ coverId }: WireAlbum, _args: object, { loaders }: GatewayContext) =>
      coverId === null ? null : loaders.photo.load(coverId),
  },
}

/**
 * The gateway's schema with albums, which it does not have yet, written as a module of it would be: a call for the list
 * through the gateway's own client for upstreams, its connection, and its loader of photos for the covers.
 */
export function buildGatewaySchema(): GraphQLSchema {
  return addResolversToSchema({ schema: extendSchema(buildProductSchema(), typeDefs), resolvers })
}

function albumsOf(accountId: string, context: GatewayContext): PagedList<WireAlbum> {
  const scope = {
    observer: context.observation,
    correlationId: context.correlationId,
    accessToken: context.viewer?.accessToken,
    deadline: performance.now() + 9_000,
  }
  return {
    scope: listScope(['albums', accountId]),
    defaultFirst: 50,
    idOf: ({ albumId }) => albumId,
    fetch: async (cursor, limit) => {
      const page = await upstream.call({ path: path`/albums`, query: { limit, cursor }, answer: wireAlbumPage }, scope)
      return { next: page.cursor ?? null, items: page.albums }
    },
  }
}
