import { Suspense } from 'react'
import { fetchQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { PreloadedQuery } from 'react-relay/hooks'
import { Outlet, useLoaderData } from 'react-router-dom'
import type { LibraryLayoutQuery } from '../../__generated__/LibraryLayoutQuery.graphql.ts'
import { useReleaseOnLeave } from '../../relay/useRouteQuery.ts'
import { useLibraryChange } from '../../shared/LibraryEvents.ts'
import { useApp } from '../../startup/appContext.ts'
import { CountsBoundary } from './CountsBoundary.tsx'
import { LibraryHeader } from './LibraryHeader.tsx'
import { LibraryTabs, LibraryTabsWithoutCounts } from './LibraryTabs.tsx'
import styles from './LibraryLayout.module.css'

const query = graphql`
  query LibraryLayoutQuery {
    viewer {
      library {
        ...LibraryTabs_library
      }
    }
  }
`

/** My photos: title, 'Add photos', the tabs, and below them the page of the tab. */
export function LibraryLayout() {
  // The route's loader returns this; the router does not know its type.
  const queryReference = useLoaderData() as PreloadedQuery<LibraryLayoutQuery>
  useReleaseOnLeave(queryReference)
  return (
    <div className={styles.page}>
      <LibraryHeader />
      <CountsBoundary fallback={<LibraryTabsWithoutCounts />}>
        <Suspense fallback={<LibraryTabsWithoutCounts />}>
          <CountedTabs queryReference={queryReference} />
        </Suspense>
      </CountsBoundary>
      <Outlet />
    </div>
  )
}

function CountedTabs({ queryReference }: { readonly queryReference: PreloadedQuery<LibraryLayoutQuery> }) {
  const { viewer } = usePreloadedQuery<LibraryLayoutQuery>(query, queryReference)
  const { environment } = useApp()
  useLibraryChange(() => {
    // A failure leaves the counts as they were; the next change tries again.
    fetchQuery<LibraryLayoutQuery>(environment, query, {}, { networkCacheConfig: { force: true } }).subscribe({})
  })
  return viewer ? <LibraryTabs library={viewer.library} /> : <LibraryTabsWithoutCounts />
}
