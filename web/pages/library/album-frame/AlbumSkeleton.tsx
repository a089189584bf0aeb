import { GridSkeleton } from '../photo-collection/view/GridSkeleton.tsx'
import { AlbumBar } from './AlbumBar.tsx'
import { PhotosBelowBar } from './PhotosBelowBar.tsx'

/** Shown until an album is loaded. */
export function AlbumSkeleton() {
  return (
    <>
      <AlbumBar />
      <PhotosBelowBar>
        <GridSkeleton isUntitled />
      </PhotosBelowBar>
    </>
  )
}
