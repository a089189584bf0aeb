import { setTimeout as pause } from 'node:timers/promises'

interface Call<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

const maximumCalls = 100

/**
 * Runs calls together: while one batch runs, the calls for the next batch wait. Use it for transactions, which cost
 * almost as much for one item as for several. If a batch fails, each of its calls runs by itself, so that no call fails
 * because of another one.
 * @param run processes all items of a batch or none; returns one result per item, in their order
 * @param collectMilliseconds the minimum time between the starts of two batches. The first call runs immediately.
 */
export function inBatches<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  collectMilliseconds = 0,
): (item: Item) => Promise<Result> {
  const waiting: Call<Item, Result>[] = []
  let isRunning = false
  let collected: Promise<void> | undefined

  const runTogether = async (calls: readonly Call<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(calls.map(({ item }) => item))
      for (const [index, result] of results.entries()) calls[index]?.resolve(result)
    } catch (error) {
      if (calls.length === 1) return calls[0]?.reject(error)
      for (const call of calls) await runTogether([call])
    }
  }
  const runAll = async (): Promise<void> => {
    isRunning = true
    while (waiting.length > 0) {
      if (collected) await collected
      if (collectMilliseconds > 0) collected = pause(collectMilliseconds)
      await runTogether(waiting.splice(0, maximumCalls))
    }
    isRunning = false
  }
  return async (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    waiting.push({ item, resolve, reject })
    if (!isRunning) void runAll()
    return promise
  }
}
