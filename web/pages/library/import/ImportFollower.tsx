import { useEffect } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ImportFollower_activation$key } from '../../../__generated__/ImportFollower_activation.graphql.ts'
import { useApp } from '../../../app/appContext.ts'
import { toldUntil } from './importEnd.ts'
import { rememberOlderLibrary, takeUpImport } from './importMemory.ts'
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
  const { id, state, finished, importedCount } = imported ?? {}
  useImportEvents(libraryId, status)
  useActivationEnd(status, state, importedCount)
  const accountId = useApp().signIn.session()?.accountId
  // For the next view of the library, and for its menu.
  useEffect(() => {
    if (accountId === undefined) return
    const phase = importPhase(status, state)
    if (!isWaiting(phase)) takeUpImport()
    const isThere = id !== undefined || status === 'NOT_ACTIVE' || status === 'IMPORTING'
    rememberOlderLibrary(accountId, isThere, toldUntil(phase, id, finished))
  }, [accountId, status, id, state, finished])
  return null
}
