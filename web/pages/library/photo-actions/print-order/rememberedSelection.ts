import type { SelectedPart, Selection, SelectionPurpose } from '../../photo-collection/selection/Selection.ts'

const key = 'keepsake.printSelection'

/** The selection when the page was left, for one entry of an account's browser history. */
interface RememberedSelection {
  readonly entry: string
  readonly purpose: SelectionPurpose
  readonly parts: readonly RememberedPart[]
}

interface RememberedPart {
  readonly collectionId: string
  /** If all photos except `ids` are selected: the collection's number of photos. Null if only `ids` are selected. */
  readonly count: number | null
  readonly ids: readonly string[]
}

/** Stores the selection, so that Back restores it even if the browser has not kept the page. */
export function rememberSelection(selection: Selection, entry: string): void {
  if (selection.purpose === null) return
  const remembered: RememberedSelection = {
    entry,
    purpose: selection.purpose,
    parts: selection.parts.map(remember),
  }
  try {
    sessionStorage.setItem(key, JSON.stringify(remembered))
  } catch {
    // Storage is full or blocked: after Back nothing is selected.
  }
}

/** Restores the selection of this history entry, once. */
export function restoreSelection(selection: Selection, entry: string): void {
  const remembered = popRemembered()
  if (remembered?.entry !== entry) return
  try {
    for (const { collectionId, count, ids } of remembered.parts) {
      if (count === null) selection.set(collectionId, ids, true)
      else selection.setAll([{ id: collectionId, count }], ids)
    }
    selection.start(remembered.purpose)
  } catch {
    selection.stop()
  }
}

/** Deletes the stored selection, because the browser has kept the page itself. */
export function forgetSelection(): void {
  popRemembered()
}

function popRemembered(): RememberedSelection | null {
  try {
    const text = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    // Only this file writes the key. `restoreSelection` catches values of another form.
    return JSON.parse(text ?? 'null') as RememberedSelection | null
  } catch {
    // Storage is blocked, or the text is not JSON.
    return null
  }
}

function remember(part: SelectedPart): RememberedPart {
  const { collectionId } = part
  return part.isAll
    ? { collectionId, count: part.count, ids: [...part.except] }
    : { collectionId, count: null, ids: [...part.ids] }
}
