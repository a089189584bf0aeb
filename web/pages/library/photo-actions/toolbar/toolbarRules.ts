/** The actions for selected photos. */
export type ToolbarAction = 'download' | 'copyToAlbum' | 'delete' | 'order' | 'removeFromAlbum'

/** Why an action is disabled: a message id, and the limit that the message names. */
export interface Blocker {
  readonly message: 'selection.nothing' | 'selection.sharedAlbum' | 'selection.tooManyToDownload' | 'printOrder.tooMany'
  readonly most?: number
}

export interface ToolbarSituation {
  readonly amount: number
  /** Whether the view is a shared album, whose photos can only be downloaded. */
  readonly isShared: boolean
  readonly maxPerOrder: number
}

/** The largest number of photos in one download. */
const maxPerDownload = 100

/** Why an action is disabled; null if it is enabled. Reasons that the user cannot change come first. */
export function blockerOf(action: ToolbarAction, situation: ToolbarSituation): Blocker | null {
  const { amount, isShared, maxPerOrder } = situation
  if (isShared && action !== 'download') return { message: 'selection.sharedAlbum' }
  if (amount === 0) return { message: 'selection.nothing' }
  if (action === 'download' && amount > maxPerDownload) {
    return { message: 'selection.tooManyToDownload', most: maxPerDownload }
  }
  if (action === 'order' && amount > maxPerOrder) return { message: 'printOrder.tooMany', most: maxPerOrder }
  return null
}
