import {
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLError,
  type ValidatedExecutionArgs,
  type ValidatedSubscriptionArgs,
  createSourceEventStream,
} from 'graphql'
import type { GatewayContext } from '../context.ts'
import { type ErrorLog, presentError } from '../errors/present.ts'
import type { OperationObservation } from '../telemetry/observation.ts'
import { type ResumableOperation, makeResumable } from './resumption.ts'
import { SubscriptionResults } from './subscriptionResults.ts'

/** One result, or a stream of results. */
export type OperationResult = ExecutionResult | AsyncIterableIterator<ExecutionResult>

/** How an operation runs. */
export interface RunOptions {
  readonly correlationId: string
  readonly log: ErrorLog
  /** Runs a query or a mutation. Errors are returned as clients may see them. */
  execute(args: ExecutionArgs): Promise<OperationResult> | OperationResult
  /** Makes a context with its own loaders and deadline. */
  createContext(): GatewayContext
  /** Adds the cost to the first result if the client asked for it. */
  addCost(result: ExecutionResult): ExecutionResult
}

/** A validated operation within the limits, with coerced variables. Call `run` or `refuse` once. */
export class ReadyOperation {
  #args: ValidatedExecutionArgs
  readonly #options: RunOptions
  readonly #observation: OperationObservation
  #onEnd: (() => void) | undefined

  constructor(args: ValidatedExecutionArgs, observation: OperationObservation, options: RunOptions) {
    this.#args = args
    this.#observation = observation
    this.#options = options
  }

  /** The execution arguments, without the context. */
  get args(): ValidatedExecutionArgs {
    return this.#args
  }

  /** Whether it is a subscription. */
  get isSubscription(): boolean {
    return this.args.operation.operation === 'subscription'
  }

  /**
   * Makes a resumable subscription start after the given event and return event ids.
   * @returns a function that removes the event id from a result and returns it
   */
  resumeAfter(lastEventId: string | undefined): ResumableOperation['takeEventId'] {
    const resumed = makeResumable(this.#args, lastEventId)
    if (!resumed) return () => undefined
    this.#args = resumed.args
    return resumed.takeEventId
  }

  /** Rejects the operation before it runs. */
  refuse(error: GraphQLError): readonly GraphQLError[] {
    const errors = this.present([error])
    this.end(errors)
    return errors
  }

  /**
   * Runs the operation. Never rejects: errors are in the result, as clients may see them.
   * @param onEnd called once, after the last result
   */
  async run(onEnd: () => void): Promise<OperationResult> {
    this.#onEnd = onEnd
    try {
      return this.isSubscription ? await this.#subscribe() : await this.#execute()
    } catch (error) {
      const errors = this.present([error])
      this.end(errors)
      return { errors }
    }
  }

  /** Creates a context with new loaders and a new deadline. */
  createContext(): GatewayContext {
    return this.#options.createContext()
  }

  /** Adds the cost to the first result of a subscription if the client asked for it. */
  addCost(result: ExecutionResult): ExecutionResult {
    return this.#options.addCost(result)
  }

  /** Converts errors to what clients may see. */
  present(errors: readonly unknown[]): readonly GraphQLError[] {
    return errors.map((error) => presentError(error, this.#options.correlationId, this.#options.log))
  }

  /** Reports the end of the operation. */
  end(errors: readonly GraphQLError[]): void {
    this.#observation.finish(errors)
    this.#onEnd?.()
    this.#onEnd = undefined
  }

  async #execute(): Promise<OperationResult> {
    const { schema, document, operation, rawVariableValues: variableValues, hideSuggestions } = this.args
    const result = await this.#options.execute({
      schema,
      document,
      operationName: operation.name?.value,
      variableValues,
      hideSuggestions,
      contextValue: this.createContext(),
    })
    if (Symbol.asyncIterator in result) return endAfterLastPart(result, this)
    this.end(result.errors ?? [])
    return result
  }

  async #subscribe(): Promise<OperationResult> {
    // The caller has checked that the operation is a subscription.
    const args = { ...this.args, contextValue: this.createContext() } as ValidatedSubscriptionArgs
    const source = await createSourceEventStream(args)
    if (Symbol.asyncIterator in source) return new SubscriptionResults(this, source[Symbol.asyncIterator]())
    const errors = this.present(source.errors ?? [])
    this.end(errors)
    return { ...source, errors }
  }
}

async function* endAfterLastPart(
  parts: AsyncIterable<ExecutionResult>,
  operation: ReadyOperation,
): AsyncGenerator<ExecutionResult> {
  try {
    yield* parts
  } finally {
    operation.end([])
  }
}
