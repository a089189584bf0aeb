import type { Session } from '../../../../app/Session.ts'
import { collectSelected } from '../../photo-collection/selection/collectSelected.ts'
import { Selection } from '../../photo-collection/selection/Selection.ts'

/**
 * Collects the selected photos, each with the month, album or library in which it was selected. Loads the ids of
 * collections that are selected as a whole.
 */
export async function collectByCollection(
  session: Session,
  selection: Selection,
  options: { readonly signal: AbortSignal; readonly onProgress: (done: number) => void },
): Promise<ReadonlyMap<string, string>> {
  const collectionOf = new Map<string, string>()
  for (const part of selection.parts) {
    const before = collectionOf.size
    const onProgress = (done: number) => options.onProgress(before + done)
    const only = new Selection()
    if (part.isAll) only.setAll([{ id: part.collectionId, count: part.count }], [...part.except])
    const ids = part.isAll ? await collectSelected(session, only, { ...options, onProgress }) : part.ids
    for (const id of ids) collectionOf.set(id, part.collectionId)
  }
  return collectionOf
}
