import type { FastifyBaseLogger } from 'fastify'
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  type Source,
  getOperationAST,
  specifiedRules,
} from 'graphql'
import { type Plugin, type YogaInitialContext, type YogaServerInstance, createYoga } from 'graphql-yoga'
import type { GatewayConfig } from '../config.ts'
import type { GatewayContext } from '../context.ts'
import { badInput } from '../errors/codes.ts'
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

const parameters: ReadonlySet<string> = new Set(['query', 'variables', 'operationName', 'extensions'])

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
      preparedDocumentsPlugin({ documents: prepared, persisted, known }),
      referenceExecutorPlugin({ costs, suggestions, known }),
      presentedErrorsPlugin(log, costs.maximum),
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
      const query = documents.resolve(params)
      // Requests with unknown parameters, or with a query that is not a text, are left to Yoga, whose errors explain
      // them.
      const isMissing = (params.query ?? '') === '' && query === undefined
      if (isMissing && Object.keys(params).every((name) => parameters.has(name))) throw badInput(missingDocumentMessage)
      if (query !== undefined && query !== params.query) setParams({ ...params, query })
    },
  }
}

/**
 * Makes Yoga parse and validate through our document cache, which sockets and event streams also use. Stores documents
 * that are sent with their hash.
 */
function preparedDocumentsPlugin(options: {
  documents: Documents
  persisted: PersistedDocuments
  known: WeakMap<DocumentNode, PreparedDocument>
}): Plugin<YogaInitialContext & GatewayContext> {
  const { documents, persisted, known } = options
  return {
    onParse({ setParseFn }) {
      setParseFn((source: string | Source) => {
        const prepared = documents.prepare(typeof source === 'string' ? source : source.body)
        if (!prepared.document) throw prepared.errors[0]
        known.set(prepared.document, prepared)
        return prepared.document
      })
      // Refuses a mutation that was sent by GET. Yoga would refuse it too, but without saying what to do.
      return ({ result, context: { request, params } }) => {
        if (request?.method === 'GET' && isMutation(result, params.operationName)) throw mutationByGet()
      }
    },
    onValidate({ params: { documentAST }, setResult, context }) {
      const prepared = known.get(documentAST)
      if (!prepared) return
      setResult(prepared.errors)
      if (prepared.errors.length === 0 && context.params) persisted.register(context.params, () => context.registrant())
    },
  }
}

/** What to do when a request has no document. */
export const missingDocumentMessage =
  'Send the document as "query", or its id as "extensions.persistedQuery.sha256Hash".'

/** What to do instead of sending a mutation by GET. */
export const mutationByGetMessage =
  'A mutation must be sent by POST: with the same parameters in a JSON body, and Content-Type: application/json.'

function mutationByGet(): GraphQLError {
  const http = { status: 405, headers: { allow: 'POST' } }
  return new GraphQLError(mutationByGetMessage, { extensions: { code: 'BAD_USER_INPUT', http } })
}

function isMutation(document: unknown, operationName: string | null | undefined): boolean {
  if (typeof document !== 'object' || document === null || document instanceof Error) return false
  // The parser returns either an error or a document, and errors have been excluded above.
  return getOperationAST(document as DocumentNode, operationName)?.operation === 'mutation'
}
