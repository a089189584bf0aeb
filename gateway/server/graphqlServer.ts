import type { FastifyBaseLogger } from 'fastify'
import { type Plugin, type YogaServerInstance, createYoga } from 'graphql-yoga'
import type { GatewayContext } from '../context.ts'
import { buildGatewaySchema } from '../schema.ts'
import { limitsPlugin } from './limits.ts'
import type { PersistedDocuments } from './persistedDocuments.ts'
import { presentedErrorsPlugin } from './presentErrors.ts'

/** GraphQL over HTTP, and the parts that the sockets share with it. */
export type GraphqlServer = YogaServerInstance<GatewayContext, object>

/** Bytes of a request's body. */
export const bodyLimit = 100_000

/** Yoga, with everything off that a caller of this API has no use for. */
export function createGraphqlServer(options: {
  introspection: boolean
  documents: PersistedDocuments
  log: FastifyBaseLogger
}): GraphqlServer {
  const { documents, introspection, log } = options
  return createYoga<GatewayContext>({
    schema: buildGatewaySchema(),
    graphqlEndpoint: '/graphql',
    // The front door, the health endpoints and GraphiQL are Fastify's.
    landingPage: false,
    healthCheckEndpoint: '/graphql/health',
    graphiql: false,
    cors: false,
    multipart: false,
    batching: false,
    maxRequestBodySize: bodyLimit,
    logging: {
      debug: () => undefined,
      info: (...given) => log.info({ given }, 'yoga'),
      warn: (...given) => log.warn({ given }, 'yoga'),
      error: (...given) => log.error({ given }, 'yoga'),
    },
    plugins: [persistedDocumentsPlugin(documents), limitsPlugin({ introspection }), presentedErrorsPlugin(log)],
  })
}

function persistedDocumentsPlugin(documents: PersistedDocuments): Plugin {
  return {
    onParams({ params, setParams }) {
      if (params.query) return
      const query = documents.resolve(params)
      if (query !== undefined) setParams({ ...params, query })
    },
  }
}
