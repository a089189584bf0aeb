import type { Disposable, IEnvironment, RecordProxy, RecordSourceProxy } from 'relay-runtime'

/** The arguments of the timelines that the store may hold: none, or any of the sorts. */
const timelineArguments = [
  {},
  ...['CREATED', 'DATE_TAKEN'].flatMap((sortKey) => ['ASC', 'DESC'].map((sortOrder) => ({ sortKey, sortOrder }))),
]

/** Above this number of photos, iterating the store's records is faster than iterating the photos. */
const manyPhotos = 1_000

/** The number of deleted photos per collection, by its id or by the key of a month. */
type Amounts = ReadonlyMap<string, number>

/**
 * An optimistic update of the Relay store that deletes photos before the service has deleted them. Their edges stay,
 * with null as the node; counts go down and empty months go away. Relay applies the update again with every change of
 * the store, so its cost must not depend on the number of photos that were never loaded.
 */
export class OptimisticDeletion {
  readonly #environment: IEnvironment
  readonly #collectionOf: ReadonlyMap<string, string>
  readonly #ids: Set<string>
  readonly #update: Disposable
  #amounts: Amounts

  /** @param collectionOf the month, album or library of each photo that the store may not know */
  constructor(environment: IEnvironment, photoIds: readonly string[], collectionOf: ReadonlyMap<string, string>) {
    this.#environment = environment
    this.#collectionOf = collectionOf
    this.#ids = new Set(photoIds)
    this.#amounts = this.#amountsOf(this.#ids)
    this.#update = environment.applyUpdate({
      storeUpdater: (store) => this.#removePhotos(store, this.#ids, this.#amounts),
    })
  }

  has(photoId: string): boolean {
    return this.#ids.has(photoId)
  }

  /** Deletes these photos from the store for good. Call it inside an updater. */
  settle(store: RecordSourceProxy, photoIds: readonly string[]): void {
    const settled = new Set(photoIds)
    this.#removePhotos(store, settled, this.#amountsOf(settled))
    for (const id of settled) this.#ids.delete(id)
    this.#amounts = this.#amountsOf(this.#ids)
  }

  /** Ends the update: photos that are not deleted for good appear again in their places. */
  end(): void {
    this.#ids.clear()
    this.#update.dispose()
  }

  #amountsOf(ids: ReadonlySet<string>): Amounts {
    const amounts = new Map<string, number>()
    for (const id of ids) add(amounts, this.#collectionOf.get(id))
    return amounts
  }

  #removePhotos(store: RecordSourceProxy, ids: ReadonlySet<string>, given: Amounts): void {
    const source = this.#environment.getStore().getSource()
    const known =
      ids.size > manyPhotos
        ? source.getRecordIDs().filter((id) => ids.has(id))
        : [...ids].filter((id) => source.has(id))
    const amounts = new Map(given)
    for (const id of known) {
      const photo = store.get(id)
      if (photo && !this.#isOfMonth(store, id)) add(amounts, monthOf(photo))
      if (photo) store.delete(id)
    }
    for (const [id, amount] of given) {
      const album = albumOf(store, id)
      if (album) decrease(album, amount)
    }
    const library = libraryOf(store)
    if (!library) return
    decrease(library, ids.size)
    for (const timeline of timelinesOf(library)) decreaseMonths(timeline, amounts)
  }

  /**
   * Whether `collectionOf` names the month of the photo. If it names an album or the library, the photo must also be
   * subtracted from its month.
   */
  #isOfMonth(store: RecordSourceProxy, photoId: string): boolean {
    const collection = this.#collectionOf.get(photoId)
    if (collection === undefined) return false
    return !['Album', 'PhotoLibrary'].includes(store.get(collection)?.getType() ?? '')
  }
}

function albumOf(store: RecordSourceProxy, id: string): RecordProxy | null {
  const record = store.get(id)
  return record?.getType() === 'Album' ? record : null
}

function add(amounts: Map<string, number>, collection: string | null | undefined): void {
  if (typeof collection === 'string') amounts.set(collection, (amounts.get(collection) ?? 0) + 1)
}

/** Empties the timelines in the store, because the library has no photos left. Call it inside an updater. */
export function emptyTimelines(store: RecordSourceProxy): void {
  const library = libraryOf(store)
  if (!library) return
  library.setValue(0, 'photosCount')
  for (const timeline of timelinesOf(library)) timeline.setLinkedRecords([], 'months')
}

function libraryOf(store: RecordSourceProxy): RecordProxy | null | undefined {
  return store.getRoot().getLinkedRecord('viewer')?.getLinkedRecord('library')
}

function timelinesOf(library: RecordProxy): readonly RecordProxy[] {
  const timelines = timelineArguments.map((given) => library.getLinkedRecord('timeline', given))
  return timelines.filter((timeline) => timeline !== null && timeline !== undefined)
}

function decreaseMonths(timeline: RecordProxy, amounts: Amounts): void {
  const months = timeline.getLinkedRecords('months')
  if (!months) return
  for (const month of months) {
    const key = monthKey(month.getValue('year'), month.getValue('month'))
    decrease(month, (amounts.get(month.getDataID()) ?? 0) + (amounts.get(key) ?? 0))
  }
  const filled = months.filter((month) => month.getValue('photosCount') !== 0)
  if (filled.length < months.length) timeline.setLinkedRecords(filled, 'months')
}

function decrease(collection: RecordProxy, amount: number): void {
  const count = collection.getValue('photosCount')
  if (amount > 0 && typeof count === 'number') collection.setValue(Math.max(0, count - amount), 'photosCount')
}

/** The key of a photo's month, by its local date; null if the store does not know the date. */
function monthOf(photo: RecordProxy): string | null {
  const taken = photo.getValue('dateTaken')
  if (typeof taken === 'string') return monthKey(Number(taken.slice(0, 4)), Number(taken.slice(5, 7)))
  return taken === null ? monthKey(null, null) : null
}

function monthKey(year: unknown, month: unknown): string {
  return `${typeof year === 'number' ? year : 0}-${typeof month === 'number' ? month : 0}`
}
