import { execute } from '@graphql-tools/executor'
import { isPromise } from 'node:util/types'
import type { ExecutionResult, GraphQLError, ValidatedExecutionArgs } from 'graphql'
import type { GatewayContext } from '../context.ts'

/** A subscription whose events are executed one by one. */
export interface SubscribedOperation {
  readonly args: ValidatedExecutionArgs
  /** Makes a context with its own loaders and deadline. */
  createContext(): GatewayContext
  /** Turns errors into what clients may see. */
  present(errors: readonly unknown[]): readonly GraphQLError[]
  /** Adds the cost to the first result if the client asked for it. */
  addCost(result: ExecutionResult): ExecutionResult
  end(errors: readonly GraphQLError[]): void
}

const over: IteratorResult<ExecutionResult> = { done: true, value: undefined }

/**
 * The results of a subscription: each event of the source is executed when the next result is requested. If the source
 * fails, the last result contains its error. This is one class instead of graphql's chain of generators, because a
 * process holds thousands of subscriptions (docs/decisions/0209).
 */
export class SubscriptionResults implements AsyncIterableIterator<ExecutionResult> {
  readonly #operation: SubscribedOperation
  readonly #source: AsyncIterator<unknown>
  #isOver = false
  #isFirst = true

  constructor(operation: SubscribedOperation, source: AsyncIterator<unknown>) {
    this.#operation = operation
    this.#source = source
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<ExecutionResult>> {
    if (this.#isOver) return over
    try {
      const { done, value } = await this.#source.next()
      if (done) {
        this.#end([])
        return over
      }
      const contextValue = this.#operation.createContext()
      const executed = this.#execute(value, contextValue)
      // Most events need no service call, so their results are synchronous. These are used without an await.
      const result = isPromise(executed) ? await executed : executed
      contextValue.observation.delivered()
      return { done: false, value: this.#presented(result) }
    } catch (error) {
      if (this.#isOver) return over
      const errors = this.#operation.present([error])
      await this.return(errors)
      return { done: false, value: { errors } }
    }
  }

  /** Ends the subscription and releases its source. */
  async return(errors: readonly GraphQLError[] = []): Promise<IteratorResult<ExecutionResult>> {
    if (this.#isOver) return over
    this.#end(errors)
    await this.#source.return?.()
    return over
  }

  #end(errors: readonly GraphQLError[]): void {
    this.#isOver = true
    this.#operation.end(errors)
  }

  /** Each event gets a new context: with empty loaders, and a deadline that starts now. */
  #execute(rootValue: unknown, contextValue: GatewayContext) {
    const { schema, document, operation, rawVariableValues: variableValues, hideSuggestions } = this.#operation.args
    const operationName = operation.name?.value
    const given = { schema, document, operationName, variableValues, hideSuggestions, rootValue, contextValue }
    return execute<Record<string, unknown>>(given)
  }

  #presented(executed: Awaited<ReturnType<typeof execute<Record<string, unknown>>>>): ExecutionResult {
    // Validation rejects @defer in subscriptions.
    const result = 'initialResult' in executed ? executed.initialResult : executed
    const shown = result.errors ? { ...result, errors: this.#operation.present(result.errors) } : result
    if (!this.#isFirst) return shown
    this.#isFirst = false
    return this.#operation.addCost(shown)
  }
}
