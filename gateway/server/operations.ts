import {
  GraphQLError,
  type GraphQLSchema,
  type ValidatedExecutionArgs,
  getOperationAST,
  validateExecutionArgs,
} from 'graphql'
import type { CostReport, GatewayContext, Viewer } from '../context.ts'
import { badInput } from '../errors/codes.ts'
import type { ErrorLog } from '../errors/present.ts'
import type { Documents } from '../execution/documents.ts'
import type { PersistedDocuments } from '../execution/persistedDocuments.ts'
import type { Admission } from '../limits/admission.ts'
import { type CostModel, type CostVerdict, checkWithLengths } from '../limits/cost.ts'
import { lengthsOf } from '../limits/measuredLists.ts'
import type { OperationObservation, Transport } from '../telemetry/observation.ts'
import { registrantOf } from './contexts.ts'
import { costReportFor, withCost } from './costReports.ts'
import { missingDocumentMessage } from './graphqlServer.ts'
import { ReadyOperation, type RunOptions } from './readyOperation.ts'

/** A GraphQL request of a client. */
export interface OperationRequest {
  readonly query?: string | null | undefined
  readonly operationName?: string | null | undefined
  readonly variables?: Record<string, unknown> | null | undefined
  readonly extensions?: unknown
}

/** The sender of a request, and the transport it used. */
export interface Caller {
  readonly viewer: Viewer | null
  readonly correlationId: string
  /** The host that the client addressed. */
  readonly host: string
  /** The client's IP address. */
  readonly address: string
  readonly transport: Transport
  /** The W3C `traceparent` header. Always undefined for operations over a socket. */
  readonly traceparent?: string | undefined
  /** The headers of the request. Undefined for operations over a socket. */
  readonly headers?: Readonly<Record<string, unknown>> | undefined
}

/** The dependencies of operations. */
export interface OperationsOptions {
  readonly schema: GraphQLSchema
  readonly persisted: PersistedDocuments
  readonly documents: Documents
  readonly admission: Admission
  readonly costs: CostModel
  readonly log: ErrorLog
  readonly suggestions: boolean
  /** Runs queries and mutations as over HTTP. Errors are returned as clients may see them. */
  readonly execute: RunOptions['execute']
  observe(caller: Caller): OperationObservation
  readonly createContext: (
    caller: Caller,
    observation: OperationObservation,
    costReport: CostReport | undefined,
  ) => GatewayContext
}

/** An operation that is being prepared. */
interface Preparation {
  readonly request: OperationRequest
  readonly caller: Caller
  readonly observation: OperationObservation
  readonly costReport: CostReport | undefined
  readonly createContext: () => GatewayContext
}

type Prepared = ReadyOperation | readonly GraphQLError[]
type Validated = ValidatedExecutionArgs | readonly GraphQLError[]

/** Runs the operations of long-lived connections: sockets and event streams. */
export class Operations {
  readonly #options: OperationsOptions

  constructor(options: OperationsOptions) {
    this.#options = options
  }

  /** Checks the caller's limits, for a transport that has not checked them yet. Returns null when admitted. */
  refusalOf({ viewer, address }: Caller): GraphQLError | null {
    return this.#options.admission.refuseOperation({ accountId: viewer?.accountId ?? null, address })
  }

  /**
   * Validates an operation with the rules, limits and caches that all transports share.
   * @param refusal the reason for rejecting the operation, or null
   * @returns the operation, or the errors as clients may see them. It returns a promise only if the cost depends on the
   *   lengths of lists
   */
  prepare(
    request: OperationRequest,
    caller: Caller,
    refusal: GraphQLError | null = null,
  ): Prepared | Promise<Prepared> {
    const observation = this.#options.observe(caller)
    const costReport = costReportFor(request, caller.headers)
    const createContext = () => this.#options.createContext(caller, observation, costReport)
    const preparation: Preparation = { request, caller, observation, costReport, createContext }
    const validated = refusal ? [refusal] : this.#validate(preparation)
    return validated instanceof Promise
      ? validated.then((late) => this.#prepared(late, preparation))
      : this.#prepared(validated, preparation)
  }

  #prepared(validated: Validated, { caller, observation, costReport, createContext }: Preparation): Prepared {
    if (!isErrors(validated)) {
      const { log, execute, costs } = this.#options
      return new ReadyOperation(validated, observation, {
        correlationId: caller.correlationId,
        log,
        execute,
        createContext,
        addCost: (result) => withCost(result, costReport, costs.maximum),
      })
    }
    const errors = validated.map((error) => requestError(error, caller.correlationId))
    observation.finish(errors)
    return errors
  }

  #validate(preparation: Preparation): Validated | Promise<Validated> {
    const { persisted, documents, schema, suggestions } = this.#options
    const { request, caller } = preparation
    try {
      const text = persisted.resolve(request)
      if (text === undefined) return [badInput(missingDocumentMessage)]
      const { document, documentId, errors } = documents.prepare(text)
      if (!document) return errors.map((error) => requestError(error, undefined, 'GRAPHQL_PARSE_FAILED'))
      if (errors.length > 0) return errors.map((error) => requestError(error, undefined, 'GRAPHQL_VALIDATION_FAILED'))
      persisted.register(request, () => registrantOf(caller.viewer, caller.address))
      const { operationName, variables: variableValues } = request
      if (!getOperationAST(document, operationName)) return [unknownOperationError()]
      const args = validateExecutionArgs({
        schema,
        document,
        operationName,
        variableValues,
        hideSuggestions: !suggestions,
      })
      if (isErrors(args)) return args
      return this.#checkCost(args, documentId, preparation)
    } catch (error) {
      if (error instanceof GraphQLError) return [error]
      throw error
    }
  }

  #checkCost(
    args: ValidatedExecutionArgs,
    documentId: string | undefined,
    { request, observation, costReport, createContext }: Preparation,
  ): Validated | Promise<Validated> {
    const { document, operation } = args
    const conclude = ({ cost, errors }: CostVerdict): Validated => {
      if (costReport) costReport.requested = cost
      observation.identify({ documentId, name: operation.name?.value, type: operation.operation, cost })
      return errors.length > 0 ? errors : args
    }
    const verdict = checkWithLengths(
      (lengths) => this.#options.costs.check(document, operation, request.variables ?? {}, lengths),
      () => lengthsOf(createContext()),
    )
    return verdict instanceof Promise ? verdict.then(conclude) : conclude(verdict)
  }
}

/** The error for an operation that cannot be determined, the same as over HTTP. */
function unknownOperationError(): GraphQLError {
  const message = 'Could not determine what operation to execute.'
  return new GraphQLError(message, { extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } })
}

/**
 * Gives an error of a request the code that it has over HTTP. All such errors are the sender's fault, whether our
 * checks or GraphQL validation found them.
 */
function requestError(
  { message, nodes, source, positions, extensions }: GraphQLError,
  correlationId: string | undefined,
  code = 'BAD_USER_INPUT',
): GraphQLError {
  const shown: Record<string, unknown> = { code, ...extensions, ...(correlationId && { correlationId }) }
  // Internal to Yoga.
  delete shown['http']
  return new GraphQLError(message, { nodes, source, positions, extensions: shown })
}

/** Whether the preparation failed with errors. */
export function isErrors(given: object): given is readonly GraphQLError[] {
  return Array.isArray(given)
}
