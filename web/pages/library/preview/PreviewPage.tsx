import { Suspense, lazy, useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import { useLoaderData } from 'react-router-dom'
import type { PreviewPageQuery } from '../../../__generated__/PreviewPageQuery.graphql.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { useLoadedQuery } from '../../../relay/useLoadedQuery.ts'
import { useAlbumsChange, useEveryChange, useRemovedAlbums, useRemovedPhotos } from '../../../shared/LibraryEvents.ts'
import { FindByAddress, useSearchByAddress } from '../../../shared/page/FindByAddress.tsx'
import { QuerySection } from '../../../shared/QuerySection.tsx'
import { usePrintOrder } from '../photo-actions/print-order/usePrintOrder.ts'
import { hiddenPhotosOf } from '../photo-collection/hidden/HiddenPhotos.ts'
import { StepTransition } from './StepTransition.ts'
import { MissingPhoto, RemovedAlbum, RemovedPhoto } from './MissingPhoto.tsx'
import { type PhotoViewProps, PhotoView } from './PhotoView.tsx'
import { type PreviewDialog, panelId } from './PreviewBar.tsx'
import { PreviewDialogs } from './PreviewDialogs.tsx'
import { PreviewFrame } from './PreviewFrame.tsx'
import { type PreviewOrigin, isSharedOrigin } from './previewOrigin.ts'
import type { PhotoWindow } from './PhotoWindow.ts'
import { useClosePreview } from './useClosePreview.ts'
import { useDeparture } from './useDeparture.ts'
import { usePanel } from './usePanel.ts'
import { type PreviewSteps, usePreviewSteps } from './usePreviewSteps.ts'
import { useShownPhoto } from './useShownPhoto.ts'
import { successorOf } from './successorOf.ts'
import styles from './PreviewPage.module.css'

const PrintTransferDialogs = lazy(async () => ({
  default: (await import('../photo-actions/print-order/PrintTransferDialogs.tsx')).PrintTransferDialogs,
}))
const InformationPanel = lazy(async () => ({ default: (await import('./InformationPanel.tsx')).InformationPanel }))

const query = graphql`
  query PreviewPageQuery($id: ID!) @throwOnFieldError {
    photo: node(id: $id) {
      ...PhotoView_photo @alias(as: "view")
    }
  }
`

/** A photo of the timeline or of an album, full screen. The user can step to its neighbours. */
export function PreviewPage() {
  const { formatMessage } = useIntl()
  const loaded = useShownPhoto(useLoaderData())
  const { window, information, origin } = loaded
  const page = useLoadedQuery<PreviewPageQuery>(query, loaded.photo)
  const { id } = page.loaded.variables
  const panel = usePanel(id, information !== null)
  const close = useClosePreview(id, origin, panel.isClosing)
  const steps = usePreviewSteps(id, window, panel.isClosing)
  const [announcement, setAnnouncement] = useState('')
  const [missing, setMissing] = useState<string | null>(null)
  const [dialog, setDialog] = useState<{ readonly name: PreviewDialog; readonly photoId: string } | null>(null)
  const { order, isTransferring } = usePrintOrder()
  const [transition] = useState(() => new StepTransition())
  useEffect(() => {
    window.moveTo(id)
    return window.close
    // `id` is not a dependency, because a step to a neighbour calls `window.moveTo` itself.
    // eslint-disable-next-line react/exhaustive-deps
  }, [window])
  useListChanges(window, origin.collectionId)
  const isAlbumGone = useAlbumChanges(origin, page.refresh)
  const depart = useDeparture(id)
  const leave = () =>
    depart(async () => {
      const successor = await successorOf(id, window)
      if (!successor) return await close()
      await steps.goTo(successor.id)
      return true
    })
  return (
    <PreviewFrame
      exists={missing !== id}
      isShared={isSharedOrigin(origin)}
      steps={steps}
      panel={panel}
      isCovered={dialog !== null || isTransferring}
      announcement={announcement}
      onClose={() => void close()}
      onOpenDialog={(name) => setDialog({ name, photoId: id })}
      onOrder={() => void order(async () => [id], 1)}
      aside={
        information &&
        missing !== id && (
          <Suspense fallback={null}>
            <InformationPanel
              id={panelId}
              queryReference={information}
              consumeFocusRequest={panel.consumeFocusRequest}
              onClose={panel.toggle}
            />
          </Suspense>
        )
      }
    >
      <QuerySection key={id} query={page} failure={formatMessage({ id: 'preview.loadFailed' })} skeleton={<Loading />}>
        <LoadedPreview
          queryReference={page.reference}
          rendition={loaded.rendition}
          steps={steps}
          isRemoved={window.isRemoved(id)}
          origin={origin}
          isAlbumGone={isAlbumGone}
          transition={transition}
          onClose={() => void close()}
          onShown={setAnnouncement}
          onMissing={setMissing}
        />
      </QuerySection>
      <PreviewDialogs dialog={dialog} origin={origin} onClose={() => setDialog(null)} onDelete={leave} />
      <Suspense fallback={null}>
        <PrintTransferDialogs />
      </Suspense>
    </PreviewFrame>
  )
}

/** Updates the photo window when photos are added to its list or removed from the list. */
function useListChanges(window: PhotoWindow, collectionId: string | null): void {
  useRemovedPhotos(window.remove)
  useEveryChange(({ hasPhotoChanges, hasUnlistedChanges, changedAlbumIds }) => {
    // Changes inside an album are reported as changes of the album.
    const isOfList =
      collectionId === null ? hasPhotoChanges : hasUnlistedChanges || changedAlbumIds.includes(collectionId)
    if (isOfList) window.refresh()
  })
  const session = useSession()
  useEffect(() => hiddenPhotosOf(session).subscribe(window.goneChanged), [session, window])
}

/**
 * Returns whether the album was deleted while one of its photos is open. Other people's photos may be viewed only while
 * they are in a shared album, so the photo is fetched again whenever that album changes.
 */
function useAlbumChanges(origin: PreviewOrigin, refresh: () => void): boolean {
  const { collectionId } = origin
  const [gone, setGone] = useState<string | null>(null)
  useRemovedAlbums((albumIds) => {
    if (collectionId !== null && albumIds.includes(collectionId)) setGone(collectionId)
  })
  useAlbumsChange(({ hasUnlistedChanges, changedAlbumIds }) => {
    if (collectionId === null || !isSharedOrigin(origin)) return
    if (hasUnlistedChanges || changedAlbumIds.includes(collectionId)) refresh()
  })
  return gone !== null && gone === collectionId
}

interface LoadedPreviewProps extends Pick<PhotoViewProps, 'rendition' | 'transition' | 'onShown'> {
  readonly queryReference: PreloadedQuery<PreviewPageQuery>
  readonly steps: PreviewSteps
  /** Whether the photo was deleted elsewhere while it was shown. */
  readonly isRemoved: boolean
  readonly origin: PreviewOrigin
  /** Whether the album of the photo was deleted while the photo was shown. */
  readonly isAlbumGone: boolean
  readonly onClose: () => void
  readonly onMissing: (id: string) => void
}

function LoadedPreview(props: LoadedPreviewProps) {
  const { queryReference, steps, isRemoved, origin, isAlbumGone, onClose, onMissing, ...rest } = props
  const { photo } = usePreloadedQuery<PreviewPageQuery>(query, queryReference)
  const { id } = queryReference.variables
  if (isAlbumGone) return <RemovedAlbum id={id} isShared={isSharedOrigin(origin)} onMissing={onMissing} />
  if (isRemoved) return <RemovedPhoto id={id} steps={steps} onMissing={onMissing} onClose={onClose} />
  if (!photo?.view) {
    return (
      <FindByAddress type="PHOTO" parameter="id" id={id} waiting={<Loading />}>
        <MissingPhoto id={id} onMissing={onMissing} onClose={onClose} />
      </FindByAddress>
    )
  }
  return (
    <>
      {origin.collectionId !== null && <AlbumOfAddress key={origin.collectionId} origin={origin} />}
      <PhotoView
        {...rest}
        photo={photo.view}
        neighbours={steps.neighbours}
        onOutcome={(outcome) => {
          if (outcome === 'close') onClose()
          else steps.step(outcome)
        }}
      />
    </>
  )
}

/**
 * Links in older mails contain the service's own id of the album. Replaces that id in the address with the global id.
 * The photo is shown meanwhile, and stays if there is no such album.
 */
function AlbumOfAddress({ origin }: { readonly origin: PreviewOrigin }) {
  const [type, parameter] = isSharedOrigin(origin)
    ? (['SHARED_ALBUM', 'sharedAlbumId'] as const)
    : (['ALBUM', 'albumId'] as const)
  useSearchByAddress({ type, parameter, id: origin.collectionId ?? '' })
  return null
}

function Loading() {
  const { formatMessage } = useIntl()
  return <p className={styles.loading}>{formatMessage({ id: 'common.loading' })}</p>
}
