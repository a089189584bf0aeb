import type { SelectedPart, Selection, SelectionPurpose } from '../../photo-collection/selection/Selection.ts'

const key = 'keepsake.printSelection'

/** What was selected when the page was left for the editor, on one entry of the browser's history. */
interface RememberedSelection {
  readonly entry: string
  readonly purpose: SelectionPurpose
  readonly parts: readonly RememberedPart[]
}

interface RememberedPart {
  readonly collectionId: string
  /** How many photos the collection holds when all but `ids` are selected; null when `ids` are what is selected. */
  readonly count: number | null
  readonly ids: readonly string[]
}

/** Keeps the selection for coming back by Back, where the browser does not keep the page itself. */
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
    // Full or forbidden: Back then finds nothing selected.
  }
}

/** Selects again what was selected when this entry of the history was left for the editor; once. */
export function restoreSelection(selection: Selection, entry: string): void {
  const remembered = takeRemembered()
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

/** Drops what is kept: the browser has kept the page itself. */
export function forgetSelection(): void {
  takeRemembered()
}

function takeRemembered(): RememberedSelection | null {
  try {
    const text = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    // Only this file writes it; of what somebody else has put there nothing is selected.
    return JSON.parse(text ?? 'null') as RememberedSelection | null
  } catch {
    // Forbidden, or no such text.
    return null
  }
}

function remember(part: SelectedPart): RememberedPart {
  const { collectionId } = part
  return part.isAll
    ? { collectionId, count: part.count, ids: [...part.except] }
    : { collectionId, count: null, ids: [...part.ids] }
}
