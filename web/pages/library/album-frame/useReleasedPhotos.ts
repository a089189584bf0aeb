import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useRelayEnvironment } from 'react-relay/hooks'
import type { PageMemory } from '../photo-collection/pages/PageMemory.ts'
import { hiddenFromCollections } from '../photo-collection/hidden/hiddenFromCollections.ts'

/**
 * Hides photos that are out of an album no longer once all that is known of it was asked for since: whoever puts them back,
 * on whatever device, sees them.
 */
export function useReleasedPhotos(collectionId: string, memory: PageMemory): void {
  const hidden = hiddenFromCollections(useRelayEnvironment())
  const out = useSyncExternalStore(hidden.subscribe, () => hidden.outOf(collectionId))
  // How far the album was known when they had gone.
  const known = useRef({ memory, out, generation: memory.generation })
  useEffect(() => {
    known.current = { memory, out, generation: memory.generation }
  }, [memory, out])
  useEffect(() => {
    const { generation: before } = known.current
    const loaded = memory.pages.filter(({ isLoaded }) => isLoaded)
    if (out.size > 0 && loaded.every(({ generation }) => generation > before)) hidden.show(collectionId, [...out])
  })
}
