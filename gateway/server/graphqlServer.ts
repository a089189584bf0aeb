import type { FastifyBaseLogger } from 'fastify'
import { type DocumentNode, type GraphQLError, type GraphQLSchema, type Source, specifiedRules } from 'graphql'
import { type Plugin, type YogaServerInstance, createYoga } from 'graphql-yoga'
import type { DocumentLimits } from '../config.ts'
import type { GatewayContext } from '../context.ts'
import { Documents } from '../execution/documents.ts'
import type { PersistedDocuments } from '../execution/persistedDocuments.ts'
import { documentRules } from '../limits/documentRules.ts'
import { buildGatewaySchema } from '../schema.ts'
import { presentedErrorsPlugin } from './presentErrors.ts'

/** GraphQL over HTTP, and the parts that sockets and event streams share with it. */
export interface GraphqlServer {
  readonly yoga: YogaServerInstance<GatewayContext, object>
  readonly schema: GraphQLSchema
  readonly prepared: Documents
}

/** Bytes of a request's body. */
export const bodyLimit = 100_000

/** Yoga, with everything off that a caller of this API has no use for. */
export function createGraphqlServer(options: {
  introspection: boolean
  limits: DocumentLimits
  documents: PersistedDocuments
  log: FastifyBaseLogger
}): GraphqlServer {
  const { documents, introspection, limits, log } = options
  const schema = buildGatewaySchema()
  const prepared = new Documents(schema, {
    rules: [...specifiedRules, ...documentRules({ introspection, limits })],
    maximumTokens: limits.tokens,
  })
  const yoga = createYoga<GatewayContext>({
    schema,
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
    parserAndValidationCache: false,
    plugins: [persistedDocumentsPlugin(documents), preparedDocumentsPlugin(prepared), presentedErrorsPlugin(log)],
  })
  return { yoga, schema, prepared }
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

/** Yoga parses and validates by our own cache, which the sockets share. */
function preparedDocumentsPlugin(documents: Documents): Plugin {
  const errorsOf = new WeakMap<DocumentNode, readonly GraphQLError[]>()
  return {
    onParse({ setParseFn }) {
      setParseFn((source: string | Source) => {
        const { document, errors } = documents.prepare(typeof source === 'string' ? source : source.body)
        if (!document) throw errors[0]
        errorsOf.set(document, errors)
        return document
      })
    },
    onValidate({ params: { documentAST }, setResult }) {
      const errors = errorsOf.get(documentAST)
      if (errors) setResult(errors)
    },
  }
}
