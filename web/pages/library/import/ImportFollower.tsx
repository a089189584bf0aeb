import { graphql, useFragment } from 'react-relay/hooks'
import type { ImportFollower_activation$key } from '../../../__generated__/ImportFollower_activation.graphql.ts'
import { useActivationEnd } from './useActivationEnd.tsx'
import { useImportEvents } from './useImportEvents.ts'
import { WithActivation } from './WithActivation.tsx'

const fragment = graphql`
  fragment ImportFollower_activation on Activation {
    status
    import {
      state
      importedCount
    }
  }
`

/** Follows the bringing in of an older library, on whatever page and from whatever device it was started. */
export function ImportFollower() {
  return (
    <WithActivation>
      {(activation, libraryId) => <Following libraryId={libraryId} activation={activation} />}
    </WithActivation>
  )
}

interface FollowingProps {
  readonly libraryId: string
  readonly activation: ImportFollower_activation$key
}

function Following({ libraryId, activation }: FollowingProps) {
  const { status, import: imported } = useFragment(fragment, activation)
  useImportEvents(libraryId, status)
  useActivationEnd(status, imported?.state, imported?.importedCount)
  return null
}
