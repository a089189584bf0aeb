import { loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { createOperationDescriptor, getRequest } from 'relay-runtime'
import query, { type TimelinePageQuery } from '../../../__generated__/TimelinePageQuery.graphql.ts'
import type { Session } from '../../../app/Session.ts'
import { timelineVariables } from './timelineVariables.ts'

/**
 * Starts the timeline's query in the sort order that the address names. In the order by date taken, the query fetches
 * the months; in the order by upload, the number of photos. If the store has no months yet, the query also fetches the
 * photos of the first screen.
 */
export function loadTimeline({ environment }: Session, { request }: LoaderFunctionArgs) {
  const variables = timelineVariables(new URL(request.url).searchParams)
  const months = createOperationDescriptor(getRequest(query), { ...variables, isFirst: false })
  const isFirst = environment.check(months).status !== 'available'
  return loadQuery<TimelinePageQuery>(
    environment,
    query,
    { ...variables, isFirst },
    { fetchPolicy: 'store-and-network' },
  )
}
