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
import { type ResumableOperation, resumable } from './resumption.ts'
import { SubscriptionResults } from './subscriptionResults.ts'

/** One result, or one after the other. */
export type OperationResult = ExecutionResult | AsyncIterableIterator<ExecutionResult>

/** How an operation runs. */
export interface RunOptions {
  readonly correlationId: string
  readonly log: ErrorLog
  /** Runs a query or a mutation. Errors are returned as clients may see them. */
  execute(args: ExecutionArgs): Promise<OperationResult> | OperationResult
  /** Makes a context with its own loaders and deadline. */
  createContext(): GatewayContext
}

/** An operation that may run: known, within the limits, its variables coerced. To be run once, or refused. */
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

  /** What it is executed with; the context comes with each run. */
  get args(): ValidatedExecutionArgs {
    return this.#args
  }

  /** Whether it is a subscription. */
  get isSubscription(): boolean {
    return this.args.operation.operation === 'subscription'
  }

  /**
   * Lets it, when it is a resumable subscription, begin after an event and tell the ids of events.
   * @returns what takes the id out of a result
   */
  resumeAfter(lastEventId: string | undefined): ResumableOperation['takeEventId'] {
    const resumed = resumable(this.#args, lastEventId)
    if (!resumed) return () => undefined
    this.#args = resumed.args
    return resumed.takeEventId
  }

  /** Ends it before it began. */
  refuse(error: GraphQLError): readonly GraphQLError[] {
    const errors = this.present([error])
    this.end(errors)
    return errors
  }

  /**
   * Runs it. Never rejects: what fails is in the result, as clients may see it.
   * @param onEnd called once, when there is nothing more to come
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

  /** A context with loaders and a deadline of its own. */
  createContext(): GatewayContext {
    return this.#options.createContext()
  }

  /** Shows errors as clients may see them. */
  present(errors: readonly unknown[]): readonly GraphQLError[] {
    return errors.map((error) => presentError(error, this.#options.correlationId, this.#options.log))
  }

  /** It is over. */
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
    if (Symbol.asyncIterator in result) return inParts(result, this)
    this.end(result.errors ?? [])
    return result
  }

  async #subscribe(): Promise<OperationResult> {
    // Nothing but a subscription comes here.
    const args = { ...this.args, contextValue: this.createContext() } as ValidatedSubscriptionArgs
    const source = await createSourceEventStream(args)
    if (Symbol.asyncIterator in source) return new SubscriptionResults(this, source[Symbol.asyncIterator]())
    const errors = this.present(source.errors ?? [])
    this.end(errors)
    return { ...source, errors }
  }
}

async function* inParts(
  parts: AsyncIterable<ExecutionResult>,
  operation: ReadyOperation,
): AsyncGenerator<ExecutionResult> {
  try {
    yield* parts
  } finally {
    operation.end([])
  }
}
