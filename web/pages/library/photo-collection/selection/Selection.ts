/** What the photos are selected for: the toolbar's actions, prints, or an album that they are to be added to. */
export type SelectionPurpose = 'actions' | 'prints' | 'album'

/** A month, an album: what holds photos, by its global id, and how many it holds. */
export interface SelectableCollection {
  readonly id: string
  readonly count: number
}

/** The order of a view's photos, as far as they are loaded. */
export interface SelectableOrder {
  readonly collections: () => readonly SelectableCollection[]
  /** The loaded photos of a collection, from its first on. */
  readonly idsOf: (collectionId: string) => readonly string[]
}

/** What of a collection is selected: these photos, or all but these. */
export type SelectedPart =
  | { readonly collectionId: string; readonly isAll: false; readonly ids: ReadonlySet<string> }
  | {
      readonly collectionId: string
      readonly isAll: true
      readonly count: number
      readonly except: ReadonlySet<string>
    }

/** Photos of one collection that lie together: these, or all but these. */
export interface PhotoRange {
  readonly collection: SelectableCollection
  readonly isAll: boolean
  readonly ids: readonly string[]
}

/** What was selected at some moment. */
export type SelectionSnapshot = ReadonlyMap<string, SelectedPart>

/**
 * The selected photos of one view. A collection that is selected as a whole is remembered as such, so that a month of
 * 70,000 photos costs what one photo costs; which photos those are is asked for when an action needs them.
 */
export class Selection {
  /** The order of the view's photos, while the view is there. */
  order: SelectableOrder | null = null
  readonly #listeners = new Set<() => void>()
  #parts: SelectionSnapshot = new Map()
  #purpose: SelectionPurpose | null = null

  /** Calls back after each change. Returns what ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Whether photos are being selected, and for what; null: they are not. */
  get purpose(): SelectionPurpose | null {
    return this.#purpose
  }

  /** How many photos are selected. */
  get amount(): number {
    let amount = 0
    for (const part of this.#parts.values()) amount += amountOf(part)
    return amount
  }

  /** What is selected, by collection. */
  get parts(): readonly SelectedPart[] {
    return [...this.#parts.values()]
  }

  /** What is selected now, to go back to. */
  get snapshot(): SelectionSnapshot {
    return this.#parts
  }

  /** Begins to select; what is selected already stays. */
  start(purpose: SelectionPurpose = 'actions'): void {
    this.#purpose = purpose
    this.#tell()
  }

  /** Ends selecting, and clears. */
  stop(): void {
    this.#purpose = null
    this.#parts = new Map()
    this.#tell()
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

  /** Selects a set of photos; deselects them when all of them were selected. */
  toggleMany(collectionId: string, photoIds: readonly string[]): void {
    this.set(collectionId, photoIds, !photoIds.every((id) => this.isSelected(collectionId, id)))
  }

  /** Selects or deselects photos of a collection; begins selecting where nobody has. */
  set(collectionId: string, photoIds: readonly string[], isSelected: boolean): void {
    this.#put(withPhotos(collectionId, photoIds, isSelected, this.#parts.get(collectionId)))
    if (isSelected) this.#purpose ??= 'actions'
    this.#tell()
  }

  /** Selects whole collections, loaded or not, but for some photos of them, which stay as they were. */
  setAll(collections: readonly SelectableCollection[], except: readonly string[] = []): void {
    this.selectRanges(
      this.#parts,
      collections.map((collection) => ({ collection, isAll: true, ids: except })),
    )
  }

  /** Selects ranges on top of what was selected before; what was selected since then is not any more. */
  selectRanges(before: SelectionSnapshot, ranges: readonly PhotoRange[]): void {
    const parts = new Map(before)
    for (const { collection, isAll, ids } of ranges) {
      const part = parts.get(collection.id)
      keepSome(parts, isAll ? allBut(collection, ids, part) : withPhotos(collection.id, ids, true, part))
    }
    this.#parts = parts
    this.#purpose ??= 'actions'
    this.#tell()
  }

  /** Selects whole collections; deselects them when all of them were selected. */
  toggleAll(collections: readonly SelectableCollection[]): void {
    if (collections.some((collection) => this.stateOf(collection) !== 'all')) this.setAll(collections)
    else this.clear(collections.map(({ id }) => id))
  }

  /** Deselects all photos of collections. */
  clear(collectionIds: readonly string[]): void {
    const parts = new Map(this.#parts)
    for (const id of collectionIds) parts.delete(id)
    this.#parts = parts
    this.#tell()
  }

  /** A collection holds another number of photos now, of which these are new: they were not there to be selected. */
  recount({ id, count }: SelectableCollection, added: readonly string[] = []): void {
    const part = this.#parts.get(id)
    if (!part?.isAll || (part.count === count && added.length === 0)) return
    this.#put({ ...part, count, except: new Set([...part.except, ...added]) })
    this.#tell()
  }

  /** Photos are gone: they are neither selected nor left out any more. */
  forget(photoIds: readonly string[]): void {
    if (this.#parts.size === 0) return
    for (const part of this.#parts.values()) {
      const known = part.isAll ? part.except : part.ids
      if (!photoIds.some((id) => known.has(id))) continue
      const rest = known.difference(new Set(photoIds))
      this.#put(part.isAll ? { ...part, except: rest } : { ...part, ids: rest })
    }
    this.#tell()
  }

  #put(part: SelectedPart): void {
    const parts = new Map(this.#parts)
    keepSome(parts, part)
    this.#parts = parts
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** A part with these photos, or without them. */
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

/** All of a collection but these, and of these the ones that were selected. */
function allBut({ id, count }: SelectableCollection, ids: readonly string[], part?: SelectedPart): SelectedPart {
  const except = new Set(ids)
  if (part?.isAll) return { ...part, count, except: part.except.intersection(except) }
  return { collectionId: id, isAll: true, count, except: part ? except.difference(part.ids) : except }
}

/** A part of which nothing is left is no part. */
function keepSome(parts: Map<string, SelectedPart>, part: SelectedPart): void {
  if (amountOf(part) > 0) parts.set(part.collectionId, part)
  else parts.delete(part.collectionId)
}

function amountOf(part: SelectedPart): number {
  return part.isAll ? Math.max(0, part.count - part.except.size) : part.ids.size
}
