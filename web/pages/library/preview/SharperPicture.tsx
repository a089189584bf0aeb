import { useEffect, useRef, useState } from 'react'
import { zoomScale } from './gestures.ts'
import styles from './PhotoRendition.module.css'

/**
 * Files with more pixels are not opened: a decoded file takes 4 bytes per pixel, and phones stop pages that use too
 * much memory.
 */
const maximumPixels = 50_000_000

export interface SharperPictureProps {
  readonly photo: {
    readonly width?: number | null | undefined
    readonly height?: number | null | undefined
    /** The largest picture that browsers show: the original, or the rendition if they do not show the original. */
    readonly url?: string | null | undefined
    readonly rendition?: { readonly url: string; readonly width: number } | null | undefined
  }
  readonly isZoomed: boolean
}

/**
 * Shows the picture in full size over the rendition. It is loaded when a zoomed photo first needs more pixels than the
 * rendition has, and shown once it is decoded, so that nothing flashes. If it fails, the rendition stays. It is not
 * loaded with Save-Data.
 */
export function SharperPicture({ photo, isZoomed }: SharperPictureProps) {
  const place = useRef<HTMLSpanElement>(null)
  const [wanted, setWanted] = useState<string | null>(null)
  const [decoded, setDecoded] = useState<string | null>(null)
  const url = sharperUrl(photo)
  const pixels = photo.rendition?.width ?? 0
  useEffect(() => {
    const needed = (place.current?.parentElement?.offsetWidth ?? 0) * zoomScale * devicePixelRatio
    if (isZoomed && needed > pixels && !isSavingData()) setWanted(url)
  }, [isZoomed, pixels, url])
  useEffect(() => (wanted === null ? undefined : decode(wanted, () => setDecoded(wanted))), [wanted])
  if (decoded === null) return <span ref={place} hidden />
  return <img src={decoded} alt="" decoding="sync" draggable={false} data-sharp="" className={styles.sharp} />
}

/** The address of a picture with more pixels than the rendition; null if no such picture exists. */
function sharperUrl({ width, height, url, rendition }: SharperPictureProps['photo']): string | null {
  if (!url || !width || !height || !rendition || url === rendition.url) return null
  return width > rendition.width && width * height <= maximumPixels ? url : null
}

/** Loads and decodes a picture. @returns a function that cancels it */
function decode(url: string, onDecoded: () => void): () => void {
  let isCancelled = false
  const image = new Image()
  image.src = url
  // After a failure the rendition stays.
  image.decode().then(
    () => !isCancelled && onDecoded(),
    () => undefined,
  )
  return () => {
    isCancelled = true
    image.src = ''
  }
}

/** Whether the customer has asked the browser to save data. TypeScript does not know this part of `navigator`. */
function isSavingData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}
