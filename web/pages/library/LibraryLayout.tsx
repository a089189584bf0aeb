import { useEffect, useEffectEvent, useState } from 'react'
import { type PreloadedQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import { Outlet, useLoaderData, useLocation, useMatch } from 'react-router-dom'
import type { LibraryLayoutQuery } from '../../__generated__/LibraryLayoutQuery.graphql.ts'
import { useAnswer } from '../../relay/useAnswer.ts'
import { useReleaseOnLeave } from '../../relay/useReleaseOnLeave.ts'
import { useEveryChange } from '../../shared/LibraryEvents.ts'
import { timelinePath } from '../../shared/paths.ts'
import { classes } from '../../ui/classes.ts'
import { BannerSpace } from './BannerSpace.tsx'
import { LibraryBar } from './LibraryBar.tsx'
import { LibraryTabs, LibraryTabsWithoutCounts } from './LibraryTabs.tsx'
import { hasPrintOrder } from './photo-actions/print-order/orderAddress.ts'
import styles from './LibraryLayout.module.css'

const query = graphql`
  query LibraryLayoutQuery($hasSharedAlbums: Boolean!) {
    viewer {
      library {
        photosCount
        ...LibraryTabs_library
      }
    }
  }
`

/** The layout of 'My photos': the bar with the tabs, and the page of the open tab. */
export function LibraryLayout() {
  // The route's loader returns this; the router does not know its type.
  const loaded = useLoaderData() as PreloadedQuery<LibraryLayoutQuery>
  useReleaseOnLeave(loaded)
  const { reference, ask } = useAnswer<LibraryLayoutQuery>(query, loaded.variables, loaded)
  useEveryChange(() => void ask())
  const isTimeline = useMatch(timelinePath) !== null
  const isOrdering = hasPrintOrder(useLocation().search) && isTimeline
  // True until the count is known, so that no control appears late.
  const [hasPhotos, setHasPhotos] = useState(true)
  const [storageSlot, setStorageSlot] = useState<HTMLElement | null>(null)
  const tabs = reference ? (
    <CountedTabs queryReference={reference} onCount={(count) => setHasPhotos(count > 0)} />
  ) : (
    <LibraryTabsWithoutCounts />
  )
  return (
    <div className={styles.page}>
      <LibraryBar tabs={tabs} isTimeline={isTimeline} hasPhotos={hasPhotos} storageSlot={setStorageSlot} />
      {!isOrdering && <BannerSpace isTimeline={isTimeline} buttonSlot={storageSlot} />}
      <div className={classes(isTimeline && styles.photos)}>
        <Outlet />
      </div>
    </div>
  )
}

interface CountedTabsProps {
  readonly queryReference: PreloadedQuery<LibraryLayoutQuery>
  /** Called with the number of photos once it is known, and whenever it changes. */
  readonly onCount: (photosCount: number) => void
}

function CountedTabs({ queryReference, onCount }: CountedTabsProps) {
  const { viewer } = usePreloadedQuery<LibraryLayoutQuery>(query, queryReference)
  const photosCount = viewer?.library.photosCount
  const reportCount = useEffectEvent(onCount)
  useEffect(() => {
    if (typeof photosCount === 'number') reportCount(photosCount)
  }, [photosCount])
  return viewer ? <LibraryTabs library={viewer.library} /> : <LibraryTabsWithoutCounts />
}
