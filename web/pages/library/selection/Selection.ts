/** What the photos are selected for: the toolbar's actions, or prints. */
export type SelectionPurpose = 'actions' | 'prints'

/** A month, an album: what holds photos, by its global id, and how many it holds. */
export interface SelectableCollection {
  readonly id: string
  readonly count: number
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

/**
 * The selected photos of one view. A collection that is selected as a whole is remembered as such, so that a month of
 * 70,000 photos costs what one photo costs; which photos those are is asked for when an action needs them.
 */
export class Selection {
  readonly #listeners = new Set<() => void>()
  #parts: ReadonlyMap<string, SelectedPart> = new Map()
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
    const part = this.#parts.get(collectionId)
    if (part?.isAll) {
      const given = new Set(photoIds)
      this.#put({ ...part, except: isSelected ? part.except.difference(given) : part.except.union(given) })
    } else {
      const ids: ReadonlySet<string> = part?.ids ?? new Set()
      const given = new Set(photoIds)
      this.#put({ collectionId, isAll: false, ids: isSelected ? ids.union(given) : ids.difference(given) })
    }
    if (isSelected) this.#purpose ??= 'actions'
    this.#tell()
  }

  /** Selects whole collections, loaded or not, but for some photos of them. */
  setAll(collections: readonly SelectableCollection[], except: readonly string[] = []): void {
    for (const { id, count } of collections)
      this.#put({ collectionId: id, isAll: true, count, except: new Set(except) })
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
    if (amountOf(part) > 0) parts.set(part.collectionId, part)
    else parts.delete(part.collectionId)
    this.#parts = parts
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

function amountOf(part: SelectedPart): number {
  return part.isAll ? Math.max(0, part.count - part.except.size) : part.ids.size
}
