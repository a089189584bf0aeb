import type { PhotoBeside, PhotoWindow } from './PhotoWindow.ts'

/** What is not known by then, one does without. */
const longestMilliseconds = 5_000

/** The photo that takes the place of one that goes: the next, else the one before; null: there is none. Waits until that is known. */
export function successorOf(photoId: string, window: PhotoWindow): Promise<PhotoBeside | null> {
  return new Promise((resolve) => {
    const end = (successor: PhotoBeside | null) => {
      stop()
      clearTimeout(timer)
      resolve(successor)
    }
    const look = () => {
      const { next, previous } = window.beside(photoId)
      const successor = next === null ? previous : next
      if (successor !== undefined) end(successor)
    }
    const stop = window.subscribe(look)
    const timer = setTimeout(() => {
      const { next, previous } = window.beside(photoId)
      end(next ?? previous ?? null)
    }, longestMilliseconds)
    look()
  })
}
