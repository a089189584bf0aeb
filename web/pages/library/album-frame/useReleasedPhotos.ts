import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useSession } from '../../../app/sessionContext.ts'
import { hiddenPhotosOf } from '../photo-collection/hidden/HiddenPhotos.ts'
import type { PageMemory } from '../photo-collection/pages/PageMemory.ts'

/**
 * Stops hiding removed photos once every loaded page of the album was fetched again after their removal. The cache is
 * then up to date. A removed photo that any device adds to the album again is then shown.
 */
export function useReleasedPhotos(collectionId: string, memory: PageMemory): void {
  const hidden = hiddenPhotosOf(useSession())
  const removed = useSyncExternalStore(hidden.subscribe, () => hidden.removedFrom(collectionId))
  // The generation of the album's pages when the photos were removed.
  const known = useRef({ memory, removed, generation: memory.generation })
  useEffect(() => {
    known.current = { memory, removed, generation: memory.generation }
  }, [memory, removed])
  useEffect(() => {
    const { generation: before } = known.current
    const loaded = memory.pages.filter(({ isLoaded }) => isLoaded)
    const isFetchedAgain = loaded.every(({ generation }) => generation > before)
    if (removed.size > 0 && isFetchedAgain) hidden.show(collectionId, [...removed])
  })
}
