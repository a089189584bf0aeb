import { Suspense, useState } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, fetchQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import { useLoaderData } from 'react-router-dom'
import type { SharedAlbumPageQuery } from '../../../__generated__/SharedAlbumPageQuery.graphql.ts'
import { useRetriedQuery } from '../../../relay/useRetriedQuery.ts'
import { useAppNavigate } from '../../../shared/AppLink.tsx'
import { useAlbumsChange } from '../../../shared/LibraryEvents.ts'
import { albumsPath } from '../../../shared/paths.ts'
import { SectionBoundary } from '../../../shared/SectionBoundary.tsx'
import { useApp } from '../../../app/appContext.ts'
import { MissingAlbum } from '../album-frame/MissingAlbum.tsx'
import { GridSkeleton } from '../photo-collection/grid/GridSkeleton.tsx'
import { NoLongerShared } from './NoLongerShared.tsx'
import { SharedAlbumView } from './SharedAlbumView.tsx'
import { useDeleteSharedAlbum } from './useDeleteSharedAlbum.ts'
import styles from './SharedAlbumPage.module.css'

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

/** An album that several people see: its owner, and those who take part. */
export function SharedAlbumPage() {
  const { formatMessage } = useIntl()
  // The route's loader returns this; the router does not know its type.
  const loaded = useLoaderData() as PreloadedQuery<SharedAlbumPageQuery>
  const { reference, retry } = useRetriedQuery<SharedAlbumPageQuery>(query, loaded)
  return (
    <div className={styles.page}>
      <SectionBoundary key={reference.variables.id} message={formatMessage({ id: 'album.loadFailed' })} onRetry={retry}>
        <Suspense fallback={<GridSkeleton />}>
          <LoadedSharedAlbum queryReference={reference} />
        </Suspense>
      </SectionBoundary>
    </div>
  )
}

function LoadedSharedAlbum({ queryReference }: { readonly queryReference: PreloadedQuery<SharedAlbumPageQuery> }) {
  const { environment } = useApp()
  const { variables } = queryReference
  const { id } = variables
  const { node } = usePreloadedQuery<SharedAlbumPageQuery>(query, queryReference)
  useAlbumsChange(({ changedAlbumIds, isMore }) => {
    if (!isMore && !changedAlbumIds.includes(id)) return
    // A failure leaves what was shown; the next change tries again.
    fetchQuery<SharedAlbumPageQuery>(environment, query, variables, { networkCacheConfig: { force: true } }).subscribe(
      {},
    )
  })
  // Whose it was, for when it is gone.
  const [wasOwner, setWasOwner] = useState<boolean | null>(null)
  const isOwner = node?.viewerIsOwner
  if (typeof isOwner === 'boolean' && isOwner !== wasOwner) setWasOwner(isOwner)
  const deletion = useDeletion(id)
  if (node?.sharedAlbum) return <SharedAlbumView sharedAlbum={node.sharedAlbum} onDelete={deletion.run} />
  // It may be known to be gone before the way to the list is there.
  if (deletion.isUnderWay) return <GridSkeleton />
  return wasOwner === null ? <MissingAlbum /> : <NoLongerShared wasOwner={wasOwner} />
}

/** Deletes the album for whoever looks at it, and goes to the list of albums. */
function useDeletion(id: string) {
  const navigate = useAppNavigate()
  const deleteSharedAlbum = useDeleteSharedAlbum()
  const [isUnderWay, setUnderWay] = useState(false)
  const run = async () => {
    setUnderWay(true)
    const isDeleted = await deleteSharedAlbum(id)
    if (isDeleted) navigate(albumsPath)
    else setUnderWay(false)
    return isDeleted
  }
  return { isUnderWay, run }
}
