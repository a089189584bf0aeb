import { loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import query, { type TimelinePageQuery } from '../../../__generated__/TimelinePageQuery.graphql.ts'
import type { Session } from '../../../app/Session.ts'
import { photosSort } from '../photo-collection/sorting/sortPreference.ts'

/** Starts the query of the timeline: its months in the order of the address, without their photos. */
export function loadTimeline({ environment }: Session, { request }: LoaderFunctionArgs) {
  const sort = photosSort(new URL(request.url).searchParams)
  return loadQuery<TimelinePageQuery>(environment, query, { ...sort }, { fetchPolicy: 'store-and-network' })
}
