import { Suspense, lazy, useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { SharedAlbumView_sharedAlbum$key } from '../../../__generated__/SharedAlbumView_sharedAlbum.graphql.ts'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { useAlbumRevision } from '../../../shared/LibraryEvents.ts'
import { sharedAlbumPath } from '../../../shared/paths.ts'
import { usePageTitle } from '../../../shared/usePageTitle.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { AlbumBar } from '../album-frame/AlbumBar.tsx'
import { AlbumPhotos } from '../album-frame/AlbumPhotos.tsx'
import { useAlbumFacts } from '../album-frame/useAlbumFacts.ts'
import { ParticipantsLink } from './ParticipantsLink.tsx'
import { SharedAlbumBanner } from './SharedAlbumBanner.tsx'
import { SharedAlbumMenu } from './SharedAlbumMenu.tsx'

const DeleteSharedAlbumDialog = lazy(async () => ({
  default: (await import('./DeleteSharedAlbumDialog.tsx')).DeleteSharedAlbumDialog,
}))

const fragment = graphql`
  fragment SharedAlbumView_sharedAlbum on SharedAlbum {
    id
    name
    photosCount
    created
    viewerIsOwner
    owner {
      email
    }
    ...ParticipantsLink_sharedAlbum
  }
`

export interface SharedAlbumViewProps {
  readonly sharedAlbum: SharedAlbumView_sharedAlbum$key
  /** Deletes the album for the customer; resolves with true if the deletion succeeded. */
  readonly onDelete: () => Promise<boolean>
}

/** A shared album for viewing and downloading. The owner sees the participants; a participant sees the owner. */
export function SharedAlbumView({ sharedAlbum: key, onDelete }: SharedAlbumViewProps) {
  const { formatMessage } = useIntl()
  const album = useFragment(fragment, key)
  const { id, name, viewerIsOwner, owner, photosCount } = album
  const titleId = useId()
  const revision = useAlbumRevision(id)
  const facts = useAlbumFacts(photosCount ?? null, album.created)
  const [isAsking, setAsking] = useState(false)
  usePageTitle(name)
  const people = viewerIsOwner ? (
    <ParticipantsLink sharedAlbum={album} />
  ) : (
    owner && formatMessage({ id: 'albums.sharedBy' }, { email: owner.email })
  )
  return (
    <>
      <AlbumBar
        titleId={titleId}
        name={name}
        facts={people ? [...facts, people] : facts}
        view={photosCount === 0 ? undefined : 'sharedAlbumPhotos'}
      >
        <SharedAlbumMenu isOwner={viewerIsOwner} hasPhotos={photosCount !== 0} onDelete={() => setAsking(true)} />
      </AlbumBar>
      <SharedAlbumBanner isOwner={viewerIsOwner} />
      <AlbumPhotos
        collection={{ id, count: photosCount ?? 0 }}
        title={name}
        labelledBy={titleId}
        view="sharedAlbumPhotos"
        path={sharedAlbumPath(id)}
        revision={revision}
        toolbar={{ isShared: true }}
        empty={<EmptySharedAlbum />}
        loadFailed={formatMessage({ id: 'album.photosFailed' })}
      />
      {isAsking && (
        <Suspense fallback={null}>
          <DeleteSharedAlbumDialog
            name={name}
            isOwner={viewerIsOwner}
            onConfirm={onDelete}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function EmptySharedAlbum() {
  const { formatMessage } = useIntl()
  useMarkFirstView(true)
  return <EmptyState title={formatMessage({ id: 'sharedAlbum.empty' })} />
}
