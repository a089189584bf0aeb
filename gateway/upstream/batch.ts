import { UpstreamError } from '../errors/upstreamError.ts'

/** How objects are fetched by several ids. */
export interface BatchOptions<Item> {
  /** Fetches the objects that exist, in any order. The ids are distinct, and at most `limit`. */
  fetch(ids: readonly string[]): Promise<readonly Item[]>
  idOf(item: Item): string
  /** Maximum number of ids per call. */
  readonly limit: number
}

/** Objects that one call fetches. */
interface Batch<Item> {
  readonly ids: string[]
  /** The found objects by their ids. Rejects when the call fails. */
  readonly found: Promise<ReadonlyMap<string, Item>>
}

const now = Promise.resolve()

/**
 * Loads objects by id. Ids that fields request at the same time are fetched in one call: if each of 50 items of a list
 * refers to an object, this takes one call, not 50. An object is fetched once per operation. A missing object is null.
 *
 * Collects ids as DataLoader does. But all objects of a list have one promise, not one each (docs/decisions/0203), and a
 * known object does not wait for those that are being fetched.
 */
export class BatchLoader<Item> {
  readonly #options: BatchOptions<Item>
  readonly #batches = new Map<string, Batch<Item>>()
  /** The batch that accepts more ids. */
  #open: Batch<Item> | undefined

  constructor(options: BatchOptions<Item>) {
    this.#options = options
  }

  /** Null when there is no such object. @throws UpstreamError when the call fails. A later load repeats it */
  load(id: string): Promise<Item | null> {
    return this.#batchOf(id).found.then((items) => items.get(id) ?? null)
  }

  /** Loads several objects, in the order of their ids. */
  loadAll(ids: readonly string[]): Promise<readonly (Item | null)[]> {
    const batches = ids.map((id) => this.#batchOf(id))
    const [first] = batches
    // The common case.
    if (first && batches.every((batch) => batch === first))
      return first.found.then((items) => ids.map((id) => items.get(id) ?? null))
    return Promise.all(ids.map((id) => this.load(id)))
  }

  /** Forgets all objects, so that later loads fetch them again. */
  clearAll(): void {
    this.#batches.clear()
    this.#open = undefined
  }

  #batchOf(id: string): Batch<Item> {
    const known = this.#batches.get(id)
    if (known) return known
    const batch = this.#open && this.#open.ids.length < this.#options.limit ? this.#open : this.#openBatch()
    batch.ids.push(id)
    this.#batches.set(id, batch)
    return batch
  }

  #openBatch(): Batch<Item> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const ids: string[] = []
    const batch: Batch<Item> = { ids, found: promise.then(() => this.#fetch(batch)) }
    this.#open = batch
    // Waits until all promises that are settled now have been handled, because their handlers may load more objects.
    void now.then(() => process.nextTick(resolve))
    return batch
  }

  async #fetch(batch: Batch<Item>): Promise<ReadonlyMap<string, Item>> {
    const { ids } = batch
    if (this.#open === batch) this.#open = undefined
    try {
      const items = await this.#options.fetch(ids)
      return new Map(items.map((item) => [this.#options.idOf(item), item]))
    } catch (error) {
      for (const id of ids) if (this.#batches.get(id) === batch) this.#batches.delete(id)
      throw error
    }
  }
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
