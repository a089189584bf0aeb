import type { NeighbourPhoto, PhotoWindow } from './PhotoWindow.ts'

/** A neighbour that is still unknown after this time is treated as missing. */
const timeoutMilliseconds = 5_000

/**
 * The photo to show after one that is deleted: the next one, or else the previous one; null if there are no others.
 * Waits until the neighbours are known.
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
