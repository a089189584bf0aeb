import { loadQuery } from 'react-relay/hooks'
import { createOperationDescriptor, getRequest } from 'relay-runtime'
import type { Disposable, Environment } from 'relay-runtime'
import query from '../../../__generated__/AlbumPageQuery.graphql.ts'
import type { AlbumPageQuery } from '../../../__generated__/AlbumPageQuery.graphql.ts'
import type { App } from '../../../startup/appContext.ts'

const kept = new WeakMap<Environment, Disposable>()

/** Starts the query of an album. */
export function loadAlbum({ environment }: App, id: string) {
  // However many of its photos are looked at meanwhile: coming back finds the page as it was, and its scroll position.
  const present = kept.get(environment)
  kept.set(environment, environment.retain(createOperationDescriptor(getRequest(query), { id })))
  present?.dispose()
  return loadQuery<AlbumPageQuery>(environment, query, { id }, { fetchPolicy: 'store-and-network' })
}
