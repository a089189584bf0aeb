import { PhotoDragTray } from '../photo-actions/copy-to-album/PhotoDragTray.tsx'
import { PrintOrder } from '../photo-actions/print-order/PrintOrder.tsx'
import type { SelectableCollection } from '../photo-collection/selection/Selection.ts'

/** Adds what an album needs after its photos are shown: print orders and dragging. */
export function AlbumCompanions({ album }: { readonly album: SelectableCollection }) {
  return (
    <>
      <PrintOrder album={album} />
      <PhotoDragTray exceptAlbumId={album.id} />
    </>
  )
}
