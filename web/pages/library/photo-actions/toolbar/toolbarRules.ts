/** What can be done with the selected photos. */
export type ToolbarAction = 'download' | 'copyToAlbum' | 'delete' | 'order' | 'removeFromAlbum'

/** Why an action cannot be taken: a message, with the number that it names. */
export interface Hindrance {
  readonly message: 'selection.nothing' | 'selection.sharedAlbum' | 'selection.tooManyToDownload' | 'printOrder.tooMany'
  readonly most?: number
}

export interface ToolbarSituation {
  readonly amount: number
  /** Whether the view is a shared album: only downloading is for everybody. */
  readonly isShared: boolean
  readonly mostInOrder: number
}

/** Photos that can be downloaded at a time. */
const mostInDownload = 100

/** Why an action cannot be taken just now; null when it can. What waiting or selecting cannot change is said first. */
export function hindranceOf(action: ToolbarAction, situation: ToolbarSituation): Hindrance | null {
  const { amount, isShared, mostInOrder } = situation
  if (isShared && action !== 'download') return { message: 'selection.sharedAlbum' }
  if (amount === 0) return { message: 'selection.nothing' }
  if (action === 'download' && amount > mostInDownload) {
    return { message: 'selection.tooManyToDownload', most: mostInDownload }
  }
  if (action === 'order' && amount > mostInOrder) return { message: 'printOrder.tooMany', most: mostInOrder }
  return null
}
