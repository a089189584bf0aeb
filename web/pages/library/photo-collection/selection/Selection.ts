import { Store } from '../../../../app/Store.ts'
import type { PhotoSort } from '../sorting/sortPreference.ts'

/**
 * The purpose for which photos are selected: the actions of the toolbar, an order of prints, or adding them to an
 * album.
 */
export type SelectionPurpose = 'actions' | 'prints' | 'album'

/** Anything that has photos, such as a month or an album: its global id and its number of photos. */
export interface SelectableCollection {
  readonly id: string
  readonly count: number
}

/** The order of a view's loaded photos. */
export interface SelectableOrder {
  readonly collections: () => readonly SelectableCollection[]
  /** The loaded photos of a collection, starting with its first. */
  readonly idsOf: (collectionId: string) => readonly string[]
  /** The order of the photos; undefined where the collections' ids imply it. */
  readonly sort?: () => PhotoSort | undefined
}

/** The selected photos of a collection: some, or all except some. */
export type SelectedPart =
  | { readonly collectionId: string; readonly isAll: false; readonly ids: ReadonlySet<string> }
  | {
      readonly collectionId: string
      readonly isAll: true
      readonly count: number
      readonly except: ReadonlySet<string>
    }

/** Adjacent photos of a collection: the photos in `ids`, or with `isAll` all photos except those in `ids`. */
export interface PhotoRange {
  readonly collection: SelectableCollection
  readonly isAll: boolean
  readonly ids: readonly string[]
}

/** What was selected at some moment. */
export type SelectionSnapshot = ReadonlyMap<string, SelectedPart>

/**
 * The selected photos of a view. A collection that is selected as a whole is kept as one entry, so that 70,000 photos
 * cost no more than one. Their ids are fetched when an action needs them.
 */
export class Selection extends Store {
  /** The order of the view's photos; null while no view is mounted. */
  order: SelectableOrder | null = null
  #parts: SelectionSnapshot = new Map()
  #purpose: SelectionPurpose | null = null

  /** What photos are being selected for; null while none are being selected. */
  get purpose(): SelectionPurpose | null {
    return this.#purpose
  }

