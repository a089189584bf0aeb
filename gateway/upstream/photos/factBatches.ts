import type { LiveReader, LiveStart } from '../live/liveStream.ts'
import type { AlbumFact, LibraryFact, PhotoFact } from './libraryFacts.ts'
import type { WireEndedUpload } from './wire.ts'

/** A batch of changes to a library. */
export interface FactBatch {
  /** The position after the batch; null when the service does not number its events. */
  readonly position: bigint | null
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** The changed months. Empty in a truncated batch if any month may have changed. */
  readonly months: readonly { readonly year: number; readonly month: number }[]
  readonly changedAlbums: readonly AlbumFact[]
  readonly removedAlbums: readonly AlbumFact[]
  readonly endedUploads: readonly WireEndedUpload[]
  /** True when photos were moved to the trash, or have left it. */
  readonly isTrashChanged: boolean
  /**
   * True when photos, albums and uploads are missing from the batch: there are too many, only their counts are known,
   * or the service no longer keeps all events.
   */
  readonly isTruncated: boolean
}

/** How long (ms) facts are collected before a batch is sent. */
const gatherTime = 200

/** Maximum number of photos and albums per batch, unless a single fact has more. The next batch follows immediately. */
const itemsPerBatch = 1_000

/**
 * How many photos and albums are buffered for a slow reader. When more are waiting, the reader gets only the months,
 * and refetches.
 */
const waitingItemsLimit = 10_000

/** A pending `next` call. */
interface Reader {
  resolve(result: IteratorResult<FactBatch>): void
}

/**
 * Collects facts into batches for one reader. A slow reader gets fewer, larger batches up to a limit, and then one
 * batch with only the months. A position that arrives again is ignored. All changes of a position are in one batch.
 */
export class FactBatches implements LiveReader<LibraryFact, FactBatch> {
  readonly #onReturn: () => void
  /** The buffered facts in order; undefined while there are none, which is usual. */
  #waiting: LibraryFact[] | undefined
  #waitingItems = 0
  /** The months of facts that exceeded the buffer. */
  #truncated: Months | undefined
  /** True when a dropped fact says that any month may have changed. */
  #hasUnknownMonths = false
  #position: bigint | null
  /** False after a fact without a position. */
  #isNumbered = true
  /** True when the reader knows where it is in the stream. */
  #hasStarted: boolean
  #timer: NodeJS.Timeout | undefined
  #isDue = false
  #isOver = false
  #reader: Reader | undefined

  /** @param after where the reader starts; null: the first position is sent as an event of its own */
  constructor(after: LiveStart, onReturn: () => void) {
    this.#position = typeof after === 'bigint' ? after : null
    this.#hasStarted = after !== null
    this.#onReturn = onReturn
  }

  /** The position of the last fact taken. */
  get position(): bigint | null {
    return this.#position
  }

