import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router-dom'

const hashStart = '#photo-'

/** The hash that names a photo in the address of a view. */
export function photoHash(photoId: string): string {
  return hashStart + encodeURIComponent(photoId)
}

/**
 * The history entries whose photo has been shown. Going back to such an entry, for instance from another photo's
 * full-screen view, must not scroll to the photo again. The first entry of each page load has the same key, so it is
 * not stored.
 */
const shown = new Set<string>()

/**
 * Scrolls to the photo that the hash of the address names, and focuses it, once per navigation.
 * @param ids the photos of the view, in its order
 * @param isReady whether the positions of these photos are known
 * @param seek scrolls to the photo with this index
 */
export function useSeekToPhoto(ids: readonly string[], isReady: boolean, seek: (index: number) => void): void {
  const { hash, key } = useLocation()
  const soughtKey = useRef('')
  const seekNow = useEffectEvent(seek)
  useEffect(() => {
    if (!isReady || !hash.startsWith(hashStart) || soughtKey.current === key || shown.has(key)) return
    const index = ids.findIndex((id) => photoHash(id) === hash)
    const id = ids[index]
    if (id === undefined) return
    soughtKey.current = key
    if (key !== 'default') shown.add(key)
    seekNow(index)
    void import('../grid/focusTileSoon.ts').then(({ focusTileSoon }) => focusTileSoon(id))
  }, [ids, isReady, hash, key])
}
