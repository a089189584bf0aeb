import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type PreloadedQuery, fetchQuery, loadQuery } from 'react-relay/hooks'
import {
  type GraphQLTaggedNode,
  type OperationType,
  type Subscription,
  createOperationDescriptor,
  getRequest,
} from 'relay-runtime'
import { retryLater } from '../app/backoff.ts'
import { perSession } from '../app/Session.ts'
import { useSession } from '../app/sessionContext.ts'
import { useReleaseOnLeave } from './useReleaseOnLeave.ts'

/** The shortest time (ms) between two refreshes of the same query. */
const restMilliseconds = 10_000
/** The time at which each query was last fetched, so that two components do not both refresh it. */
const askedAtOf = perSession(() => new Map<string, number>())

export interface Answer<Query extends OperationType> {
  /** The reference for `usePreloadedQuery`; null until the complete answer has arrived. */
  readonly reference: PreloadedQuery<Query> | null
  readonly hasFailed: boolean
  /** Fetches the data again; the shown answer stays until the new one has arrived. */
  readonly ask: () => Subscription
  /** Fetches the data again because the customer wants it. */
  readonly retry: () => void
  /** True from `retry` until its answer or its failure. */
  readonly isRetrying: boolean
  /** Fetches the data again, unless the query was fetched in the last 10 s. */
  readonly refresh: () => Subscription | undefined
}

export interface AnswerOptions {
  /**
   * True: an answer in which a field has failed counts as a failed refresh. Otherwise the error of the field replaces
   * what the store has, even for pages that show the same field.
   */
  readonly isWhole?: boolean
}

/**
 * Starts or follows the query of a secondary part of a page, such as a header or a banner. It never suspends, because
 * the page would wait for it, and every step of a navigation would render it again. The part appears when its complete
 * answer has arrived; a failed refresh leaves it as it is, and is retried.
 * @param started the query that a route's loader has started; by default the query starts when the component mounts
 */
export function useAnswer<Query extends OperationType>(
  query: GraphQLTaggedNode,
  variables: Query['variables'],
  started?: PreloadedQuery<Query>,
  { isWhole = false }: AnswerOptions = {},
): Answer<Query> {
  const session = useSession()
  const { environment } = session
  const askedAt = askedAtOf(session)
  const [reference, setReference] = useState<PreloadedQuery<Query> | null>(null)
  const [failures, setFailures] = useState(0)
  const [isRetrying, setRetrying] = useState(false)
  const isShown = useRef(false)
  useReleaseOnLeave(reference)
  const operation = () => createOperationDescriptor(getRequest(query), variables)
  const show = () => {
    if (isShown.current) return
    isShown.current = true
    setReference(loadQuery<Query>(environment, query, variables, { fetchPolicy: 'store-only' }))
  }
  const observer = {
    complete: () => {
      setFailures(0)
      show()
    },
    // After a failure the shown answer stays.
    error: () => setFailures((count) => count + 1),
  }
  const fetch = () => {
    askedAt.set(operation().request.identifier, Date.now())
    const networkCacheConfig = { force: true, ...(isWhole && { metadata: { isWhole } }) }
    return fetchQuery<Query>(environment, query, variables, { networkCacheConfig })
  }
  const ask = () => fetch().subscribe(observer)
  const retry = () => {
    setRetrying(true)
    fetch()
      .finally(() => setRetrying(false))
      .subscribe(observer)
  }
  const refresh = () => {
    const time = askedAt.get(operation().request.identifier)
    return time !== undefined && Date.now() - time < restMilliseconds ? undefined : ask()
  }
  const begin = useEffectEvent(() => {
    if (environment.check(operation()).status === 'available') show()
    if (started?.source) return started.source.subscribe(observer)
    return isShown.current ? refresh() : ask()
  })
  useEffect(() => {
    const asked = begin()
    return () => asked?.unsubscribe()
  }, [])
  const askAgain = useEffectEvent(() => void ask())
  useEffect(() => {
    if (failures === 0) return undefined
    return retryLater(failures - 1, () => askAgain())
  }, [failures])
  return { reference, hasFailed: failures > 0, ask, retry, isRetrying, refresh }
}
