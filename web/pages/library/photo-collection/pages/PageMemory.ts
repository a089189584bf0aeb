import { usualRatio } from '../grid/justifiedLayout.ts'
import { type PageSizes, mostInOnePage, refreshMargin } from './pageSizes.ts'

/** The height that a page keeps although its photos would take another, for as long as the window has this width. */
export interface HeldHeight {
  readonly width: number
  readonly height: number
}

/** Photos of a month that are loaded together. */
export interface PhotoPage {
  readonly key: number
  /** The cursor it begins after; null for the first. */
  readonly after: string | null
  /** How many are asked for. */
  readonly size: number
  /** The photos that it holds; none until they are known. */
  readonly ids: readonly string[]
  /** Width by height of each; estimates until they are known. */
  readonly ratios: readonly number[]
  readonly isLoaded: boolean
  readonly endCursor: string | null
  readonly hasNext: boolean
  /** The month's generation when it was asked for. */
  readonly generation: number
  /** What was answered: an older answer, to another question, may still be in the store. Null until there is one. */
  readonly asked: AskedPage | null
  readonly held: HeldHeight | null
}

/** The question for a page's photos. */
export interface AskedPage {
  readonly first: number
  readonly isRefresh: boolean
}

/** A page as the gateway answered it. Deleted photos leave gaps. */
export interface AnsweredPage {
  readonly edges: readonly {
    readonly cursor?: string | null | undefined
    readonly id: string | undefined
  }[]
  readonly endCursor?: string | null | undefined
  readonly hasNextPage: boolean
}

/** Which edges of an answer a page holds, and where the one after it begins. */
export interface PageRange {
  readonly from: number
  readonly to: number
  readonly endCursor: string | null
  readonly hasNext: boolean
  /** Whether more photos stand between its last one and the next page than the answer held. */
  readonly isOpen: boolean
}

/** What is known of a page once its photos are there. */
export interface SettledPage extends Omit<PageRange, 'from'> {
  readonly ids: readonly string[]
  readonly ratios: readonly number[]
  readonly generation: number
  readonly asked: AskedPage
  readonly held: HeldHeight | null
}

/**
 * What is remembered of a month while the page lives: which photos its pages hold, in what shape, and where each begins.
 * Photos far from the screen are this and nothing else. Pages are replaced, never changed.
 */
export class PageMemory {
  readonly #tell: () => void
  readonly #sizes: PageSizes
  #pages: readonly PhotoPage[] = []
  #ids: readonly string[] | null = null
  #nextKey = 0
  #presses = 0
  #generation = 0
  #revision: number | null = null
  /** Null: photos are known to have changed, so that any count is expected. */
  #count: number | null = null

  /** @param count how many photos it has, as far as is known */
  constructor(count: number, tell: () => void, sizes: PageSizes) {
    this.#tell = tell
    this.#sizes = sizes
    this.#append(null, sizes.first, count)
  }

  get pages(): readonly PhotoPage[] {
    return this.#pages
  }

  /** All photos that are known, in order. */
  get ids(): readonly string[] {
    this.#ids ??= this.#pages.flatMap(({ ids }) => ids)
    return this.#ids
  }

  /** Rises when pages that were asked for before no longer tell how the month is. */
  get generation(): number {
    return this.#generation
  }

  /** Whether the month fills by itself. */
  get isAutomatic(): boolean {
    return this.#presses >= this.#sizes.pressesUntilAutomatic
  }

  /** Whether all of its photos are known to be gone. */
  get isEmptied(): boolean {
    return this.#pages.every((page) => isCurrentAndEmpty(page, this.#generation))
  }

  /**
   * Takes in how often events have told of changes, and how many photos the month has.
   * Events tell of changes while one listens; the count tells of those before.
   */
  observe(revision: number, count: number): void {
    const isFirst = this.#revision === null
    const isToldOf = !isFirst && this.#revision !== revision
    const isUnexpected = this.#count !== null && this.#count !== count
    this.#revision = revision
    this.#count = isToldOf ? null : count
    if (!isToldOf && !isUnexpected) return
    this.#generation += 1
    this.#tell()
  }

  /** Asks for more photos, as somebody pressed '+N'. */
  press(): void {
    if (this.#grow(this.#sizes.pressed)) this.#presses += 1
  }

  /** Asks for more photos by itself. */
  fill(): void {
    this.#grow(this.#sizes.automatic)
  }

  /** What to ask for, so that a page that has grown meanwhile is seen whole. */
  questionFor(page: PhotoPage, isRefresh: boolean): AskedPage {
    return { first: isRefresh ? Math.min(mostInOnePage, page.size + refreshMargin) : page.size, isRefresh }
  }

  /**
   * Which edges of an answer a page holds. It ends where the next known photo of a later page comes, and begins after
   * those of earlier pages, so that no photo is shown twice or lost, whatever came between.
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
    // The last page of a month grows when it is asked to, not because of its margin.
    const known = edges.findLastIndex(isIn([page]))
    const to = Math.min(edges.length, Math.max(known + 1, from + this.#sizes.first))
    if (to === edges.length) return { from, to, ...rest }
    return { from, to, endCursor: edges[to - 1]?.cursor ?? null, hasNext: true, isOpen: false }
  }

  /** Photos of a page are there, or have changed in the store. */
  settle(key: number, { to, isOpen, ...settled }: SettledPage): void {
    const before = this.#pages.find((page) => page.key === key)
    if (!before || isSame(before, settled, Math.max(to, this.#sizes.first))) return
    const { ids } = settled
    if (this.#count !== null && before.isLoaded && before.generation === settled.generation) {
      this.#count += ids.length - before.ids.length
    }
    this.#replace(before, { ...before, ...settled, size: Math.max(to, this.#sizes.first), isLoaded: true })
    // More came in than one answer holds: the rest is a page of its own.
    const next = this.#pages.findIndex((page) => page.key === key) + 1
    if (isOpen && this.#pages[next]?.after !== settled.endCursor) this.#insert(next, settled.endCursor)
    this.#tell()
  }

  /** Photos are gone from the library. Returns whether any of them was known here. */
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

  /** A page may take the height of its photos again. */
  letGo(key: number): void {
    const page = this.#pages.find((other) => other.key === key)
    if (!page?.held) return
    this.#replace(page, { ...page, held: null })
    this.#tell()
  }

  #grow(most: number): boolean {
    const last = this.#pages.at(-1)
    if (!last?.isLoaded || !last.hasNext) return false
    const left = this.#count === null ? most : this.#count - this.ids.length
    this.#append(last.endCursor, most, left)
    this.#tell()
    return true
  }

  #append(after: string | null, size: number, left: number): void {
    this.#put([...this.#pages, this.#newPage(after, size, left)])
  }

  #insert(index: number, after: string | null): void {
    this.#put(this.#pages.toSpliced(index, 0, this.#newPage(after, this.#sizes.pressed, this.#sizes.first)))
  }

  /** @param left how many photos are left for it, as far as is known: for these space is kept */
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

/** The first pages that hold anything: an answer reaches no further. */
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
