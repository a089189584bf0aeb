import { loadQuery } from 'react-relay/hooks'
import query from '../../../__generated__/TimelinePageQuery.graphql.ts'
import type { TimelinePageQuery } from '../../../__generated__/TimelinePageQuery.graphql.ts'
import type { App } from '../../../startup/appContext.ts'

/** Starts the query of the timeline: its months, without their photos. */
export function loadTimeline({ environment }: App) {
  return loadQuery<TimelinePageQuery>(environment, query, {}, { fetchPolicy: 'store-and-network' })
}
