import type { SelectableCollection, SelectableOrder, Selection } from '../selection/Selection.ts'
import type { GridLayout } from './justifiedLayout.ts'

/** Where a photo is: in which collection of the view, and the how manieth of it. */
export interface GridPlace {
  readonly collectionId: string
  readonly index: number
  readonly photoId: string
}

/** Where in a collection: its first or last photo that is loaded, or one of them by number. */
export type GridTarget = 'first' | 'last' | number

/** What a view tells its grid. */
export interface GridSource {
  /** Every collection of the view in its order, loaded or not. */
  readonly collections: readonly SelectableCollection[]
  /** The loaded photos of a collection from its first on; without it, those that have been drawn are known. */
  readonly idsOf?: ((collectionId: string) => readonly string[]) | undefined
  /** Scrolls to where a photo is that is not in the document, so that it comes to be there. */
  readonly seek?: ((collectionId: string, target: GridTarget) => void) | undefined
}

/** Photos of a collection that are laid out together in the document. */
export interface GridSegmentPart {
  readonly collectionId: string
  readonly firstIndex: number
  readonly isEnd: boolean
  readonly ids: readonly string[]
  readonly layout: GridLayout
  readonly element: HTMLElement
}

/**
 * What the photos of one view have in common: the one that the tab key reaches, the order of all that are known, and
 * how to come to one that is not in the document. While the focused photo is out of the document, the view's own
 * element keeps focus for it.
 */
export class ViewGrid {
  readonly selection: Selection
  readonly order: SelectableOrder = {
    collections: () => this.#source.collections,
    idsOf: (collectionId) => this.idsOf(collectionId),
  }
  #source: GridSource = { collections: [] }
  #container: HTMLElement | null = null
  readonly #listeners = new Set<() => void>()
  readonly #segments = new Set<GridSegmentPart>()
  readonly #drawn = new Map<string, readonly string[]>()
  #active: GridPlace | null = null
  #isGoing = false
  #isKeeping = false
  #wanted: { readonly collectionId: string; readonly target: 'first' | 'last'; readonly arrived: Arrival } | null = null

  constructor(selection: Selection) {
    this.selection = selection
  }

  /** What the view shows, and its element. */
  follow(source: GridSource, container: HTMLElement | null): void {
    this.#source = source
    // Until one of the photos has been the tab stop, the view is.
    if (container && container !== this.#container) container.tabIndex = 0
    this.#container = container
    this.selection.order = this.order
  }

  /** Every collection of the view in its order, loaded or not. */
  get collections(): readonly SelectableCollection[] {
    return this.#source.collections
  }

  /** Calls back when another photo is the one that the tab key reaches. Returns what ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The photo that has focus, or had it last. */
  get active(): GridPlace | null {
    return this.#active
  }

  /** The segments in the document. */
  get segments(): readonly GridSegmentPart[] {
    return [...this.#segments]
  }

  /** The photos of a collection that are known, from its first on. */
  idsOf(collectionId: string): readonly string[] {
    const told = this.#source.idsOf?.(collectionId) ?? []
    return told.length > 0 ? told : (this.#drawn.get(collectionId) ?? [])
  }

  placeAt(collectionId: string, index: number): GridPlace | null {
    const photoId = this.idsOf(collectionId)[index]
    return photoId === undefined ? null : { collectionId, index, photoId }
  }

  /** The segment in the document that a place is in. */
  segmentAt(collectionId: string, index: number): GridSegmentPart | undefined {
    return this.segments.find(
      (segment) =>
        segment.collectionId === collectionId &&
        index >= segment.firstIndex &&
        index < segment.firstIndex + segment.ids.length,
    )
  }

  /** Makes a photo the one that the tab key reaches. */
  setActive(place: GridPlace): void {
    if (this.#active?.photoId === place.photoId && this.#active.index === place.index) return
    this.#active = place
    for (const listener of this.#listeners) listener()
  }

  /** Puts focus on a photo where it is, as a click does; on none: on the first on screen. */
  focus(place: GridPlace | null): void {
    if (place) this.setActive(place)
    const link = place && this.#linkOf(place)
    this.#isKeeping = place !== null && !link
    ;(link ?? this.#container)?.focus({ preventScroll: true })
  }

  /** Moves focus to a photo, be it in the document or not, and the photo into the window. */
  go(place: GridPlace): void {
    this.#wanted = null
    this.setActive(place)
    const link = this.#linkOf(place)
    if (link) {
      focusLink(link)
      return
    }
    this.#isGoing = true
    this.#keepFocus()
    this.#source.seek?.(place.collectionId, place.index)
  }

  /** The same for the first or last photo of a collection of which none is known. */
  seek(collectionId: string, target: 'first' | 'last', arrived: Arrival): void {
    this.#wanted = { collectionId, target, arrived }
    this.#keepFocus()
    this.#source.seek?.(collectionId, target)
  }

  /** A segment is in the document. Returns what tells that it is gone. */
  register(segment: GridSegmentPart): () => void {
    this.#segments.add(segment)
    const { collectionId, firstIndex, ids, isEnd } = segment
    const before = this.#drawn.get(collectionId) ?? []
    const after = isEnd ? [] : before.slice(firstIndex + ids.length)
    this.#drawn.set(collectionId, [...before.slice(0, firstIndex), ...ids, ...after])
    this.#arrive(segment)
    return () => this.#segments.delete(segment)
  }

  /** The photo that the tab key reaches is in the document. Returns what tells that it is gone, or another one is it. */
  hold(link: HTMLElement): () => void {
    const container = this.#container
    if (!container) return () => undefined
    container.tabIndex = -1
    if (document.activeElement === container) {
      if (this.#isGoing) focusLink(link)
      else link.focus({ preventScroll: true })
    }
    this.#isGoing = false
    return () => {
      container.tabIndex = 0
      if (document.activeElement === link) this.#keepFocus()
    }
  }

  /** Whether the view's element has focus for a photo that is not in the document. */
  get isKeepingFocus(): boolean {
    return this.#isKeeping
  }

  /** Focus went elsewhere: what was on its way there may come, but does not take it back. */
  giveUp(): void {
    this.#wanted = null
    this.#isGoing = false
    this.#isKeeping = false
  }

  #linkOf({ photoId }: GridPlace): HTMLElement | null | undefined {
    return this.#container?.querySelector<HTMLElement>(`[data-photo="${CSS.escape(photoId)}"]`)
  }

  #keepFocus(): void {
    this.#isKeeping = true
    this.#container?.focus({ preventScroll: true })
  }

  #arrive({ collectionId, ids }: GridSegmentPart): void {
    const wanted = this.#wanted
    if (wanted?.collectionId !== collectionId) return
    const place = this.placeAt(collectionId, wanted.target === 'first' ? 0 : this.idsOf(collectionId).length - 1)
    if (!place || !ids.includes(place.photoId)) return
    this.go(place)
    wanted.arrived(place)
  }
}

/** What is done once focus is on a photo that had to be loaded first. */
export type Arrival = (place: GridPlace) => void

function focusLink(link: HTMLElement): void {
  link.focus({ preventScroll: true })
  link.scrollIntoView({ block: 'nearest' })
}
