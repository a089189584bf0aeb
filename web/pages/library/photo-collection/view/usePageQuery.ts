import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type PreloadedQuery, fetchQuery, loadQuery, useRelayEnvironment } from 'react-relay/hooks'
import type { FetchPolicy } from 'relay-runtime'
import query, { type CollectionPageQuery } from '../../../../__generated__/CollectionPageQuery.graphql.ts'
import type { PhotoSort } from '../sorting/sortPreference.ts'
import type { PageMemory, PhotoPage } from '../pages/PageMemory.ts'

/** A page that leaves the screen within this time (ms) is not requested. */
const dwellMilliseconds = 90

/** The query of a page, and the collection's generation when it was sent. */
export interface LoadedQuery {
  readonly reference: PreloadedQuery<CollectionPageQuery>
  readonly generation: number
}

interface PageQuery {
  /** Null until the query is answered or has failed. */
  readonly loaded: LoadedQuery | null
  readonly retry: () => void
}

/**
 * Asks for a page's photos when it is near the screen, and again in the background when the collection has changed. A
 * request is cancelled when the page is no longer near the screen.
 */
export function usePageQuery(
  collectionId: string,
  memory: PageMemory,
  page: PhotoPage,
  generation: number,
  isRevealed: boolean,
  sort?: PhotoSort,
): PageQuery {
  const environment = useRelayEnvironment()
  const [loaded, setLoaded] = useState<LoadedQuery | null>(null)
  const latest = useRef<LoadedQuery | null>(null)
  const isStale = page.isLoaded && page.generation !== generation
  const variablesOf = (isRefresh: boolean) => ({
    id: collectionId,
    after: page.after,
    sortKey: sort?.sortKey ?? null,
    sortOrder: sort?.sortOrder ?? null,
    ...memory.requestFor(page, isRefresh),
  })
  const load = (fetchPolicy: FetchPolicy, of: number, variables = variablesOf(isStale)) => {
    const next: LoadedQuery = {
      reference: loadQuery<CollectionPageQuery>(environment, query, variables, { fetchPolicy }),
      generation: of,
    }
    latest.current = next
    const show = () => {
      if (latest.current !== next) return
      // The first screen is urgent; drawing later pages may be interrupted.
      if (isRevealed) startTransition(() => setLoaded(next))
      else setLoaded(next)
    }
    // The page is drawn after its photos are loaded instead of suspending: React postpones a suspended component while
    // other components change, that is, as long as the customer scrolls.
    const { source } = next.reference
    if (source) source.subscribe({ complete: show, error: show })
    else show()
  }
  const onNear = useEffectEvent(() => {
    if (isStale) load('network-only', generation)
    else load('store-or-network', generation, { ...variablesOf(false), ...page.asked })
  })
  // A page that was added by a press or automatically is requested at once, because the customer does not merely scroll
  // past it.
  const isPassed = isRevealed && (page.isLoaded || page.after === null)
  const dwell = useRef(isPassed ? dwellMilliseconds : 0)
  useEffect(() => {
    const timer = setTimeout(() => onNear(), dwell.current)
    return () => {
      clearTimeout(timer)
      latest.current?.reference.dispose()
      latest.current = null
    }
  }, [])

  const refresh = useEffectEvent((of: number) => {
    const variables = variablesOf(true)
    // After a failure the shown photos stay. The next change of the collection fetches them again.
    return fetchQuery<CollectionPageQuery>(environment, query, variables, {
      networkCacheConfig: { force: true },
    }).subscribe({
      complete: () => startTransition(() => load('store-only', of, variables)),
    })
  })
  const isOutdated = loaded !== null && loaded.generation !== generation && isStale
  useEffect(() => {
    if (!isOutdated) return undefined
    const refreshing = refresh(generation)
    return () => refreshing.unsubscribe()
  }, [isOutdated, generation])

  return {
    loaded,
    retry: () => {
      latest.current?.reference.dispose()
      setLoaded(null)
      load('network-only', generation)
    },
  }
}
