import { loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { createOperationDescriptor, getRequest } from 'relay-runtime'
import query, { type TimelinePageQuery } from '../../../__generated__/TimelinePageQuery.graphql.ts'
import type { Session } from '../../../app/Session.ts'
import { timelineVariables } from './timelineVariables.ts'

/**
 * Starts the query of the photos in the order of the address: by date taken their months, by upload their number. Until
 * the months are known, the photos of the first screen come with them.
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
