import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inBatches } from '../../../services/platform/batches.ts'

const collectMilliseconds = 100
let batches: string[][]

beforeEach(() => {
  vi.useFakeTimers()
  batches = []
})
afterEach(() => vi.useRealTimers())

/** Fails if the batch contains the item `bad`. */
async function run(items: readonly string[]): Promise<string[]> {
  batches.push([...items])
  if (items.includes('bad')) throw new Error('no luck')
  return items.map((item) => `${item} done`)
}

test('the first call runs at once, and the calls of the next 100 ms run together', async () => {
  const call = inBatches(run, collectMilliseconds)
  expect(await call('a')).toBe('a done')
  const later = [call('b'), call('c')]
  await vi.advanceTimersByTimeAsync(collectMilliseconds - 1)
  expect(batches).toEqual([['a']])
  await vi.advanceTimersByTimeAsync(1)
  expect(await Promise.all(later)).toEqual(['b done', 'c done'])
  expect(batches).toEqual([['a'], ['b', 'c']])
})

test('calls that arrive while a batch runs wait for the next batch, and at most 100 run together', async () => {
  const first = Promise.withResolvers<void>()
  const call = inBatches(async (items: readonly string[]) => {
    if (items.includes('first')) await first.promise
    return run(items)
  })
  const calls = ['first', ...Array.from({ length: 101 }, (_, number) => String(number))].map(call)
  first.resolve()
  const results = await Promise.all(calls)
  expect(batches.map(({ length }) => length)).toEqual([1, 100, 1])
  expect(results.at(-1)).toBe('100 done')
})

test('a call that fails does not fail the other calls of its batch', async () => {
  const call = inBatches(run, collectMilliseconds)
  await call('first')
  const calls = Promise.allSettled([call('a'), call('bad'), call('b')])
  await vi.advanceTimersByTimeAsync(collectMilliseconds)
  const [a, bad, b] = await calls
  expect([a, b]).toMatchObject([{ value: 'a done' }, { value: 'b done' }])
  expect(bad).toMatchObject({ reason: { message: 'no luck' } })
})
