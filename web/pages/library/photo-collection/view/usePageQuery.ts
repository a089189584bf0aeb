import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type PreloadedQuery, fetchQuery, loadQuery, useRelayEnvironment } from 'react-relay/hooks'
import type { FetchPolicy } from 'relay-runtime'
import query, { type CollectionPageQuery } from '../../../../__generated__/CollectionPageQuery.graphql.ts'
import type { PhotoSort } from '../sorting/sortPreference.ts'
import type { PageMemory, PhotoPage } from '../pages/PageMemory.ts'

/** A page that is scrolled past faster than this is not asked for. */
const dwellMilliseconds = 90

/** The query of a page, and how the month was when it was asked. */
export interface LoadedQuery {
  readonly reference: PreloadedQuery<CollectionPageQuery>
  readonly generation: number
}

interface PageQuery {
  /** Null until it is answered, or has failed. */
  readonly loaded: LoadedQuery | null
  readonly retry: () => void
}

/**
 * Asks for a page's photos while it is near the screen, and quietly again when photos have come into its month; what is
 * still on its way when the page leaves is cancelled.
 */
export function usePageQuery(
  monthId: string,
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
    id: monthId,
    after: page.after,
    sortKey: sort?.sortKey ?? null,
    sortOrder: sort?.sortOrder ?? null,
    ...memory.questionFor(page, isRefresh),
  })
  const load = (fetchPolicy: FetchPolicy, of: number, variables = variablesOf(isStale)) => {
    const next: LoadedQuery = {
      reference: loadQuery<CollectionPageQuery>(environment, query, variables, { fetchPolicy }),
      generation: of,
    }
    latest.current = next
    const show = () => {
      if (latest.current !== next) return
      // The first screen is waited for; what comes later may be interrupted.
      if (isRevealed) startTransition(() => setLoaded(next))
      else setLoaded(next)
    }
    // The page is drawn once its photos are there, instead of waiting for them while it is: React puts off what has
    // waited for as long as anything else changes, which is for as long as one scrolls.
    const { source } = next.reference
    if (source) source.subscribe({ complete: show, error: show })
    else show()
  }
  const onNear = useEffectEvent(() => {
    if (isStale) load('network-only', generation)
    else load('store-or-network', generation, { ...variablesOf(false), ...page.asked })
  })
  // What was asked for by a press, or comes by itself, is not just passed by.
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
    // A failure leaves what was shown; the next change tries again.
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
