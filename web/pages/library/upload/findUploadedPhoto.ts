import { fetchQuery, graphql } from 'react-relay/hooks'
import { type LoaderFunctionArgs, redirect } from 'react-router-dom'
import type { Environment } from 'relay-runtime'
import type { findUploadedPhotoQuery } from '../../../__generated__/findUploadedPhotoQuery.graphql.ts'
import { albumPath, previewPath, timelinePath } from '../../../shared/paths.ts'
import { carryAlong } from '../../../shared/carryAlong.ts'
import type { Session } from '../../../app/Session.ts'
import { formatSort, sortParameter } from '../photo-collection/sorting/sortPreference.ts'
import { photoHash } from '../photo-collection/view/useSeekToPhoto.ts'

const query = graphql`
  query findUploadedPhotoQuery($imageId: String!) @throwOnFieldError {
    viewer {
      library {
        uploadedPhoto(imageId: $imageId) {
          id
        }
      }
    }
  }
`

/** The order by upload: new photos come first, no matter when they were taken. */
const newestFirst = `?${sortParameter}=${formatSort({ sortKey: 'CREATED', sortOrder: 'DESC' })}`

/**
 * Redirects to an uploaded photo. With `?in`, redirects to the list of all photos by upload; with `?in=<album>`, to
 * that album. The new address names the photo, which then gets the focus.
 */
export async function findUploadedPhoto({ environment }: Session, { params, request }: LoaderFunctionArgs) {
  const imageId = params['imageId'] ?? ''
  const { search, searchParams } = new URL(request.url)
  const albumId = searchParams.get('in')
  if (albumId === null) {
    // If the photo is not in the library, the preview shows its usual notice for unknown ids.
    return redirect(carryAlong(previewPath((await idOf(imageId, environment)) ?? imageId), search))
  }
  const list = (albumId === '' ? timelinePath : albumPath(albumId)) + newestFirst
  // Without the id, the list still shows the new photos, but does not focus this photo.
  const id = await idOf(imageId, environment).catch(() => null)
  return redirect(carryAlong(id === null ? list : list + photoHash(id), search))
}

/** The photo's global id. Storage answers uploads with its own image id, which only the gateway can resolve. */
async function idOf(imageId: string, environment: Environment): Promise<string | null> {
  const answer = await fetchQuery<findUploadedPhotoQuery>(environment, query, { imageId }).toPromise()
  return answer?.viewer?.library.uploadedPhoto?.id ?? null
}