  /** How many photos are selected. */
  get amount(): number {
    let amount = 0
    for (const part of this.#parts.values()) amount += amountOf(part)
    return amount
  }

  /** The selected photos, by collection. */
  get parts(): readonly SelectedPart[] {
    return [...this.#parts.values()]
  }

  /** The current selection, which `selectRanges` can start from. */
  get snapshot(): SelectionSnapshot {
    return this.#parts
  }

  /** Starts selecting. Photos that are already selected stay selected. */
  start(purpose: SelectionPurpose = 'actions'): void {
    this.#purpose = purpose
    this.changed()
  }

  /** Ends selecting and clears the selection. */
  stop(): void {
    this.#purpose = null
    this.#parts = new Map()
    this.changed()
  }

  isSelected(collectionId: string, photoId: string): boolean {
    const part = this.#parts.get(collectionId)
    return part !== undefined && (part.isAll ? !part.except.has(photoId) : part.ids.has(photoId))
  }

  /** How much of a collection is selected. */
  stateOf({ id, count }: SelectableCollection): 'none' | 'some' | 'all' {
    const part = this.#parts.get(id)
    const amount = part === undefined ? 0 : amountOf(part)
    if (amount === 0) return 'none'
    return amount >= count ? 'all' : 'some'
  }

  toggle(collectionId: string, photoId: string): void {
    this.set(collectionId, [photoId], !this.isSelected(collectionId, photoId))
  }

  /** Selects photos, or deselects them when all of them are selected. */
  toggleMany(collectionId: string, photoIds: readonly string[]): void {
    this.set(collectionId, photoIds, !photoIds.every((id) => this.isSelected(collectionId, id)))
  }

  /** Selects or deselects photos of a collection. Selecting a photo starts the selection mode. */
  set(collectionId: string, photoIds: readonly string[], isSelected: boolean): void {
    this.#put(withPhotos(collectionId, photoIds, isSelected, this.#parts.get(collectionId)))
    if (isSelected) this.#purpose ??= 'actions'
    this.changed()
  }

  /** Selects whole collections, loaded or not; the photos in `except` stay as they are. */
  setAll(collections: readonly SelectableCollection[], except: readonly string[] = []): void {
    this.selectRanges(
      this.#parts,
      collections.map((collection) => ({ collection, isAll: true, ids: except })),
    )
  }

  /** Replaces the selection by an earlier selection plus ranges. */
  selectRanges(before: SelectionSnapshot, ranges: readonly PhotoRange[]): void {
    const parts = new Map(before)
    for (const { collection, isAll, ids } of ranges) {
      const part = parts.get(collection.id)
      keepSome(parts, isAll ? allBut(collection, ids, part) : withPhotos(collection.id, ids, true, part))
    }
    this.#parts = parts
    this.#purpose ??= 'actions'
    this.changed()
  }

  /** Selects whole collections, or deselects them when all of them are selected. */
  toggleAll(collections: readonly SelectableCollection[]): void {
    if (collections.some((collection) => this.stateOf(collection) !== 'all')) this.setAll(collections)
    else this.clear(collections.map(({ id }) => id))
  }

  /** Deselects all photos of collections. */
  clear(collectionIds: readonly string[]): void {
    const parts = new Map(this.#parts)
    for (const id of collectionIds) parts.delete(id)
    this.#parts = parts
    this.changed()
  }

  /**
   * Takes a collection's new number of photos. The added photos are not selected, even when the whole collection is.
   */
  recount({ id, count }: SelectableCollection, added: readonly string[] = []): void {
    const part = this.#parts.get(id)
    if (!part?.isAll || (part.count === count && added.length === 0)) return
    this.#put({ ...part, count, except: new Set([...part.except, ...added]) })
    this.changed()
  }

  /** Removes deleted photos from the selection and its exceptions. */
  forget(photoIds: readonly string[]): void {
    if (this.#parts.size === 0) return
    for (const part of this.#parts.values()) {
      const known = part.isAll ? part.except : part.ids
      if (!photoIds.some((id) => known.has(id))) continue
      const rest = known.difference(new Set(photoIds))
      this.#put(part.isAll ? { ...part, except: rest } : { ...part, ids: rest })
    }
    this.changed()
  }

  #put(part: SelectedPart): void {
    const parts = new Map(this.#parts)
    keepSome(parts, part)
    this.#parts = parts
  }
}

/** Returns a part with these photos selected, or deselected. */
function withPhotos(
  collectionId: string,
  photoIds: readonly string[],
  isSelected: boolean,
  part?: SelectedPart,
): SelectedPart {
  const given = new Set(photoIds)
  if (part?.isAll) return { ...part, except: isSelected ? part.except.difference(given) : part.except.union(given) }
  const ids: ReadonlySet<string> = part?.ids ?? new Set()
  return { collectionId, isAll: false, ids: isSelected ? ids.union(given) : ids.difference(given) }
}

/**
 * Returns a part with the whole collection except the photos in `ids`. A photo in `ids` that was selected before stays
 * selected.
 */
function allBut({ id, count }: SelectableCollection, ids: readonly string[], part?: SelectedPart): SelectedPart {
  const except = new Set(ids)
  if (part?.isAll) return { ...part, count, except: part.except.intersection(except) }
  return { collectionId: id, isAll: true, count, except: part ? except.difference(part.ids) : except }
}

/** Sets a part; deletes it when it is empty. */
function keepSome(parts: Map<string, SelectedPart>, part: SelectedPart): void {
  if (amountOf(part) > 0) parts.set(part.collectionId, part)
  else parts.delete(part.collectionId)
}

function amountOf(part: SelectedPart): number {
  return part.isAll ? Math.max(0, part.count - part.except.size) : part.ids.size
}