  take(fact: LibraryFact): void {
    const { position } = fact
    if (this.#isOver || (position !== null && this.#position !== null && position <= this.#position)) return
    this.#position = position ?? this.#position
    this.#isNumbered = position !== null
    const size = sizeOf(fact)
    if (size === 0 && this.#hasStarted) return
    this.#hasStarted = true
    if (size > 0) this.#keep(fact, size)
    this.#timer ??= setTimeout(() => this.#deliver(), size > 0 ? gatherTime : 0)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<FactBatch>> {
    return new Promise((resolve) => {
      this.#reader = { resolve }
      if (this.#isOver || this.#isDue) this.#deliver()
    })
  }

  async return(): Promise<IteratorResult<FactBatch>> {
    this.#finish()
    this.#reader?.resolve({ done: true, value: undefined })
    this.#reader = undefined
    return { done: true, value: undefined }
  }

  #deliver(): void {
    this.#isDue = true
    const reader = this.#reader
    if (!reader) return
    this.#reader = undefined
    reader.resolve(this.#isOver ? { done: true, value: undefined } : { done: false, value: this.#takeBatch() })
  }

  #keep(fact: LibraryFact, size: number): void {
    if (!this.#truncated) {
      ;(this.#waiting ??= []).push(fact)
      this.#waitingItems += size
      if (this.#waitingItems <= waitingItemsLimit) return
    }
    const dropped = this.#truncated ? [fact] : (this.#waiting ?? [])
    const months = this.#truncated ?? new Map()
    const hasUnknownMonths = this.#hasUnknownMonths || dropped.some(({ isTruncated }) => isTruncated)
    this.#forget()
    this.#hasUnknownMonths = hasUnknownMonths
    for (const { photos, count } of dropped) {
      for (const photo of photos) addMonth(months, photo)
      if (count?.month) addMonth(months, count.month)
    }
    this.#truncated = months
  }

  #forget(): void {
    this.#waiting = undefined
    this.#waitingItems = 0
    this.#truncated = undefined
    this.#hasUnknownMonths = false
  }

  #takeBatch(): FactBatch {
    this.#isDue = false
    clearTimeout(this.#timer)
    this.#timer = undefined
    const position = this.#isNumbered ? this.#position : null
    const [waiting, truncated] = [this.#waiting, this.#truncated]
    if (!waiting) {
      const months = this.#hasUnknownMonths ? [] : [...(truncated?.values() ?? [])]
      this.#forget()
      return {
        position,
        ...nothing,
        months,
        isTrashChanged: !!truncated,
        isTruncated: !!truncated,
      }
    }
    if (this.#waitingItems <= itemsPerBatch || waiting.length === 1) {
      this.#forget()
      return { position, ...changesOf(waiting), isTruncated: isIncomplete(waiting) }
    }
    const facts = this.#takeSome(waiting)
    this.#timer = setTimeout(() => this.#deliver(), 0)
    return { position: facts.at(-1)?.position ?? null, ...changesOf(facts), isTruncated: isIncomplete(facts) }
  }

  /** Takes the first facts up to the batch size, at least one. */
  #takeSome(waiting: LibraryFact[]): LibraryFact[] {
    let count = 0
    let items = 0
    for (const fact of waiting) {
      const size = sizeOf(fact)
      if (count > 0 && items + size > itemsPerBatch) break
      count += 1
      items += size
    }
    this.#waitingItems -= items
    return waiting.splice(0, count)
  }

  #finish(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#forget()
    clearTimeout(this.#timer)
    this.#onReturn()
  }
}

type Months = Map<number, { readonly year: number; readonly month: number }>
type Changes = Omit<FactBatch, 'position' | 'isTruncated'>

const nothing: Changes = {
  added: [],
  removed: [],
  months: [],
  changedAlbums: [],
  removedAlbums: [],
  endedUploads: [],
  isTrashChanged: false,
}

function sizeOf({ photos, albums, uploads, count, isTrashChanged }: LibraryFact): number {
  return photos.length + albums.length + (uploads?.length ?? 0) + (count ? 1 : 0) + (isTrashChanged ? 1 : 0)
}

function isIncomplete(facts: readonly LibraryFact[]): boolean {
  return facts.some(({ count, isTruncated }) => count !== undefined || isTruncated)
}

/** Reduces facts to the final state of each photo and album and the distinct months, in the order of the facts. */
function changesOf(facts: readonly LibraryFact[]): Changes {
  const [first] = facts
  // A shortcut, because most batches hold one photo.
  if (facts.length === 1 && first?.photos.length === 1 && first.photos[0]) return changeOf(first.photos[0])
  const added = new Set<string>()
  const removed = new Set<string>()
  const months: Months = new Map()
  const albums = new Map<string, AlbumFact>()
  for (const fact of facts) {
    for (const photo of fact.photos) {
      const [into, outOf] = photo.kind === 'added' ? [added, removed] : [removed, added]
      outOf.delete(photo.imageId)
      into.add(photo.imageId)
      addMonth(months, photo)
    }
    if (fact.count?.month) addMonth(months, fact.count.month)
    for (const album of fact.albums) albums.set(`${album.form} ${album.albumId}`, album)
  }
  const albumsOf = (kind: AlbumFact['kind']) => [...albums.values()].filter((album) => album.kind === kind)
  return {
    added: [...added],
    removed: [...removed],
    months: facts.some(({ isTruncated }) => isTruncated) ? [] : [...months.values()],
    changedAlbums: albumsOf('changed'),
    removedAlbums: albumsOf('removed'),
    endedUploads: facts.flatMap(({ uploads }) => uploads ?? []),
    isTrashChanged: facts.some((fact) => fact.isTrashChanged),
  }
}

function changeOf({ kind, imageId, year, month }: PhotoFact): Changes {
  const [added, removed] = kind === 'added' ? [[imageId], []] : [[], [imageId]]
  return { ...nothing, added, removed, months: [{ year, month }] }
}

function addMonth(months: Months, { year, month }: { readonly year: number; readonly month: number }): void {
  const key = year * 12 + month
  if (!months.has(key)) months.set(key, { year, month })
}
