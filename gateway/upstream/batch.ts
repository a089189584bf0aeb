import DataLoader from 'dataloader'
import { UpstreamError } from '../errors/upstreamError.ts'

/** How objects are fetched by several ids. */
export interface BatchOptions<Item> {
  /** Fetches the objects that exist, in any order. The ids are distinct, and at most `limit`. */
  fetch(ids: readonly string[]): Promise<readonly Item[]>
  idOf(item: Item): string
  /** Maximum number of ids per call. */
  readonly limit: number
}

/**
 * Loads objects by id. Ids that fields request at the same time are fetched in one call: if each of 50 items of a list
 * refers to an object, this takes one call, not 50. An object is fetched once per operation. A missing object is null.
 */
export function batchById<Item>(options: BatchOptions<Item>): DataLoader<string, Item | null> {
  return new DataLoader<string, Item | null>(
    async (ids) => {
      const found = new Map((await options.fetch(ids)).map((item) => [options.idOf(item), item]))
      return ids.map((id) => found.get(id) ?? null)
    },
    { maxBatchSize: options.limit },
  )
}

/**
 * Fetches each object by a call of its own, for a service that cannot find several at once. A failed call fails only
 * its own object.
 * @returns one entry per id, in the same order
 */
export function eachApart<Item>(
  ids: readonly string[],
  fetch: (id: string) => Promise<Item>,
): Promise<readonly (Item | UpstreamError)[]> {
  return Promise.all(ids.map((id) => fetch(id).catch(upstreamErrorOf)))
}

/** @throws any other error, because it is a bug */
function upstreamErrorOf(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error
  throw error
}
