import DataLoader from 'dataloader'

/** How objects are fetched by many ids at a time. */
export interface BatchOptions<Item> {
  /** Those of the objects that exist, in any order. Ids are without repetition, and no more than `limit`. */
  fetch(ids: readonly string[]): Promise<readonly Item[]>
  idOf(item: Item): string
  /** Ids that the service takes at a time. */
  readonly limit: number
}

/**
 * Objects by id: whatever fields ask for at the same time is fetched in one call, each object once per operation, so
 * that a list of 50 with an object each costs one call and not 50. An object that does not exist is null.
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
