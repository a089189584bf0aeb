import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router-dom'

const hashStart = '#photo-'

/** The hash of an address that names a photo. */
export function photoHash(photoId: string): string {
  return hashStart + encodeURIComponent(photoId)
}

/**
 * The history entries whose photo has been shown. Going back to such an entry, for instance from another photo's
 * full-screen view, must not scroll to the photo again. The first entry of each page load has the same key, so it is
 * not stored.
 */
const shown = new Set<string>()

/** Scrolls to the photo that the address names as soon as its position is known, and focuses it; once per navigation. */
export function useSeekToPhoto(ids: readonly string[], isReady: boolean, seek: (index: number) => void): void {
  const { hash, key } = useLocation()
  const done = useRef('')
  const go = useEffectEvent(seek)
  useEffect(() => {
    if (!isReady || !hash.startsWith(hashStart) || done.current === key || shown.has(key)) return
    const index = ids.findIndex((id) => photoHash(id) === hash)
    const id = ids[index]
    if (id === undefined) return
    done.current = key
    if (key !== 'default') shown.add(key)
    go(index)
    void import('../grid/focusTileSoon.ts').then(({ focusTileSoon }) => focusTileSoon(id))
  }, [ids, isReady, hash, key])
}
