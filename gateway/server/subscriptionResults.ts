import {
  type ExecutionResult,
  type GraphQLError,
  type ValidatedExecutionArgs,
  type ValidatedSubscriptionArgs,
  executeSubscriptionEvent,
} from 'graphql'
import type { GatewayContext } from '../context.ts'

/** What a subscription runs on. */
export interface SubscriptionOptions {
  readonly args: ValidatedExecutionArgs
  readonly source: AsyncIterator<unknown>
  /** A context for one event: its loaders and its deadline are the event's own. */
  contextOf(): GatewayContext
  /** Shows errors as clients may see them. */
  present(errors: readonly unknown[]): GraphQLError[]
  /** Called once, when it is over. */
  end(errors: readonly GraphQLError[]): void
}

const over: IteratorResult<ExecutionResult> = { done: true, value: undefined }

/**
 * The results of a subscription: one per event of its source, each executed when it is asked for. A source that fails
 * gives one last result with its error. One class instead of graphql's chain of generators, because a process holds
 * thousands of them (docs/decisions/0209).
 */
export class SubscriptionResults implements AsyncIterableIterator<ExecutionResult> {
  readonly #options: SubscriptionOptions
  #isOver = false

  constructor(options: SubscriptionOptions) {
    this.#options = options
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<ExecutionResult>> {
    if (this.#isOver) return over
    const { source, present } = this.#options
    try {
      const { done, value } = await source.next()
      if (done) {
        this.#end([])
        return over
      }
      return { done: false, value: await this.#resultOf(value) }
    } catch (error) {
      if (this.#isOver) return over
      const errors = present([error])
      this.#end(errors)
      return { done: false, value: { errors } }
    }
  }

  async return(): Promise<IteratorResult<ExecutionResult>> {
    if (this.#isOver) return over
    this.#end([])
    await this.#options.source.return?.()
    return over
  }

  #end(errors: readonly GraphQLError[]): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#options.end(errors)
  }

  async #resultOf(rootValue: unknown): Promise<ExecutionResult> {
    const { args, contextOf, present } = this.#options
    // `args` are those of a subscription: else there would be no source.
    const event = { ...args, rootValue, contextValue: contextOf() } as ValidatedSubscriptionArgs
    const result = await executeSubscriptionEvent(event)
    return result.errors ? { ...result, errors: present(result.errors) } : result
  }
}
