import {
  GraphQLError,
  type GraphQLSchema,
  type ValidatedExecutionArgs,
  getOperationAST,
  validateExecutionArgs,
} from 'graphql'
import type { GatewayContext, Viewer } from '../context.ts'
import { badInput } from '../errors/codes.ts'
import type { ErrorLog } from '../errors/present.ts'
import type { Documents } from '../execution/documents.ts'
import type { PersistedDocuments } from '../execution/persistedDocuments.ts'
import type { Admission } from '../limits/admission.ts'
import type { CostModel } from '../limits/cost.ts'
import type { OperationObservation, Transport } from '../telemetry/observation.ts'
import { ReadyOperation, type RunOptions } from './readyOperation.ts'

/** What a client asks for. */
export interface OperationRequest {
  readonly query?: string | null | undefined
  readonly operationName?: string | null | undefined
  readonly variables?: Record<string, unknown> | null | undefined
  readonly extensions?: unknown
}

/** Who asks, and how it came in. */
export interface Caller {
  readonly viewer: Viewer | null
  readonly correlationId: string
  /** The host that the browser asked. */
  readonly host: string
  /** The IP address of the client. */
  readonly address: string
  readonly transport: Transport
  /** The W3C `traceparent` that came with it, which operations over a socket have not. */
  readonly traceparent?: string | undefined
}

/** What operations stand on. */
export interface OperationsOptions {
  readonly schema: GraphQLSchema
  readonly persisted: PersistedDocuments
  readonly documents: Documents
  readonly admission: Admission
  readonly costs: CostModel
  readonly log: ErrorLog
  readonly suggestions: boolean
  /** Runs queries and mutations, the same as over HTTP, its errors presented. */
  readonly execute: RunOptions['execute']
  observe(caller: Caller): OperationObservation
  readonly createContext: (caller: Caller, observation: OperationObservation) => GatewayContext
}

/** Operations of connections that last: sockets and event streams. */
export class Operations {
  readonly #options: OperationsOptions

  constructor(options: OperationsOptions) {
    this.#options = options
  }

  /** Asks, for a transport that has not asked yet, whether one more operation of this caller is taken on. */
  refusalOf({ viewer, address }: Caller): GraphQLError | null {
    return this.#options.admission.refuse({ accountId: viewer?.accountId ?? null, address })
  }

  /**
   * Prepares an operation, by the rules, limits and caches that all transports share.
   * @param refusal why it is not taken on, if it is not
   * @returns the errors, as clients may see them, of one that may not run
   */
  prepare(
    request: OperationRequest,
    caller: Caller,
    refusal: GraphQLError | null = null,
  ): ReadyOperation | readonly GraphQLError[] {
    const observation = this.#options.observe(caller)
    const validated = refusal ? [refusal] : this.#validate(request, observation)
    if (!isErrors(validated)) {
      const { log, execute, createContext } = this.#options
      return new ReadyOperation(validated, observation, {
        correlationId: caller.correlationId,
        log,
        execute,
        createContext: () => createContext(caller, observation),
      })
    }
    const errors = validated.map((error) => requestError(error, caller.correlationId))
    observation.finish(errors)
    return errors
  }

  #validate(
    request: OperationRequest,
    observation: OperationObservation,
  ): ValidatedExecutionArgs | readonly GraphQLError[] {
    const { persisted, documents, costs, schema, suggestions } = this.#options
    try {
      const text = persisted.resolve(request)
      if (text === undefined) return [badInput('A document, or the id of one, is needed.')]
      const { document, documentId, errors } = documents.prepare(text)
      if (!document) return errors.map((error) => requestError(error, undefined, 'GRAPHQL_PARSE_FAILED'))
      if (errors.length > 0) return errors.map((error) => requestError(error, undefined, 'GRAPHQL_VALIDATION_FAILED'))
      const { operationName, variables: variableValues } = request
      if (!getOperationAST(document, operationName)) return [unresolved()]
      const args = validateExecutionArgs({
        schema,
        document,
        operationName,
        variableValues,
        hideSuggestions: !suggestions,
      })
      if (isErrors(args)) return args
      const { operation } = args
      const { cost, errors: refusals } = costs.check(document, operation, variableValues ?? {})
      observation.identify({ documentId, name: operation.name?.value, type: operation.operation, cost })
      return refusals.length > 0 ? refusals : args
    } catch (error) {
      if (error instanceof GraphQLError) return [error]
      throw error
    }
  }
}

/** In the words that it has over HTTP. */
function unresolved(): GraphQLError {
  const message = 'Could not determine what operation to execute.'
  return new GraphQLError(message, { extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } })
}

/**
 * What is wrong with a request is its sender's fault, whether it is found by us or by the language's own rules; those
 * have the codes that they have over HTTP.
 */
function requestError(
  { message, nodes, source, positions, extensions }: GraphQLError,
  correlationId: string | undefined,
  code = 'BAD_USER_INPUT',
): GraphQLError {
  const told: Record<string, unknown> = { code, ...extensions, ...(correlationId && { correlationId }) }
  // A note of Yoga's to itself.
  delete told['http']
  return new GraphQLError(message, { nodes, source, positions, extensions: told })
}

/** Whether there are only errors of it. */
export function isErrors(given: object): given is readonly GraphQLError[] {
  return Array.isArray(given)
}
