import { useEffect, useSyncExternalStore } from 'react'
import { Emitter } from '../app/Store.ts'

/** The waits of sections for the answers of their queries, oldest first. The times are those of `performance.now()`. */
const waits = new Set<{ readonly since: number }>()
const changes = new Emitter()

/** Records that a section waits, as long as the calling component is mounted. */
export function useWait(): void {
  useEffect(() => {
    const wait = { since: performance.now() }
    waits.add(wait)
    changes.emit()
    return () => {
      waits.delete(wait)
      changes.emit()
    }
  }, [])
}

/** The time since which at least one section has been waiting; null while no section waits. */
export function useWaitingSince(): number | null {
  return useSyncExternalStore(changes.subscribe, () => waits.values().next().value?.since ?? null)
}
