import { type ReactNode, useEffect, useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import { useLocation, useMatches, useNavigate, useParams } from 'react-router-dom'
import type { AddressedType, FindByAddressQuery } from '../../__generated__/FindByAddressQuery.graphql.ts'
import { addressWith } from './addressWith.ts'
import type { PageRoute } from './PageRoute.ts'

const query = graphql`
  query FindByAddressQuery($type: AddressedType!, $id: String!) @throwOnFieldError {
    addressedNode(type: $type, id: $id) {
      id
    }
  }
`

export interface AddressName {
  readonly type: AddressedType
  /** The parameter of the route that holds the id. */
  readonly parameter: string
  readonly id: string
}

export interface FindByAddressProps extends AddressName {
  /** Shown during the search. */
  readonly waiting: ReactNode
  /** Shown when there is no such object. */
  readonly children: ReactNode
}

/**
 * Shown when an object was not found by its global id. Addresses in older mails have the service's own id: this
 * component replaces it with the global id.
 */
export function FindByAddress({ waiting, children, ...name }: FindByAddressProps) {
  const search = useSearchByAddress(name)
  // The boundary of the page shows the failure with a retry.
  if (search instanceof Error) throw search
  return search === 'missing' ? children : waiting
}

/** Searches for an object that the store does not know, and replaces the address when it has another id. */
export function useSearchByAddress({ type, parameter, id }: AddressName): 'searching' | 'missing' | Error {
  const environment = useRelayEnvironment()
  const replaceId = useReplaceId(parameter)
  // If the store knows the id, its object existed and was deleted: there is nothing to search for.
  const [isNew] = useState(() => environment.getStore().getSource().getStatus(id) === 'UNKNOWN')
  const [answer, setAnswer] = useState<{ readonly found: string | null } | Error | null>(null)
  useEffect(() => {
    if (!isNew) return undefined
    const search = fetchQuery<FindByAddressQuery>(environment, query, { type, id }).subscribe({
      next: ({ addressedNode }) => setAnswer({ found: addressedNode?.id ?? null }),
      error: setAnswer,
    })
    return () => search.unsubscribe()
  }, [environment, isNew, type, id])
  const found = answer instanceof Error || answer?.found === id ? null : (answer?.found ?? null)
  useEffect(() => {
    if (found !== null) replaceId(found)
    // Runs once per answer: `replaceId` depends on the address, which this effect changes.
    // eslint-disable-next-line react/exhaustive-deps
  }, [found])
  if (answer instanceof Error) return answer
  return isNew && (answer === null || found !== null) ? 'searching' : 'missing'
}

function useReplaceId(parameter: string): (id: string) => void {
  const navigate = useNavigate()
  const { search, hash, state } = useLocation()
  const params = useParams()
  // Every route's handle is its page (web/shell/routeObject.ts); the router does not know its type.
  const page = useMatches().at(-1)?.handle as PageRoute | undefined
  return (id) => {
    const pathname = addressWith(page?.path ?? '', { ...params, [parameter]: id })
    void navigate({ pathname, search, hash }, { replace: true, state, preventScrollReset: true })
  }
}
