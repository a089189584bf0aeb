import type { FastifyBaseLogger } from 'fastify'
import { type DocumentNode, type GraphQLSchema, type Source, specifiedRules } from 'graphql'
import { type Plugin, type YogaServerInstance, createYoga } from 'graphql-yoga'
import type { GatewayConfig } from '../config.ts'
import type { GatewayContext } from '../context.ts'
import { Documents, type PreparedDocument } from '../execution/documents.ts'
import type { PersistedDocuments } from '../execution/persistedDocuments.ts'
import { type CostModel, createCostModel } from '../limits/cost.ts'
import { documentRules } from '../limits/documentRules.ts'
import { buildGatewaySchema } from '../schema.ts'
import { FastPath } from './fastPath.ts'
import { presentedErrorsPlugin } from './presentErrors.ts'
import { referenceExecutorPlugin } from './referenceExecutor.ts'

/** GraphQL over HTTP, and the parts it shares with sockets and event streams. */
export interface GraphqlServer {
  readonly yoga: YogaServerInstance<GatewayContext, object>
  readonly schema: GraphQLSchema
  readonly prepared: Documents
  readonly costs: CostModel
  /** Handles the most common requests before Yoga. */
  readonly fastPath: FastPath
}

/** Maximum size of a request body in bytes. */
export const bodyLimit = 100_000

/** Creates Yoga without the features that this API does not offer. */
export function createGraphqlServer(options: {
  config: Pick<GatewayConfig, 'introspection' | 'suggestions' | 'documentLimits' | 'maximumCost'>
  documents: PersistedDocuments
  log: FastifyBaseLogger
}): GraphqlServer {
  const { config, documents: persisted, log } = options
  const { introspection, suggestions, documentLimits: limits } = config
  const schema = buildGatewaySchema()
  const costs = createCostModel(schema, config.maximumCost)
  const prepared = new Documents(schema, {
    rules: [...specifiedRules, ...documentRules({ introspection })],
    limits,
    suggestions,
    documentIdOf: (text) => persisted.idOf(text),
    documentCount: () => persisted.size,
  })
  const known = new WeakMap<DocumentNode, PreparedDocument>()
  const yoga = createYoga<GatewayContext>({
    schema,
    graphqlEndpoint: '/graphql',
    // Fastify serves the health endpoints and GraphiQL.
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
    plugins: [
      persistedDocumentsPlugin(persisted),
      preparedDocumentsPlugin(prepared, known),
      referenceExecutorPlugin({ costs, suggestions, known }),
      presentedErrorsPlugin(log),
    ],
  })
  return {
    yoga,
    schema,
    prepared,
    costs,
    fastPath: new FastPath({ schema, persisted, documents: prepared, costs, log }),
  }
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

/** Makes Yoga parse and validate through our document cache, which sockets and event streams also use. */
function preparedDocumentsPlugin(documents: Documents, known: WeakMap<DocumentNode, PreparedDocument>): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn((source: string | Source) => {
        const prepared = documents.prepare(typeof source === 'string' ? source : source.body)
        if (!prepared.document) throw prepared.errors[0]
        known.set(prepared.document, prepared)
        return prepared.document
      })
    },
    onValidate({ params: { documentAST }, setResult }) {
      const prepared = known.get(documentAST)
      if (prepared) setResult(prepared.errors)
    },
  }
}
