import { useEffect, useRef, useState } from 'react'
import { PhotosIcon } from '../../../ui/icons.tsx'
import { thumbnailOf } from './thumbnails.ts'
import styles from './UploadListItem.module.css'

/** A small picture of the photo, or an icon if the browser cannot decode it. */
export function UploadThumbnail({ file }: { readonly file: Blob | null }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    let isGone = false
    const draw = async () => {
      const bitmap = file && (await thumbnailOf(file))
      if (!bitmap || isGone || !canvas.current) return
      canvas.current.width = bitmap.width
      canvas.current.height = bitmap.height
      canvas.current.getContext('2d')?.drawImage(bitmap, 0, 0)
      setDrawn(true)
    }
    void draw()
    return () => {
      isGone = true
    }
  }, [file])
  return (
    <span className={styles.thumbnail} aria-hidden="true">
      {!isDrawn && <PhotosIcon size={20} />}
      <canvas ref={canvas} hidden={!isDrawn} />
    </span>
  )
}
