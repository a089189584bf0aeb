import type { NeighbourPhoto, PhotoWindow } from './PhotoWindow.ts'

/** A neighbour that is still unknown after this time is treated as missing. */
const timeoutMilliseconds = 5_000

/**
 * Finds the photo to show after a photo is deleted: the next photo, or else the previous photo, or null if it was the
 * only one. Waits until the neighbours are known.
 */
export function successorOf(photoId: string, window: PhotoWindow): Promise<NeighbourPhoto | null> {
  return new Promise((resolve) => {
    const end = (successor: NeighbourPhoto | null) => {
      stop()
      clearTimeout(timer)
      resolve(successor)
    }
    const check = () => {
      const { next, previous } = window.neighboursOf(photoId)
      const successor = next === null ? previous : next
      if (successor !== undefined) end(successor)
    }
    const stop = window.subscribe(check)
    const timer = setTimeout(() => {
      const { next, previous } = window.neighboursOf(photoId)
      end(next ?? previous ?? null)
    }, timeoutMilliseconds)
    check()
  })
}
