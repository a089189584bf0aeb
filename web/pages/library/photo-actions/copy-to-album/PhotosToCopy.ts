import type { Session } from '../../../../app/Session.ts'
import { type CollectOptions, collectSelected } from '../../photo-collection/selection/collectSelected.ts'
import type { Selection } from '../../photo-collection/selection/Selection.ts'

/** Photos to copy: their number, and a function that determines their ids. */
export interface PhotosToCopy {
  readonly amount: number
  readonly collect: (options?: CollectOptions) => Promise<readonly string[]>
}

/** The currently selected photos. */
export function selectedPhotos(session: Session, selection: Selection): PhotosToCopy {
  return { amount: selection.amount, collect: (options) => collectSelected(session, selection, options) }
}

export function onePhoto(photoId: string): PhotosToCopy {
  return { amount: 1, collect: () => Promise.resolve([photoId]) }
}
