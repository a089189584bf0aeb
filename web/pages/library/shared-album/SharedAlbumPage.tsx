import { useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { SharedAlbumPageQuery } from '../../../__generated__/SharedAlbumPageQuery.graphql.ts'
import type { LoadedQuery } from '../../../relay/useLoadedQuery.ts'
import { useAppNavigate } from '../../../shared/AppLink.tsx'
import { useAlbumsChange } from '../../../shared/LibraryEvents.ts'
import { QuerySection } from '../../../shared/QuerySection.tsx'
import { useRouteQuery } from '../../../shared/page/useRouteQuery.ts'
import { albumsPath } from '../../../shared/paths.ts'
import { useIsMounted } from '../../../shared/useIsMounted.ts'
import { MissingAlbum } from '../album-frame/MissingAlbum.tsx'
import { AlbumSkeleton } from '../album-frame/AlbumSkeleton.tsx'
import { NoLongerShared } from './NoLongerShared.tsx'
import { SharedAlbumView } from './SharedAlbumView.tsx'
import { useDeleteSharedAlbum } from './useDeleteSharedAlbum.ts'
import styles from '../album-frame/AlbumPage.module.css'

const query = graphql`
  query SharedAlbumPageQuery($id: ID!) @throwOnFieldError {
    node(id: $id) {
      ... on SharedAlbum {
        viewerIsOwner
      }
      ...SharedAlbumView_sharedAlbum @alias(as: "sharedAlbum")
    }
  }
`

/** The page of a shared album, for its owner and its participants. */
export function SharedAlbumPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<SharedAlbumPageQuery>(query)
  return (
    <div className={styles.page}>
      <QuerySection
        key={page.loaded.variables.id}
        query={page}
        failure={formatMessage({ id: 'album.loadFailed' })}
        skeleton={<AlbumSkeleton />}
      >
        <LoadedSharedAlbum page={page} />
      </QuerySection>
    </div>
  )
}

function LoadedSharedAlbum({ page }: { readonly page: LoadedQuery<SharedAlbumPageQuery> }) {
  const { id } = page.loaded.variables
  const { node } = usePreloadedQuery<SharedAlbumPageQuery>(query, page.reference)
  useAlbumsChange(({ changedAlbumIds, hasUnlistedChanges }) => {
    if (hasUnlistedChanges || changedAlbumIds.includes(id)) page.refresh()
  })
  // Remembered for the message after the album is deleted.
  const [wasOwner, setWasOwner] = useState<boolean | null>(null)
  const isOwner = node?.viewerIsOwner
  if (typeof isOwner === 'boolean' && isOwner !== wasOwner) setWasOwner(isOwner)
  const deletion = useDeletion(id)
  if (node?.sharedAlbum) return <SharedAlbumView sharedAlbum={node.sharedAlbum} onDelete={deletion.run} />
  // The live event of the deletion may arrive before the mutation's answer.
  if (deletion.isRunning) return <AlbumSkeleton />
  return wasOwner === null ? <MissingAlbum type="SHARED_ALBUM" id={id} /> : <NoLongerShared wasOwner={wasOwner} />
}

/** Deletes the album for the customer and, unless the page was left meanwhile, goes to the list of albums. */
function useDeletion(id: string) {
  const navigate = useAppNavigate()
  const deleteSharedAlbum = useDeleteSharedAlbum()
  const [isRunning, setRunning] = useState(false)
  const isMounted = useIsMounted()
  const run = async () => {
    setRunning(true)
    const isDeleted = await deleteSharedAlbum(id)
    if (!isDeleted) setRunning(false)
    else if (isMounted.current) navigate(albumsPath)
    return isDeleted
  }
  return { isRunning, run }
}
