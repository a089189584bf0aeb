import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/** The hash of an address that names a photo. */
export function photoHash(photoId: string): string {
  return `#photo-${encodeURIComponent(photoId)}`
}

/** Scrolls to the photo that the address names as soon as its position is known; once per navigation. */
export function useSeekToPhoto(ids: readonly string[], isReady: boolean, seek: (index: number) => void): void {
  const { hash, key } = useLocation()
  const done = useRef('')
  const go = useEffectEvent(seek)
  useEffect(() => {
    if (!isReady || !hash.startsWith('#photo-') || done.current === key) return
    const index = ids.findIndex((id) => photoHash(id) === hash)
    if (index === -1) return
    done.current = key
    go(index)
  }, [ids, isReady, hash, key])
}
