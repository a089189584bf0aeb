import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, useRelayEnvironment } from 'react-relay/hooks'
import { useSession } from '../../../../app/sessionContext.ts'
import type { AlbumTrayQuery } from '../../../../__generated__/AlbumTrayQuery.graphql.ts'
import { useFeature } from '../../../../shared/useFeature.ts'
import type { GridPlace } from '../../photo-collection/grid/ViewGrid.ts'
import { useSelection } from '../../photo-collection/selection/SelectionContext.ts'
import { loadAlbumTray } from './loadAlbumTray.ts'
import { type PhotosToCopy, onePhoto, selectedPhotos } from './PhotosToCopy.ts'
import { showDragImage } from './showDragImage.ts'
import { usePhotoDrags } from './usePhotoDrags.ts'

const AlbumTray = lazy(async () => ({ default: (await import('./AlbumTray.tsx')).AlbumTray }))
const CopyToAlbumDialog = lazy(async () => ({ default: (await import('./CopyToAlbumDialog.tsx')).CopyToAlbumDialog }))

export interface PhotoDragTrayProps {
  /** The album that the photos are in. They cannot be copied to it. */
  readonly exceptAlbumId?: string | undefined
}

/** The dragged photos: the whole selection if the photo under the mouse is selected. */
interface Dragged extends PhotosToCopy {
  readonly isSelection: boolean
}

/** Makes photos of the view draggable to albums. The code of the drop targets loads with the first drag. */
export function PhotoDragTray(props: PhotoDragTrayProps) {
  return useFeature('PhotoManagementAlbumViewEnabled') && <Drags {...props} />
}

function Drags({ exceptAlbumId }: PhotoDragTrayProps) {
  const { formatMessage } = useIntl()
  const session = useSession()
  const selection = useSelection()
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const [named, setNamed] = useState<Dragged | null>(null)
  const { albums, ask, forget } = useAlbums()
  const draggedFrom = ({ collectionId, photoId }: GridPlace): Dragged =>
    selection.isSelected(collectionId, photoId)
      ? { ...selectedPhotos(session, selection), isSelection: true }
      : { ...onePhoto(photoId), isSelection: false }
  const end = () => {
    setDragged(null)
    forget()
  }
  usePhotoDrags({
    onStart: (place, event) => {
      // Photos that are being selected for prints or for an album cannot be dragged.
      if (selection.purpose !== null && selection.purpose !== 'actions') return false
      const photos = draggedFrom(place)
      showDragImage(event, formatMessage({ id: 'timeline.photosCount' }, { count: photos.amount }))
      setDragged(photos)
      ask()
      return true
    },
    onEnd: end,
  })
  const stopSelecting = ({ isSelection }: Dragged) => {
    if (isSelection) selection.stop()
  }
  return (
    <Suspense fallback={null}>
      {dragged && albums && (
        <AlbumTray
          queryReference={albums}
          photos={dragged}
          exceptAlbumId={exceptAlbumId}
          onCopied={() => stopSelecting(dragged)}
          onNew={() => setNamed(dragged)}
          onDropped={end}
        />
      )}
      {named && (
        <CopyToAlbumDialog isNew photos={named} onCopied={() => stopSelecting(named)} onClose={() => setNamed(null)} />
      )}
    </Suspense>
  )
}

/** The query of the albums to drop on, while photos are dragged. */
function useAlbums() {
  const environment = useRelayEnvironment()
  const [albums, setAlbums] = useState<PreloadedQuery<AlbumTrayQuery> | null>(null)
  const latest = useRef<typeof albums>(null)
  const forget = () => {
    latest.current?.dispose()
    latest.current = null
    setAlbums(null)
  }
  useEffect(() => () => latest.current?.dispose(), [])
  const ask = () => {
    latest.current?.dispose()
    latest.current = loadAlbumTray(environment)
    setAlbums(latest.current)
  }
  return { albums, ask, forget }
}
