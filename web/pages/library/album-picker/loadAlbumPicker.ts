import { loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import query, { type AlbumPickerPageQuery } from '../../../__generated__/AlbumPickerPageQuery.graphql.ts'
import type { Session } from '../../../app/Session.ts'
import { isByMonth, photosSort } from '../photo-collection/sorting/sortPreference.ts'

/** Starts the query of the photos that can be added to an album. */
export function loadAlbumPicker({ environment }: Session, { params, request }: LoaderFunctionArgs) {
  const sort = photosSort(new URL(request.url).searchParams)
  const variables = { id: params['albumId'] ?? '', ...sort, isByMonth: isByMonth(sort) }
  return loadQuery<AlbumPickerPageQuery>(environment, query, variables, { fetchPolicy: 'store-and-network' })
}
