import { makeExecutableSchema } from '@graphql-tools/schema'
import fastify from 'fastify'
import { createYoga } from 'graphql-yoga'
import { PhotosClient } from './photosClient.js'
import { resolvers, typeDefs, viewerOf } from './schema.js'

/** Builds a Fastify server with Yoga, in the way that Yoga's documentation shows. */
export function buildYoga(plugins) {
  const app = fastify()
  const yoga = createYoga({
    schema: makeExecutableSchema({ typeDefs, resolvers }),
    logging: false,
    plugins,
    context: ({ req }) => ({
      viewer: viewerOf(req.headers),
      photos: new PhotosClient(req.headers.authorization),
    }),
  })
  app.route({
    url: yoga.graphqlEndpoint,
    method: ['GET', 'POST', 'OPTIONS'],
    handler: (req, reply) => yoga.handleNodeRequestAndResponse(req, reply, { req, reply }),
  })
  return app
}
