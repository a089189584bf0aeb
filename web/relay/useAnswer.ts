import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type PreloadedQuery, fetchQuery, loadQuery } from 'react-relay/hooks'
import {
  type GraphQLTaggedNode,
  type OperationType,
  type Subscription,
  createOperationDescriptor,
  getRequest,
} from 'relay-runtime'
import { perSession } from '../app/Session.ts'
import { useSession } from '../app/sessionContext.ts'
import { useReleaseOnLeave } from './useReleaseOnLeave.ts'

/** Whoever goes to and fro does not ask more often than this. */
const restMilliseconds = 10_000
/** What failed is asked for again after this long, then after twice as long, and so on … */
const firstPauseMilliseconds = 4_000
/** … so many times. */
const mostRetries = 4

/** When each query was asked last, so that what shows the same answer does not ask for it again. */
const askedAtOf = perSession(() => new Map<string, number>())

export interface Answer<Query extends OperationType> {
  /** What the answer is read by; null until all of it is there. */
  readonly reference: PreloadedQuery<Query> | null
  readonly hasFailed: boolean
  /** Asks the network again; what is shown stays until that has answered. */
  readonly ask: () => Subscription
  /** The same, unless it was asked a moment ago. */
  readonly refresh: () => Subscription | undefined
}

/**
 * The query of what stands beside a page. Such a part never suspends: it would be rendered again with every step of a
 * navigation, and the page would wait for it. It comes when all of its answer is there, stays when asking again fails,
 * and what fails is asked again by itself.
 * @param started the query that a route's loader has started; without it, it is asked when its component comes
 */
export function useAnswer<Query extends OperationType>(
  query: GraphQLTaggedNode,
  variables: Query['variables'],
  started?: PreloadedQuery<Query>,
): Answer<Query> {
  const session = useSession()
  const { environment } = session
  const askedAt = askedAtOf(session)
  const [reference, setReference] = useState<PreloadedQuery<Query> | null>(null)
  const [failures, setFailures] = useState(0)
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
    // A failure leaves what was shown.
    error: () => setFailures((count) => count + 1),
  }
  const ask = () => {
    askedAt.set(operation().request.identifier, Date.now())
    const config = { networkCacheConfig: { force: true } }
    return fetchQuery<Query>(environment, query, variables, config).subscribe(observer)
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
  const retry = useEffectEvent(() => void ask())
  useEffect(() => {
    if (failures === 0 || failures > mostRetries) return undefined
    // What failed together does not all come back at the same moment.
    const pause = firstPauseMilliseconds * 2 ** (failures - 1) * (1 + Math.random() / 4)
    const timer = setTimeout(() => retry(), pause)
    return () => clearTimeout(timer)
  }, [failures])
  return { reference, hasFailed: failures > 0, ask, refresh }
}
