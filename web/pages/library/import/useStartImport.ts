import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { useStartImportMutation } from '../../../__generated__/useStartImportMutation.graphql.ts'
import { useAppMutation } from '../../../relay/useAppMutation.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { refreshActivation } from './WithActivation.tsx'

const mutation = graphql`
  mutation useStartImportMutation($input: StartImportInput!) {
    startImport(input: $input) {
      __typename
      ... on StartImportSuccess {
        library {
          activation {
            ...ImportFollower_activation
            ...ImportNotice_activation
          }
        }
      }
      ... on NothingToImport {
        __typename
      }
      ... on LibraryNotFound {
        __typename
      }
    }
  }
`

/** The element that gets the focus when the import has started, because the pressed button unmounts. */
export const importStatusId = 'import-status'

export type ImportStart = 'initial' | 'pending' | 'failed'

/** Starts or resumes the import of the older library. */
export function useStartImport(libraryId: string): readonly [state: ImportStart, start: () => Promise<void>] {
  const { environment } = useSession()
  const [run] = useAppMutation<useStartImportMutation>(mutation)
  const [state, setState] = useState<ImportStart>('initial')
  const start = async () => {
    setState('pending')
    const outcome = await run({ variables: { input: { libraryId } } })
    const kind = outcome.kind === 'answered' ? outcome.response.startImport.__typename : null
    // Another device has imported the remaining files meanwhile: fetch the result.
    if (kind === 'NothingToImport') refreshActivation(environment)
    const isStarted = kind === 'StartImportSuccess'
    setState(isStarted || kind === 'NothingToImport' ? 'initial' : 'failed')
    if (isStarted) document.getElementById(importStatusId)?.focus()
  }
  return [state, start]
}
