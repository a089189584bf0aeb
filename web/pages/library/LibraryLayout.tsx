import { Suspense, lazy, useEffect, useEffectEvent, useState } from 'react'
import { type PreloadedQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import { Outlet, useLoaderData, useLocation, useMatch } from 'react-router-dom'
import type { LibraryLayoutQuery } from '../../__generated__/LibraryLayoutQuery.graphql.ts'
import { useAnswer } from '../../relay/useAnswer.ts'
import { useReleaseOnLeave } from '../../relay/useReleaseOnLeave.ts'
import { useIsFirstViewShown } from '../../shared/firstView.ts'
import { useEveryChange } from '../../shared/LibraryEvents.ts'
import { timelinePath } from '../../shared/paths.ts'
import { BannerSpace } from './BannerSpace.tsx'
import { LibraryHeader } from './LibraryHeader.tsx'
import { LibraryTabs, LibraryTabsWithoutCounts } from './LibraryTabs.tsx'
import { ToolsSlotContext } from './months/scrubber/toolsSlot.ts'
import { hasPrintOrder } from './photo-actions/print-order/orderAddress.ts'
import styles from './LibraryLayout.module.css'

const LibraryTools = lazy(async () => ({ default: (await import('./LibraryTools.tsx')).LibraryTools }))

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

/** My photos: the header, the tabs, and the page of the open tab. */
export function LibraryLayout() {
  // The route's loader returns this; the router does not know its type.
  const loaded = useLoaderData() as PreloadedQuery<LibraryLayoutQuery>
  useReleaseOnLeave(loaded)
  const { reference, ask } = useAnswer<LibraryLayoutQuery>(query, loaded.variables, loaded)
  useEveryChange(() => void ask())
  const isFirstViewShown = useIsFirstViewShown()
  const isTimeline = useMatch(timelinePath) !== null
  const isOrdering = hasPrintOrder(useLocation().search) && isTimeline
  // True until the count says otherwise, so that no control appears late.
  const [hasPhotos, setHasPhotos] = useState(true)
  const [toolsSlot, setToolsSlot] = useState<HTMLElement | null>(null)
  const [storageSlot, setStorageSlot] = useState<HTMLElement | null>(null)
  return (
    <div className={styles.page}>
      <LibraryHeader hasPhotos={hasPhotos} storageSlot={setStorageSlot} />
      {reference ? (
        <CountedTabs queryReference={reference} onCount={(count) => setHasPhotos(count > 0)} />
      ) : (
        <LibraryTabsWithoutCounts />
      )}
      {!isOrdering && <BannerSpace isTimeline={isTimeline} buttonSlot={storageSlot} />}
      {isTimeline && (
        <div className={styles.tools}>
          {isFirstViewShown && hasPhotos && (
            <Suspense fallback={null}>
              <LibraryTools slot={setToolsSlot} />
            </Suspense>
          )}
        </div>
      )}
      <ToolsSlotContext value={toolsSlot}>
        <Outlet />
      </ToolsSlotContext>
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
