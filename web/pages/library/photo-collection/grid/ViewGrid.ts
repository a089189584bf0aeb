import { Store } from '../../../../app/Store.ts'
import type { SelectableCollection, SelectableOrder, Selection } from '../selection/Selection.ts'
import type { PhotoSort } from '../sorting/sortPreference.ts'
import type { GridLayout } from './justifiedLayout.ts'

/** Where a photo is: its collection in the view and its index there. */
export interface GridPlace {
  readonly collectionId: string
  readonly index: number
  readonly photoId: string
}

/** A loaded photo of a collection: the first, the last, or one by its index. */
export type GridTarget = 'first' | 'last' | number

/** What a view provides to its grid. */
export interface GridSource {
  /** Every collection of the view in its order, loaded or not. */
  readonly collections: readonly SelectableCollection[]
  /** The loaded photos of a collection, starting with its first; by default the photos that have been drawn. */
  readonly idsOf?: ((collectionId: string) => readonly string[]) | undefined
  /** The order of the photos; undefined where the collections' ids imply it. */
  readonly sort?: PhotoSort | undefined
  /**
   * The collections in the row of a collection, including itself, in their order; by default each collection has its
   * own row.
   */
  readonly rowMates?: ((collectionId: string) => readonly SelectableCollection[]) | undefined
  /** Scrolls to a photo that is not in the document, so that it is drawn. */
  readonly seek?: ((collectionId: string, target: GridTarget) => void) | undefined
}

/** Adjacent photos of a collection that are laid out together in the document. */
export interface GridSegmentPart {
  readonly collectionId: string
  readonly firstIndex: number
  readonly isEnd: boolean
  readonly ids: readonly string[]
  readonly layout: GridLayout
  readonly element: HTMLElement
}

/**
 * The state that the photos of a view share: the photo that the Tab key reaches, the order of all known photos, and how
 * to reach a photo that is not in the document. While the focused photo is not in the document, the view's element has
 * focus in its place.
 */
export class ViewGrid extends Store {
  readonly selection: Selection
  readonly order: SelectableOrder = {
    collections: () => this.#source.collections,
    idsOf: (collectionId) => this.idsOf(collectionId),
    sort: () => this.#source.sort,
  }
  #source: GridSource = { collections: [] }
  #container: HTMLElement | null = null
  readonly #segments = new Set<GridSegmentPart>()
  readonly #drawn = new Map<string, readonly string[]>()
  #active: GridPlace | null = null
  #isGoing = false
  #isKeeping = false
  #wanted: { readonly collectionId: string; readonly target: 'first' | 'last'; readonly onFocus: OnFocus } | null = null

  constructor(selection: Selection) {
    super()
    this.selection = selection
  }

  /** Sets what the view shows, and the view's element. */
  follow(source: GridSource, container: HTMLElement | null): void {
    this.#source = source
    // The view's element is the tab stop until a photo becomes the tab stop.
    if (container && container !== this.#container) container.tabIndex = 0
    this.#container = container
    this.selection.order = this.order
  }

  /** Every collection of the view in its order, loaded or not. */
  get collections(): readonly SelectableCollection[] {
    return this.#source.collections
  }

  /** The collections in the row of a collection, including itself, in their order. */
  rowMates(collectionId: string): readonly SelectableCollection[] {
    return this.#source.rowMates?.(collectionId) ?? this.collections.filter(({ id }) => id === collectionId)
  }

  /** The photo that has focus or had it last: the Tab key reaches it. */
  get active(): GridPlace | null {
    return this.#active
  }

  /** The segments in the document. */
  get segments(): readonly GridSegmentPart[] {
    return [...this.#segments]
  }

  /** The known photos of a collection, starting with its first. */
  idsOf(collectionId: string): readonly string[] {
    const loaded = this.#source.idsOf?.(collectionId) ?? []
    return loaded.length > 0 ? loaded : (this.#drawn.get(collectionId) ?? [])
  }

  placeAt(collectionId: string, index: number): GridPlace | null {
    const photoId = this.idsOf(collectionId)[index]
    return photoId === undefined ? null : { collectionId, index, photoId }
  }

  /** The segment of a place, if it is in the document. */
  segmentAt(collectionId: string, index: number): GridSegmentPart | undefined {
    return this.segments.find(
      (segment) =>
        segment.collectionId === collectionId &&
        index >= segment.firstIndex &&
        index < segment.firstIndex + segment.ids.length,
    )
  }

  /** Makes a photo the one that the Tab key reaches. */
  setActive(place: GridPlace): void {
    if (this.#active?.photoId === place.photoId && this.#active.index === place.index) return
    this.#active = place
    this.changed()
  }

  /** Focuses a photo without scrolling, as a click does; null focuses the first photo on screen. */
  focus(place: GridPlace | null): void {
    if (place) this.setActive(place)
    const link = place && this.#linkOf(place)
    this.#isKeeping = place !== null && !link
    ;(link ?? this.#container)?.focus({ preventScroll: true })
  }

  /** Focuses a photo and scrolls it into the window, even when it is not in the document yet. */
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

  /**
   * Scrolls to the first or last photo of a collection whose photos are not known yet, focuses the photo once it is
   * loaded, and then calls `onFocus`.
   */
  seek(collectionId: string, target: 'first' | 'last', onFocus: OnFocus): void {
    this.#wanted = { collectionId, target, onFocus }
    this.#keepFocus()
    this.#source.seek?.(collectionId, target)
  }

  /** Adds a segment that is in the document; the returned function removes it. */
  register(segment: GridSegmentPart): () => void {
    this.#segments.add(segment)
    const { collectionId, firstIndex, ids, isEnd } = segment
    const before = this.#drawn.get(collectionId) ?? []
    const after = isEnd ? [] : before.slice(firstIndex + ids.length)
    this.#drawn.set(collectionId, [...before.slice(0, firstIndex), ...ids, ...after])
    this.#arrive(segment)
    return () => this.#segments.delete(segment)
  }

  /**
   * Must be called when the active photo is in the document. The returned function must be called when the photo leaves
   * the document or is no longer active.
   */
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

  /** Whether the view's element has focus in place of a photo that is not in the document. */
  get isKeepingFocus(): boolean {
    return this.#isKeeping
  }

  /** Must be called when focus has moved elsewhere, so that a photo that appears later does not take focus back. */
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
    wanted.onFocus(place)
  }
}

/** Called when focus has reached a photo that had to be loaded first. */
export type OnFocus = (place: GridPlace) => void

function focusLink(link: HTMLElement): void {
  link.focus({ preventScroll: true })
  link.scrollIntoView({ block: 'nearest' })
}
