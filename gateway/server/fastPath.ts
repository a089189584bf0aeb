import type { FastifyRequest } from 'fastify'
import { type GraphQLError, type GraphQLSchema, getOperationAST, getVariableValues } from 'graphql'
import type { GatewayContext } from '../context.ts'
import { type ErrorLog, presentError } from '../errors/present.ts'
import type { WrittenResponse } from '../execution/compiledQuery.ts'
import type { Documents } from '../execution/documents.ts'
import { type DocumentRequest, type PersistedDocuments, isObject, namesHash } from '../execution/persistedDocuments.ts'
import type { CostModel } from '../limits/cost.ts'
import { costOf } from './costReports.ts'
import { singleTypeOf } from './mediaTypes.ts'

/** The dependencies of the fast path. */
export interface FastPathOptions {
  readonly schema: GraphQLSchema
  readonly persisted: PersistedDocuments
  readonly documents: Documents
  readonly costs: CostModel
  readonly log: ErrorLog
}

/** A response with status 200. */
export interface FastResponse {
  readonly contentType: string
  readonly body: string
}

interface PlainRequest extends DocumentRequest {
  readonly variables?: Record<string, unknown> | null
  readonly operationName?: string | null
}

const knownParameters = new Set(['query', 'variables', 'operationName', 'extensions'])
const rememberedHeaders = 200

/**
 * Handles the most common request without Yoga: a plain POST of a compiled query. Yoga handles all other requests,
 * including all invalid ones. The response is the same as Yoga's (docs/decisions/0205).
 */
export class FastPath {
  readonly #options: FastPathOptions
  readonly #contentTypes = new Map<string, string | null>()

  constructor(options: FastPathOptions) {
    this.#options = options
  }

  /** Answers a request. @returns null when Yoga must handle it */
  answer(request: FastifyRequest, context: GatewayContext): Promise<FastResponse> | null {
    const contentType = this.#contentTypeOf(request.headers.accept ?? '*/*')
    const { body } = request
    if (contentType === null || !isPlainPost(request) || !isPlainRequest(body)) return null
    const run = this.#prepareRun(body, context)
    return run && this.#run(run, context, contentType)
  }

  #prepareRun(body: PlainRequest, context: GatewayContext) {
    const { documents, persisted, schema, costs } = this.#options
    const text = this.#textOf(body, persisted)
    const prepared = text === undefined ? undefined : documents.known(text)
    if (!prepared?.document || prepared.errors.length > 0) return null
    const operation = getOperationAST(prepared.document, body.operationName)
    const query = operation && prepared.compiled(operation)
    if (!query) return null
    const variables = body.variables ?? {}
    const { variableValues } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
    const run = variableValues && query.prepare(variableValues)
    if (!run) return null
    const { cost, errors } = costs.check(prepared.document, operation, variables)
    if (errors.length > 0) return null
    if (context.costReport) context.costReport.requested = cost
    const { documentId } = prepared
    context.observation.identify({ documentId, name: operation.name?.value, type: operation.operation, cost })
    return run
  }

  #textOf(body: PlainRequest, persisted: PersistedDocuments): string | undefined {
    // A document that is sent with its hash must be stored. This is left to Yoga's plugins.
    if (body.query) return namesHash(body) ? undefined : body.query
    try {
      return persisted.resolve(body)
    } catch {
      return undefined
    }
  }

  async #run(
    run: (context: unknown) => WrittenResponse | Promise<WrittenResponse>,
    context: GatewayContext,
    contentType: string,
  ): Promise<FastResponse> {
    const { data, errors } = await run(context)
    const shown = errors.map((error) => presentError(error, context.correlationId, this.#options.log))
    context.observation.finish(shown)
    const failures = shown.length > 0 ? `"errors":${JSON.stringify(shown.map(withoutInternals))},` : ''
    const cost = costOf(context.costReport, this.#options.costs.maximum)
    const extensions = cost ? `,"extensions":${JSON.stringify({ cost })}` : ''
    return { contentType, body: `{${failures}"data":${data}${extensions}}` }
  }

  #contentTypeOf(accept: string): string | null {
    const known = this.#contentTypes.get(accept)
    if (known !== undefined) return known
    const type = singleTypeOf(accept)
    if (this.#contentTypes.size >= rememberedHeaders) this.#contentTypes.clear()
    this.#contentTypes.set(accept, type)
    return type
  }
}

function isPlainPost({ method, url, headers }: FastifyRequest): boolean {
  const type = headers['content-type'] ?? ''
  return (
    method === 'POST' && url === '/graphql' && (type === 'application/json' || type.startsWith('application/json;'))
  )
}

function isPlainRequest(body: unknown): body is PlainRequest {
  if (!isObject(body)) return false
  for (const name in body) if (!knownParameters.has(name) && body[name] !== null) return false
  const { query, variables, operationName, extensions } = body
  return (
    isOptionalString(query) &&
    isOptionalString(operationName) &&
    isOptionalObject(variables) &&
    isOptionalObject(extensions)
  )
}

function isOptionalObject(value: unknown): boolean {
  return value === null || value === undefined || isObject(value)
}

function isOptionalString(value: unknown): boolean {
  return value === null || value === undefined || typeof value === 'string'
}

/** Removes Yoga's internal extensions, which clients must not see. */
function withoutInternals(error: GraphQLError): unknown {
  const shown = error.toJSON()
  if (!shown.extensions) return shown
  const extensions = Object.entries(shown.extensions).filter(([name]) => name !== 'http' && name !== 'unexpected')
  return { ...shown, extensions: Object.fromEntries(extensions) }
}
