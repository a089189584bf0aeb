import { type PreloadedQuery, loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import informationQuery, { type InformationPanelQuery } from '../../../__generated__/InformationPanelQuery.graphql.ts'
import renditionQuery, { type PhotoRenditionQuery } from '../../../__generated__/PhotoRenditionQuery.graphql.ts'
import photoQuery, { type PreviewPageQuery } from '../../../__generated__/PreviewPageQuery.graphql.ts'
import type { Session } from '../../../app/Session.ts'
import { viewSort } from '../photo-collection/sorting/sortPreference.ts'
import type { PhotoWindow } from './PhotoWindow.ts'
import { photoWindow } from './photoWindows.ts'
import { isPanelAddress } from './previewAddress.ts'
import {
  type PreviewOrigin,
  albumOrigin,
  albumPickerOrigin,
  libraryOrigin,
  sharedAlbumOrigin,
} from './previewOrigin.ts'

export interface PreviewData {
  /** The query has only fields that a tile fetches too, so that a photo opened from a tile is shown at once. */
  readonly photo: PreloadedQuery<PreviewPageQuery>
  /** The large picture, in a query of its own: if it fails, the rest is still shown. */
  readonly rendition: PreloadedQuery<PhotoRenditionQuery>
  /** The data of the open panel; null while it is closed. */
  readonly information: PreloadedQuery<InformationPanelQuery> | null
  readonly window: PhotoWindow
  readonly origin: PreviewOrigin
}

/** Starts the queries for the view of a photo of the library. */
export function loadLibraryPreview(session: Session, route: LoaderFunctionArgs): PreviewData {
  return loadPreview(session, route, libraryOrigin)
}

/** Starts the queries for the view of a photo in the album picker. */
export function loadAlbumPickerPreview(session: Session, route: LoaderFunctionArgs): PreviewData {
  return loadPreview(session, route, albumPickerOrigin(route.params['albumId'] ?? ''))
}

/** Starts the queries for the view of a photo of the viewer's own album. */
export function loadAlbumPreview(session: Session, route: LoaderFunctionArgs): PreviewData {
  return loadPreview(session, route, albumOrigin(route.params['albumId'] ?? ''))
}

/** Starts the queries for the view of a photo of a shared album. */
export function loadSharedAlbumPreview(session: Session, route: LoaderFunctionArgs): PreviewData {
  return loadPreview(session, route, sharedAlbumOrigin(route.params['sharedAlbumId'] ?? ''))
}

function loadPreview(session: Session, { params, request }: LoaderFunctionArgs, origin: PreviewOrigin): PreviewData {
  const { environment } = session
  const id = params['id'] ?? ''
  const { searchParams, search } = new URL(request.url)
  const window = photoWindow(session, origin, viewSort(origin.view, searchParams))
  window.moveTo(id)
  return {
    photo: loadQuery<PreviewPageQuery>(environment, photoQuery, { id }),
    rendition: loadQuery<PhotoRenditionQuery>(environment, renditionQuery, { id }),
    information: isPanelAddress(search)
      ? loadQuery<InformationPanelQuery>(environment, informationQuery, { id })
      : null,
    window,
    origin,
  }
}
