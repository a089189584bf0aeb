import fastify from 'fastify'
import mercurius from 'mercurius'
import { PhotosClient } from './photosClient.js'
import { listen } from './ready.js'
import { resolvers, typeDefs, viewerOf } from './schema.js'

const { Node, ...objectTypes } = resolvers
const app = fastify()

/** Serves the schema by Mercurius, which compiles every query after its first use. */
await app.register(mercurius, {
  schema: typeDefs,
  resolvers: { ...objectTypes, Node: { resolveType: Node.__resolveType } },
  jit: 1,
  context: ({ headers }) => ({ viewer: viewerOf(headers), photos: new PhotosClient(headers.authorization) }),
})
await listen(app)
