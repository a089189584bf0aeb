import { usualRatio } from '../grid/justifiedLayout.ts'
import { type PageSizes, maximumPageSize, refreshMargin } from './pageSizes.ts'

/** A height that a page keeps while the view has this width, although its photos would need another height. */
export interface HeldHeight {
  readonly width: number
  readonly height: number
}

/** Photos of a collection that are loaded together. */
export interface PhotoPage {
  readonly key: number
  /** The cursor after which the page begins; null for the first page. */
  readonly after: string | null
  /** How many photos are requested. */
  readonly size: number
  /** The photos of the page; empty until they are known. */
  readonly ids: readonly string[]
  /** Aspect ratio (width / height) of each photo, estimated until the photo is known. */
  readonly ratios: readonly number[]
  readonly isLoaded: boolean
  readonly endCursor: string | null
  readonly hasNext: boolean
  /** The collection's generation when the page was requested. */
  readonly generation: number
  /** The request whose answer the page shows; the store may also hold older answers. Null before the first answer. */
  readonly asked: PageRequest | null
  readonly held: HeldHeight | null
}

/** A request for a page's photos. */
export interface PageRequest {
  readonly first: number
  readonly isRefresh: boolean
}

/** The gateway's answer. Edges of deleted photos have no id. */
export interface AnsweredPage {
  readonly edges: readonly {
    readonly cursor?: string | null | undefined
    readonly id: string | undefined
  }[]
  readonly endCursor?: string | null | undefined
  readonly hasNextPage: boolean
}

/** The edges `from` to `to` (excluded) of an answer, which belong to a page, and where the next page begins. */
export interface PageRange {
  readonly from: number
  readonly to: number
  readonly endCursor: string | null
  readonly hasNext: boolean
  /** Whether there may be more photos between the last photo of the answer and the next known page. */
  readonly isOpen: boolean
}

/** What is known about a page when its photos are loaded. */
export interface SettledPage extends Omit<PageRange, 'from'> {
  readonly ids: readonly string[]
  readonly ratios: readonly number[]
  readonly generation: number
  readonly asked: PageRequest
  readonly held: HeldHeight | null
}

/**
 * Holds what is remembered of a collection: the photos of its pages, their ratios, and the cursor of each page. Photos
 * far from the screen exist only here. Pages are immutable; a change replaces a page.
 */
export class PageMemory {
  readonly #notify: () => void
  readonly #sizes: PageSizes
  #pages: readonly PhotoPage[] = []
  #ids: readonly string[] | null = null
  #nextKey = 0
  #presses = 0
  #generation = 0
  #revision: number | null = null
  /** Null after a change of photos: the next count is accepted, whatever it is. */
  #count: number | null = null

  /** @param count the number of photos in the collection, or an estimate if the number is not known */
  constructor(count: number, notify: () => void, sizes: PageSizes) {
    this.#notify = notify
    this.#sizes = sizes
    this.#append(null, sizes.first, count)
  }

  get pages(): readonly PhotoPage[] {
    return this.#pages
  }

  /** All known photos, in order. */
  get ids(): readonly string[] {
    this.#ids ??= this.#pages.flatMap(({ ids }) => ids)
    return this.#ids
  }

  /** A number that increases when the pages loaded so far become stale. */
  get generation(): number {
    return this.#generation
  }

  /** Whether pages are loaded automatically. */
  get isAutomatic(): boolean {
    return this.#presses >= this.#sizes.pressesUntilAutomatic
  }

  /** Whether the collection is known to have no photos. */
  get isEmptied(): boolean {
    return this.#pages.every((page) => isCurrentAndEmpty(page, this.#generation))
  }

  /**
   * The number of photos in the collection: the number of loaded photos if all are loaded and not stale, else `count`.
   */
  countOr(count: number): number {
    const isComplete = this.#pages.every((page) => page.isLoaded && page.generation === this.#generation)
    return isComplete && this.#pages.at(-1)?.hasNext === false ? this.ids.length : count
  }

  /**
   * Compares the collection's revision and count with the latest values. If they differ unexpectedly, the pages are
   * stale. The revision shows changes since this client began to listen to events; the count shows earlier changes.
   */
  observe(revision: number, count: number): void {
    const isFirst = this.#revision === null
    const isRevised = !isFirst && this.#revision !== revision
    const isUnexpected = this.#count !== null && this.#count !== count
    this.#revision = revision
    this.#count = isRevised ? null : count
    if (!isRevised && !isUnexpected) return
    this.#generation += 1
    this.#notify()
  }

