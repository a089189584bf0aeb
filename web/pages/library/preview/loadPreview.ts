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
  sharedAlbumOrigin,
  timelineOrigin,
} from './previewOrigin.ts'

/** What the full-screen view is made of. */
export interface PreviewData {
  /** What a tile knows too, so that a photo opened from one is shown at once. */
  readonly photo: PreloadedQuery<PreviewPageQuery>
  /** The large picture, asked for apart: when it cannot be had, the rest is shown. */
  readonly rendition: PreloadedQuery<PhotoRenditionQuery>
  /** What the open panel tells; null while it is closed. */
  readonly information: PreloadedQuery<InformationPanelQuery> | null
  readonly window: PhotoWindow
  readonly origin: PreviewOrigin
}

/** Starts what the view of a photo of the timeline needs. */
export function loadTimelinePreview(session: Session, route: LoaderFunctionArgs): PreviewData {
  return loadPreview(session, route, timelineOrigin)
}

/** The same for a photo that may be chosen for an album. */
export function loadAlbumPickerPreview(session: Session, route: LoaderFunctionArgs): PreviewData {
  return loadPreview(session, route, albumPickerOrigin(route.params['albumId'] ?? ''))
}

/** The same for a photo of an album of one's own. */
export function loadAlbumPreview(session: Session, route: LoaderFunctionArgs): PreviewData {
  return loadPreview(session, route, albumOrigin(route.params['albumId'] ?? ''))
}

/** The same for a photo of a shared album. */
export function loadSharedAlbumPreview(session: Session, route: LoaderFunctionArgs): PreviewData {
  return loadPreview(session, route, sharedAlbumOrigin(route.params['sharedAlbumId'] ?? ''))
}

/** Starts what the view needs of a photo; what the store knows is not asked for again. */
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
