import type { Environment } from 'relay-runtime'
import { formatSort } from '../sorting/sortPreference.ts'
import type { PhotoSort } from '../sorting/sortPreference.ts'
import { PhotoWindow } from './PhotoWindow.ts'
import { timelineNeighbours } from './timelineNeighbours.ts'

const windows = new WeakMap<Environment, { readonly order: string; readonly window: PhotoWindow }>()

/** The photos around the shown one in the timeline of that sort; one per sign-in, since one photo is shown at a time. */
export function timelineWindow(environment: Environment, sort: PhotoSort): PhotoWindow {
  const order = formatSort(sort)
  const present = windows.get(environment)
  if (present?.order === order) return present.window
  const isGone = (photoId: string) => environment.getStore().getSource().getStatus(photoId) === 'NONEXISTENT'
  const window = new PhotoWindow(timelineNeighbours(environment, sort), isGone)
  windows.set(environment, { order, window })
  return window
}
