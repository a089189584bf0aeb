import type { Session } from '../../../../app/Session.ts'
import { type CollectOptions, collectSelected } from '../../photo-collection/selection/collectSelected.ts'
import type { Selection } from '../../photo-collection/selection/Selection.ts'

/** Photos that are to be copied: how many, and a way to find out which. */
export interface PhotosToCopy {
  readonly amount: number
  readonly collect: (options?: CollectOptions) => Promise<readonly string[]>
}

/** Those that are selected now. */
export function selectedPhotos(session: Session, selection: Selection): PhotosToCopy {
  return { amount: selection.amount, collect: (options) => collectSelected(session, selection, options) }
}

/** One alone. */
export function onePhoto(photoId: string): PhotosToCopy {
  return { amount: 1, collect: () => Promise.resolve([photoId]) }
}
