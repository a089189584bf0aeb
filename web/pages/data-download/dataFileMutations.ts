import { graphql } from 'react-relay/hooks'
import type { RecordSourceSelectorProxy } from 'relay-runtime'

/** Requests a file with all data. */
export const requestMutation = graphql`
  mutation dataFileMutationsRequestMutation {
    requestDataFile {
      __typename
      ... on RequestDataFileSuccess {
        dataFile {
          ...DataDownload_file
        }
      }
      ... on TooManyDataFiles {
        retryAt
      }
      ... on DataFileNotOffered {
        __typename
      }
      ... on RecentSignInRequired {
        __typename
      }
      ... on CustomerNotFound {
        __typename
      }
    }
  }
`

/** Creates the URL from which the browser downloads a file. */
export const urlMutation = graphql`
  mutation dataFileMutationsUrlMutation($input: CreateDataFileUrlInput!) {
    createDataFileUrl(input: $input) {
      __typename
      ... on CreateDataFileUrlSuccess {
        url
      }
      ... on DataFileNotFound {
        __typename
      }
      ... on DataFileNotReady {
        __typename
      }
      ... on RecentSignInRequired {
        __typename
      }
    }
  }
`

/** Makes the new file the viewer's latest one in the store, because the page reads the file from the viewer. */
export function showRequested(store: RecordSourceSelectorProxy): void {
  const file = store.getRootField('requestDataFile')?.getLinkedRecord('dataFile')
  if (file) store.getRoot().getLinkedRecord('viewer')?.setLinkedRecord(file, 'dataFile')
}

/** Removes the file from the viewer in the store if it no longer exists, so that the page does not show it. */
export function removeIfGone(store: RecordSourceSelectorProxy): void {
  const isGone = store.getRootField('createDataFileUrl')?.getValue('__typename') === 'DataFileNotFound'
  if (isGone) store.getRoot().getLinkedRecord('viewer')?.setValue(null, 'dataFile')
}
