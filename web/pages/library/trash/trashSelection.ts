/** The selected photos of the trash: `ids`, or with `isAll` all photos except `ids`. */
export interface TrashSelection {
  readonly isAll: boolean
  readonly ids: ReadonlySet<string>
}

export const noneSelected: TrashSelection = { isAll: false, ids: new Set() }

/** The photos that the page has loaded, and the number of photos in the whole trash. */
export interface LoadedTrash {
  readonly shown: readonly string[]
  /** Null while the number is unknown. */
  readonly total: number | null
}

/** Selects the whole trash. */
export function selectAll(trash: LoadedTrash): TrashSelection {
  return asShown({ isAll: true, ids: new Set() }, trash)
}

/**
 * The selection as the page shows it. If all photos are loaded, it is a list of ids. While the number of photos is
 * unknown, only loaded photos are selected, so that the number of selected photos is always correct.
 */
export function asShown(selection: TrashSelection, { shown, total }: LoadedTrash): TrashSelection {
  const hasMore = total !== null && total > shown.length
  if (selection.isAll && hasMore) return selection
  return { isAll: false, ids: new Set(shown.filter((id) => isSelected(selection, id))) }
}

export function isSelected({ isAll, ids }: TrashSelection, id: string): boolean {
  return ids.has(id) !== isAll
}

/** Selects a photo, or deselects it if it is selected. */
export function toggled({ isAll, ids }: TrashSelection, id: string): TrashSelection {
  return { isAll, ids: ids.symmetricDifference(new Set([id])) }
}

/** Returns what stays selected after photos were taken out of the trash. */
export function withoutTaken(selection: TrashSelection, taken: readonly string[]): TrashSelection {
  return selection.isAll ? noneSelected : { isAll: false, ids: selection.ids.difference(new Set(taken)) }
}

/** The number of selected photos, loaded or not. */
export function amountOf({ isAll, ids }: TrashSelection, { total }: LoadedTrash): number {
  return isAll && total !== null ? Math.max(0, total - ids.size) : ids.size
}
