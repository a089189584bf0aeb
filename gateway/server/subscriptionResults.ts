import { execute } from '@graphql-tools/executor'
import type { ExecutionResult } from 'graphql'
import type { ReadyOperation } from './readyOperation.ts'

const over: IteratorResult<ExecutionResult> = { done: true, value: undefined }

/**
 * The results of a subscription: one per event of its source, each executed when it is asked for. A source that fails
 * gives one last result with its error. One class instead of graphql's chain of generators, because a process holds
 * thousands of them (docs/decisions/0209).
 */
export class SubscriptionResults implements AsyncIterableIterator<ExecutionResult> {
  readonly #operation: ReadyOperation
  readonly #source: AsyncIterator<unknown>
  #isOver = false

  constructor(operation: ReadyOperation, source: AsyncIterator<unknown>) {
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
      if (!done) return { done: false, value: await this.#resultOf(value) }
      this.#end([])
      return over
    } catch (error) {
      if (this.#isOver) return over
      const errors = this.#operation.present([error])
      this.#end(errors)
      return { done: false, value: { errors } }
    }
  }

  async return(): Promise<IteratorResult<ExecutionResult>> {
    if (this.#isOver) return over
    this.#end([])
    await this.#source.return?.()
    return over
  }

  #end(errors: Parameters<ReadyOperation['end']>[0]): void {
    this.#isOver = true
    this.#operation.end(errors)
  }

  /** Each event has a context of its own: its loaders remember nothing of the last one, its deadline begins now. */
  async #resultOf(rootValue: unknown): Promise<ExecutionResult> {
    const contextValue = this.#operation.createContext()
    const { schema, document, operation, rawVariableValues: variableValues, hideSuggestions } = this.#operation.args
    const operationName = operation.name?.value
    const given = { schema, document, operationName, variableValues, hideSuggestions, rootValue, contextValue }
    const executed = await execute(given)
    // The rules of documents allow no @defer in a subscription.
    const result = 'initialResult' in executed ? executed.initialResult : executed
    contextValue.observation.delivered()
    return result.errors ? { ...result, errors: this.#operation.present(result.errors) } : result
  }
}
