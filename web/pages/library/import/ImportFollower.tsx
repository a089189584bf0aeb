import { useEffect } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ImportFollower_activation$key } from '../../../__generated__/ImportFollower_activation.graphql.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { noticeEnd } from './importEnd.ts'
import { rememberOlderLibrary, clearPostponement } from './importMemory.ts'
import { importPhase, isWaiting } from './importPhase.ts'
import { useActivationEnd } from './useActivationEnd.tsx'
import { useImportEvents } from './useImportEvents.ts'
import { WithActivation } from './WithActivation.tsx'

const fragment = graphql`
  fragment ImportFollower_activation on Activation {
    status
    import {
      id
      state
      finished
      importedCount
    }
  }
`

/** Follows the import of an older library on every page, whatever device has started it. */
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
  const { id, state, finished, importedCount } = imported ?? {}
  useImportEvents(libraryId, status)
  useActivationEnd(status, state, importedCount)
  const accountId = useSession().signIn.session()?.accountId
  // Stores the state for the next visit: the library and its menu read it until the query is answered.
  useEffect(() => {
    if (accountId === undefined) return
    const phase = importPhase(status, state)
    if (!isWaiting(phase)) clearPostponement()
    const exists = id !== undefined || status === 'NOT_ACTIVE' || status === 'IMPORTING'
    rememberOlderLibrary(accountId, exists, noticeEnd(phase, id, finished))
  }, [accountId, status, id, state, finished])
  return null
}
