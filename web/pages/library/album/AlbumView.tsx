import { Suspense, lazy, useEffect, useId } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { AlbumView_album$key } from '../../../__generated__/AlbumView_album.graphql.ts'
import { useAppNavigate } from '../../../shared/AppLink.tsx'
import { useIsFirstViewShown } from '../../../shared/firstView.ts'
import { useAlbumRevision } from '../../../shared/LibraryEvents.ts'
import { albumPath, albumsPath } from '../../../shared/paths.ts'
import { useUpload } from '../../../shared/uploadContext.ts'
import { usePageTitle } from '../../../shared/usePageTitle.ts'
import { AlbumBar } from '../album-frame/AlbumBar.tsx'
import { AlbumPhotos } from '../album-frame/AlbumPhotos.tsx'
import { useAlbumFacts } from '../album-frame/useAlbumFacts.ts'
import { OrderPrintsButton } from '../photo-actions/print-order/OrderPrintsButton.tsx'
import { AddPhotosButton, type AddPhotosProps, AddPhotosTile } from './AddPhotos.tsx'
import { type AlbumDialogName, AlbumDialogs } from './AlbumDialogs.tsx'
import { AlbumMenu, RenameButton } from './AlbumMenu.tsx'
import { firstClass, wideClass } from '../page-bar/PageBar.tsx'
import { EmptyAlbum } from './EmptyAlbum.tsx'
import { useAlbumDialog } from './useAlbumDialog.ts'

const AlbumCompanions = lazy(async () => ({ default: (await import('./AlbumCompanions.tsx')).AlbumCompanions }))

const fragment = graphql`
  fragment AlbumView_album on Album {
    id
    name
    photosCount
    created
    isShared
  }
`

export interface AlbumViewProps {
  readonly album: AlbumView_album$key
}

/** Shows an album with its actions. A shared album is read-only. It is shown here only if the feature for shared albums is off. */
export function AlbumView({ album: key }: AlbumViewProps) {
  const { formatMessage } = useIntl()
  const album = useFragment(fragment, key)
  const { id, name, isShared } = album
  const photosCount = album.photosCount ?? null
  const titleId = useId()
  const revision = useAlbumRevision(id)
  const facts = useAlbumFacts(photosCount, album.created)
  const { dialog, open, close } = useAlbumDialog()
  const isFirstViewShown = useIsFirstViewShown()
  const navigate = useAppNavigate()
  usePageTitle(name)
  useUploadsFor(isShared ? null : id, name)
  const add = { album: { id, name } }
  const collection = { id, count: photosCount ?? 0 }
  return (
    <>
      <AlbumBar
        titleId={titleId}
        name={name}
        rename={!isShared && <RenameButton onPress={() => open('rename')} />}
        facts={facts}
        view={photosCount === 0 ? undefined : 'albumPhotos'}
        first={!isShared && photosCount !== 0 && <OrderPrintsButton path={albumPath(id)} className={firstClass} />}
      >
        {!isShared && <AlbumActions {...add} hasPhotos={photosCount !== 0} open={open} />}
      </AlbumBar>
      <AlbumPhotos
        collection={collection}
        title={name}
        labelledBy={titleId}
        view="albumPhotos"
        path={albumPath(id)}
        revision={revision}
        toolbar={isShared ? { isShared } : { album: { id } }}
        {...(!isShared && { lead: <AddPhotosTile {...add} /> })}
        empty={<EmptyAlbum>{!isShared && <AddPhotosButton {...add} />}</EmptyAlbum>}
        loadFailed={formatMessage({ id: 'album.photosFailed' })}
      />
      <AlbumDialogs name={dialog} album={{ id, name }} onClose={close} onDeleted={() => navigate(albumsPath)} />
      {isFirstViewShown && !isShared && (
        <Suspense fallback={null}>
          <AlbumCompanions album={collection} />
        </Suspense>
      )}
    </>
  )
}

interface AlbumActionsProps extends AddPhotosProps {
  readonly hasPhotos: boolean
  readonly open: (dialog: AlbumDialogName) => void
}

/** The menu of an album, and the button that adds photos. In an empty album, `EmptyAlbum` shows that button instead. */
function AlbumActions({ album, hasPhotos, open }: AlbumActionsProps) {
  return (
    <>
      <AlbumMenu hasPhotos={hasPhotos} onRename={() => open('rename')} onDelete={() => open('delete')} />
      {hasPhotos && <AddPhotosButton album={album} className={wideClass} />}
    </>
  )
}

/** While the album's page is open, uploaded photos are added to the album. */
function useUploadsFor(id: string | null, name: string): void {
  const { offerAlbum } = useUpload()
  useEffect(() => (id === null ? undefined : offerAlbum({ id, name })), [offerAlbum, id, name])
}
