import { type ExecutionResult, GraphQLError, buildSchema, parse, validateExecutionArgs } from 'graphql'
import { expect, test } from 'vitest'
import { SubscriptionResults } from '../../gateway/server/subscriptionResults.ts'

const shown = new GraphQLError('Events were not read fast enough.')
const args = validateExecutionArgs({ schema: buildSchema('type Query { a: Int }'), document: parse('{ a }') })

/** Opens a subscription. A test calls `fail` to reject the next event. */
function open() {
  if (!('schema' in args)) throw new Error('The document is invalid.')
  const event = Promise.withResolvers<IteratorResult<unknown>>()
  const recorded = { ends: new Array<readonly GraphQLError[]>(), returns: 0 }
  const source: AsyncIterator<unknown> = {
    next: () => event.promise,
    return: async () => {
      recorded.returns += 1
      return { done: true, value: undefined }
    },
  }
  const operation = {
    args,
    createContext: () => {
      throw new Error('No event is executed.')
    },
    present: (errors: readonly unknown[]) => errors.map(() => shown),
    addCost: (result: ExecutionResult) => result,
    end: (errors: readonly GraphQLError[]) => void recorded.ends.push(errors),
  }
  return { results: new SubscriptionResults(operation, source), fail: () => event.reject(new Error('slow')), recorded }
}

test('a failing source ends the subscription: the last result has the error, and the source is released', async () => {
  const { results, fail, recorded } = open()
  fail()
  expect(await results.next()).toEqual({ done: false, value: { errors: [shown] } })
  expect(await results.next()).toEqual({ done: true, value: undefined })
  expect(recorded).toEqual({ ends: [[shown]], returns: 1 })
})

test('a source that fails after the client has left causes no result', async () => {
  const { results, fail, recorded } = open()
  const next = results.next()
  await results.return()
  fail()
  expect(await next).toEqual({ done: true, value: undefined })
  expect(recorded).toEqual({ ends: [[]], returns: 1 })
})
