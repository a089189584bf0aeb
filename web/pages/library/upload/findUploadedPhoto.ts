import { fetchQuery, graphql } from 'react-relay/hooks'
import { type LoaderFunctionArgs, redirect } from 'react-router-dom'
import type { findUploadedPhotoQuery } from '../../../__generated__/findUploadedPhotoQuery.graphql.ts'
import { previewPath } from '../../../shared/paths.ts'
import { carryAlong } from '../../../shared/carryAlong.ts'
import type { Session } from '../../../app/Session.ts'

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

/** Redirects to an uploaded photo. Storage answers uploads with its own image id, which only the gateway can resolve. */
export async function findUploadedPhoto({ environment }: Session, { params, request }: LoaderFunctionArgs) {
  const variables = { imageId: params['imageId'] ?? '' }
  const answer = await fetchQuery<findUploadedPhotoQuery>(environment, query, variables).toPromise()
  // If the photo is not in the library, the preview shows its usual notice for unknown ids.
  const id = answer?.viewer?.library.uploadedPhoto?.id ?? variables.imageId
  return redirect(carryAlong(previewPath(id), new URL(request.url).search))
}