  /** Adds a page because '+N' was pressed. */
  press(): void {
    if (this.#grow(this.#sizes.pressed)) this.#presses += 1
  }

  /** Adds a page automatically. */
  fill(): void {
    this.#grow(this.#sizes.automatic)
  }

  /** The request for a page. A refresh asks for more photos than the page has, because photos may have been added. */
  requestFor(page: PhotoPage, isRefresh: boolean): PageRequest {
    return { first: isRefresh ? Math.min(maximumPageSize, page.size + refreshMargin) : page.size, isRefresh }
  }

  /**
   * The edges of an answer that belong to a page: those after the photos of earlier pages and before the photos of
   * later pages. So no photo is shown twice or lost, even when photos were added or removed since.
   */
  rangeOf(key: number, { edges, endCursor = null, hasNextPage }: AnsweredPage, isRefresh: boolean): PageRange {
    const index = this.#pages.findIndex((page) => page.key === key)
    const page = this.#pages[index]
    const isIn = (pages: readonly PhotoPage[]) => {
      const ids = new Set(pages.flatMap((other) => other.ids))
      return ({ id }: AnsweredPage['edges'][number]) => id !== undefined && ids.has(id)
    }
    const isEarlier = isIn(nearest(this.#pages.slice(0, Math.max(0, index)).toReversed()))
    const first = edges.findIndex((edge) => !isEarlier(edge))
    const from = first === -1 ? edges.length : first
    const later = edges.findIndex(isIn(nearest(this.#pages.slice(index + 1))))
    if (later !== -1) return { from: Math.min(from, later), to: later, endCursor, hasNext: true, isOpen: false }
    const isLast = index === this.#pages.length - 1
    const rest = { endCursor, hasNext: hasNextPage, isOpen: hasNextPage && !isLast }
    if (!isRefresh || !isLast || !page?.hasNext) return { from, to: edges.length, ...rest }
    // The additional photos of a refresh do not make the last page grow.
    const known = edges.findLastIndex(isIn([page]))
    const to = Math.min(edges.length, Math.max(known + 1, from + this.#sizes.first))
    if (to === edges.length) return { from, to, ...rest }
    return { from, to, endCursor: edges[to - 1]?.cursor ?? null, hasNext: true, isOpen: false }
  }

  /** Records the photos of a page when they are loaded or have changed in the store. */
  settle(key: number, { to, isOpen, ...settled }: SettledPage): void {
    const before = this.#pages.find((page) => page.key === key)
    if (!before || isSame(before, settled, Math.max(to, this.#sizes.first))) return
    const { ids } = settled
    if (this.#count !== null && before.isLoaded && before.generation === settled.generation) {
      this.#count += ids.length - before.ids.length
    }
    this.#replace(before, { ...before, ...settled, size: Math.max(to, this.#sizes.first), isLoaded: true })
    // More photos were added than one answer holds: the rest becomes a page of its own.
    const next = this.#pages.findIndex((page) => page.key === key) + 1
    if (isOpen && this.#pages[next]?.after !== settled.endCursor) this.#insert(next, settled.endCursor)
    this.#notify()
  }

  /** Removes photos that were deleted from the library. Returns whether the collection had any of them. */
  remove(gone: ReadonlySet<string>): boolean {
    let isChanged = false
    for (const page of this.#pages) {
      const kept = page.ids.flatMap((id, index) => (gone.has(id) ? [] : [index]))
      const removed = page.ids.length - kept.length
      if (removed === 0) continue
      isChanged = true
      if (this.#count !== null) this.#count -= removed
      this.#replace(page, {
        ...page,
        ids: kept.flatMap((index) => page.ids[index] ?? []),
        ratios: kept.flatMap((index) => page.ratios[index] ?? []),
        held: null,
      })
    }
    return isChanged
  }

  /** Lets a page take the height that its photos need. */
  releaseHeight(key: number): void {
    const page = this.#pages.find((other) => other.key === key)
    if (!page?.held) return
    this.#replace(page, { ...page, held: null })
    this.#notify()
  }

  #grow(most: number): boolean {
    const last = this.#pages.at(-1)
    if (!last?.isLoaded || !last.hasNext) return false
    const left = this.#count === null ? most : this.#count - this.ids.length
    this.#append(last.endCursor, most, left)
    this.#notify()
    return true
  }

  #append(after: string | null, size: number, left: number): void {
    this.#put([...this.#pages, this.#newPage(after, size, left)])
  }

  #insert(index: number, after: string | null): void {
    this.#put(this.#pages.toSpliced(index, 0, this.#newPage(after, this.#sizes.pressed, this.#sizes.first)))
  }

  /** @param left how many photos remain for the page, if this is known: space is reserved for them */
  #newPage(after: string | null, size: number, left: number): PhotoPage {
    this.#nextKey += 1
    return {
      key: this.#nextKey,
      after,
      size,
      ids: [],
      ratios: Array.from({ length: Math.max(1, Math.min(size, left)) }, () => usualRatio),
      isLoaded: false,
      endCursor: null,
      hasNext: false,
      generation: this.#generation,
      asked: null,
      held: null,
    }
  }

  #replace(page: PhotoPage, next: PhotoPage): void {
    this.#put(this.#pages.map((other) => (other === page ? next : other)))
  }

  #put(pages: readonly PhotoPage[]): void {
    this.#pages = pages
    this.#ids = null
  }
}

/** The first three of these pages that have photos: an answer has no photos of pages that are further away. */
function nearest(pages: readonly PhotoPage[]): readonly PhotoPage[] {
  return pages.filter(({ ids }) => ids.length > 0).slice(0, 3)
}

function isCurrentAndEmpty(page: PhotoPage, generation: number): boolean {
  return page.isLoaded && !page.hasNext && page.ids.length === 0 && page.generation === generation
}

function isSame(page: PhotoPage, settled: Omit<SettledPage, 'to' | 'isOpen'>, size: number): boolean {
  return (
    page.isLoaded &&
    page.size === size &&
    page.generation === settled.generation &&
    page.asked?.first === settled.asked.first &&
    page.asked.isRefresh === settled.asked.isRefresh &&
    page.hasNext === settled.hasNext &&
    page.endCursor === settled.endCursor &&
    page.ids.length === settled.ids.length &&
    page.ids.every((id, index) => id === settled.ids[index])
  )
}
