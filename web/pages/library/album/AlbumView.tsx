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
import { CollectionHeader } from '../album-frame/CollectionHeader.tsx'
import { CollectionPhotos } from '../photo-collection/pages/CollectionPhotos.tsx'
import { CollectionTools } from '../album-frame/CollectionTools.tsx'
import { useCollectionFacts } from '../album-frame/useCollectionFacts.ts'
import { AddPhotosButton, AddPhotosTile } from './AddPhotos.tsx'
import { AlbumDialogs } from './AlbumDialogs.tsx'
import { AlbumMenu, RenameButton } from './AlbumMenu.tsx'
import { EmptyAlbum } from './EmptyAlbum.tsx'
import { useAlbumDialog } from './useAlbumDialog.ts'

const PhotoDragTray = lazy(async () => ({
  default: (await import('../photo-actions/copy-to-album/PhotoDragTray.tsx')).PhotoDragTray,
}))

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

/** An album with what can be done with it. One that is shared, where shared albums are switched off, can be looked at only. */
export function AlbumView({ album: key }: AlbumViewProps) {
  const { formatMessage } = useIntl()
  const album = useFragment(fragment, key)
  const { id, name, isShared } = album
  const photosCount = album.photosCount ?? null
  const titleId = useId()
  const revision = useAlbumRevision(id)
  const facts = useCollectionFacts(photosCount, album.created)
  const { dialog, open, close } = useAlbumDialog()
  const isFirstViewShown = useIsFirstViewShown()
  const navigate = useAppNavigate()
  usePageTitle(name)
  useUploadsFor(isShared ? null : id, name)
  const add = { album: { id, name } }
  return (
    <>
      <CollectionHeader
        titleId={titleId}
        name={name}
        rename={!isShared && <RenameButton onPress={() => open('rename')} />}
        facts={facts}
        actions={
          !isShared && (
            <>
              {photosCount !== 0 && <AddPhotosButton {...add} />}
              <AlbumMenu onDelete={() => open('delete')} />
            </>
          )
        }
      />
      <CollectionPhotos
        collection={{ id, count: photosCount ?? 0 }}
        title={name}
        labelledBy={titleId}
        view="albumPhotos"
        path={albumPath(id)}
        revision={revision}
        toolbar={isShared ? { isShared } : { album: { id } }}
        tools={<CollectionTools view="albumPhotos" />}
        {...(!isShared && { lead: <AddPhotosTile {...add} /> })}
        empty={<EmptyAlbum>{!isShared && <AddPhotosButton {...add} />}</EmptyAlbum>}
        loadFailed={formatMessage({ id: 'album.photosFailed' })}
      />
      <AlbumDialogs name={dialog} album={{ id, name }} onClose={close} onDeleted={() => navigate(albumsPath)} />
      {isFirstViewShown && !isShared && (
        <Suspense fallback={null}>
          <PhotoDragTray exceptAlbumId={id} />
        </Suspense>
      )}
    </>
  )
}

/** What is uploaded while an album is shown is meant for it. */
function useUploadsFor(id: string | null, name: string): void {
  const { offerAlbum } = useUpload()
  useEffect(() => (id === null ? undefined : offerAlbum({ id, name })), [offerAlbum, id, name])
}
