import { useEffect, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { RecordSourceSelectorProxy } from 'relay-runtime'
import type { useImportEventsSubscription } from '../../../__generated__/useImportEventsSubscription.graphql.ts'
import { followEvents } from '../../../relay/followEvents.ts'
import { useEveryChange } from '../../../shared/LibraryEvents.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { refreshActivation } from './WithActivation.tsx'

/** The interval at which the activation is polled after an import has finished, until the library is active. */
const settlingMilliseconds = 10_000
/** The interval at which the activation is polled while photos are being deleted: no event reports the end. */
const deletingMilliseconds = 30_000

const subscription = graphql`
  subscription useImportEventsSubscription($after: String) {
    importEvents(after: $after) {
      cursor
      key
      activation {
        __typename
        ...ImportFollower_activation
        ...ImportNotice_activation
      }
    }
  }
`

type Response = useImportEventsSubscription['response']

/** Keeps the activation state of the library up to date while it may change. */
export function useImportEvents(libraryId: string, status: string | null | undefined): void {
  const { environment } = useSession()
  const [isSettling, setSettling] = useState(false)
  // Events are followed in NOT_ACTIVE too, because another tab or device may start the import.
  const isFollowed = status === 'NOT_ACTIVE' || status === 'IMPORTING'
  useEffect(() => {
    if (!isFollowed) return undefined
    return followEvents<useImportEventsSubscription>(environment, {
      subscription,
      variables: (after) => ({ after }),
      cursorOf: ({ importEvents }) => importEvents.cursor,
      updater: (store, response) => applyActivation(store, libraryId, response),
      onNext: ({ importEvents: { key, activation } }) => {
        if (key === 'FINISHED') setSettling(true)
        // The stream has just started, or the event does not contain the current activation.
        else if (!key || key === 'ERROR' || !activation) refreshActivation(environment)
      },
    })
  }, [environment, libraryId, isFollowed])
  useRefresh(isFollowed && isSettling, settlingMilliseconds)
  useRefresh(status === 'DELETING', deletingMilliseconds)
  useEveryChange(() => {
    if (status === 'DELETING') refreshActivation(environment)
  })
}

/** Polls the activation while the condition is true. */
function useRefresh(isWaiting: boolean, milliseconds: number): void {
  const { environment } = useSession()
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => refreshActivation(environment), milliseconds)
    return () => clearInterval(timer)
  }, [environment, isWaiting, milliseconds])
}

/**
 * Writes the activation of an event to the library's record. Ignores the activation of FINISHED events: the library is
 * not active yet when an import finishes, so its activation is polled instead.
 */
function applyActivation(
  store: RecordSourceSelectorProxy<Response>,
  libraryId: string,
  response: Response | null | undefined,
): void {
  const library = store.get(libraryId)
  const activation = store.getRootField('importEvents')?.getLinkedRecord('activation')
  if (!library || !activation) return
  if (response?.importEvents.key !== 'FINISHED') library.setLinkedRecord(activation, 'activation')
}
