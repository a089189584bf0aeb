import {
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  type ValidatedExecutionArgs,
  type ValidatedSubscriptionArgs,
  createSourceEventStream,
  validateExecutionArgs,
} from 'graphql'
import type { GatewayContext, Viewer } from '../context.ts'
import { badInput } from '../errors/codes.ts'
import { type ErrorLog, presentError } from '../errors/present.ts'
import type { Documents } from '../execution/documents.ts'
import type { PersistedDocuments } from '../execution/persistedDocuments.ts'
import type { Admission } from '../limits/admission.ts'
import type { CostModel } from '../limits/cost.ts'
import type { OperationObservation, Transport } from '../telemetry/observation.ts'
import { SubscriptionResults } from './subscriptionResults.ts'

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
  /** The W3C `traceparent` that came with it, which an operation over a socket has not. */
  readonly traceparent?: string | undefined
}

/** One result, or one after the other. */
export type OperationResult = ExecutionResult | AsyncIterableIterator<ExecutionResult>

/** An operation that may run: known, within the limits, its variables coerced. To be run, once. */
export interface ReadyOperation {
  readonly args: ValidatedExecutionArgs
  /**
   * Runs it. What fails is in the result, as clients may see it.
   * @param onEnd called once, when there is nothing more to come
   */
  run(onEnd: () => void): Promise<OperationResult>
  /** Refuses it after all. */
  refuse(error: GraphQLError): readonly GraphQLError[]
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
  execute(args: ExecutionArgs): Promise<OperationResult> | OperationResult
  observe(caller: Caller): OperationObservation
  createContext(caller: Caller, observation: OperationObservation): GatewayContext
}

/** Runs operations of connections that last: sockets and event streams. */
export class Operations {
  readonly #options: OperationsOptions

  constructor(options: OperationsOptions) {
    this.#options = options
  }

  /**
   * Prepares an operation, by the rules, limits and caches that all transports share.
   * @returns the errors, as clients may see them, of one that may not run
   */
  prepare(request: OperationRequest, caller: Caller): ReadyOperation | readonly GraphQLError[] {
    const { admission, observe } = this.#options
    const observation = observe(caller)
    const refusal = admission.refuse({ accountId: caller.viewer?.accountId ?? null, address: caller.address })
    const prepared = refusal ? [refusal] : this.#validate(request, observation)
    if (!isErrors(prepared)) return this.#ready(prepared, caller, observation)
    return this.#refuse(prepared, caller, observation)
  }

  #refuse(errors: readonly GraphQLError[], { correlationId }: Caller, observation: OperationObservation) {
    const presented = errors.map((error) => presentError(error, correlationId, this.#options.log))
    observation.finish(presented)
    return presented
  }

  #validate(
    request: OperationRequest,
    observation: OperationObservation,
  ): ValidatedExecutionArgs | readonly GraphQLError[] {
    const { persisted, documents, costs, schema, suggestions } = this.#options
    try {
      const text = persisted.resolve(request)
      if (text === undefined) return [badInput('A document, or the id of one, is needed.')]
      const { document, errors } = documents.prepare(text)
      if (!document || errors.length > 0) return errors
      const { operationName, variables } = request
      const args = validateExecutionArgs({
        schema,
        document,
        operationName,
        variableValues: variables,
        hideSuggestions: !suggestions,
      })
      if (isErrors(args)) return args
      const { operation } = args
      const { cost, errors: costly } = costs.check(document, operation, variables ?? {})
      observation.identify({
        documentId: undefined,
        name: operation.name?.value,
        type: operation.operation,
        cost,
      })
      return costly.length > 0 ? costly : args
    } catch (error) {
      if (error instanceof GraphQLError) return [error]
      throw error
    }
  }

  #ready(args: ValidatedExecutionArgs, caller: Caller, observation: OperationObservation): ReadyOperation {
    const { log, createContext } = this.#options
    return {
      args,
      refuse: (error) => this.#refuse([error], caller, observation),
      run: async (onEnd) => {
        const end: End = (errors) => {
          observation.finish(errors)
          onEnd()
        }
        const contextOf = () => createContext(caller, observation)
        try {
          if (args.operation.operation === 'subscription') return await this.#subscribe(args, contextOf, end)
          return await this.#execute(args, contextOf(), end)
        } catch (error) {
          const errors = [presentError(error, caller.correlationId, log)]
          end(errors)
          return { errors }
        }
      },
    }
  }

  async #execute(args: ValidatedExecutionArgs, contextValue: GatewayContext, end: End): Promise<OperationResult> {
    const { document, operation, rawVariableValues: variableValues, hideSuggestions } = args
    const { schema, execute } = this.#options
    const operationName = operation.name?.value
    const result = await execute({ schema, document, operationName, variableValues, contextValue, hideSuggestions })
    if (Symbol.asyncIterator in result) return inParts(result, end)
    end(result.errors ?? [])
    return result
  }

  async #subscribe(args: ValidatedExecutionArgs, contextOf: () => GatewayContext, end: End): Promise<OperationResult> {
    const contextValue = contextOf()
    const present = (errors: readonly unknown[]) =>
      errors.map((error) => presentError(error, contextValue.correlationId, this.#options.log))
    // Nothing but a subscription comes here.
    const source = await createSourceEventStream({ ...args, contextValue } as ValidatedSubscriptionArgs)
    if (!(Symbol.asyncIterator in source)) {
      const errors = present(source.errors ?? [])
      end(errors)
      return { ...source, errors }
    }
    return new SubscriptionResults({ args, source: source[Symbol.asyncIterator](), contextOf, present, end })
  }
}

type End = (errors: readonly GraphQLError[]) => void

async function* inParts(parts: AsyncIterable<ExecutionResult>, end: End): AsyncGenerator<ExecutionResult> {
  try {
    yield* parts
  } finally {
    end([])
  }
}

/** Whether there are only errors of it. */
export function isErrors(given: object): given is readonly GraphQLError[] {
  return Array.isArray(given)
}
