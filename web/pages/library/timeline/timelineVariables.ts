import type { TimelinePageQuery$variables } from '../../../__generated__/TimelinePageQuery.graphql.ts'
import { smallPageSize } from '../photo-collection/pages/pageSizes.ts'
import { isByMonth, photosSort } from '../photo-collection/sorting/sortPreference.ts'

/**
 * The variables of the timeline's query, if the client has no photos of the timeline yet.
 * @param search the query parameters of the URL; they name the sort order
 */
export function timelineVariables(search: URLSearchParams): TimelinePageQuery$variables {
  const sort = photosSort(search)
  return { ...sort, isByMonth: isByMonth(sort), isFirst: true, photos: smallPageSize }
}
