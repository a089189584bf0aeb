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

/**
 * Leads to the photo that an upload has become: storage's answer names it by an id of its own, which only the gateway
 * knows how to read.
 */
export async function findUploadedPhoto({ environment }: Session, { params, request }: LoaderFunctionArgs) {
  const variables = { imageId: params['imageId'] ?? '' }
  const answer = await fetchQuery<findUploadedPhotoQuery>(environment, query, variables).toPromise()
  // Of a photo that is not in the library, the preview says so, as of any id that leads nowhere.
  const id = answer?.viewer?.library.uploadedPhoto?.id ?? variables.imageId
  return redirect(carryAlong(previewPath(id), new URL(request.url).search))
}
