import { useEffect, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { RecordSourceSelectorProxy } from 'relay-runtime'
import type { useImportEventsSubscription } from '../../../__generated__/useImportEventsSubscription.graphql.ts'
import { followEvents } from '../../../relay/followEvents.ts'
import { useEveryChange } from '../../../shared/LibraryEvents.ts'
import { useApp } from '../../../app/appContext.ts'
import { refreshActivation } from './WithActivation.tsx'

/** When an import has finished, the library is asked this much later where it stands. */
const settlingMilliseconds = 10_000
/** How often is asked whether a library's photos are still being deleted: no event tells. */
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

/** Keeps what is known of where the library stands as it is, while that may change. */
export function useImportEvents(libraryId: string, status: string | null | undefined): void {
  const { environment } = useApp()
  const [isSettling, setSettling] = useState(false)
  // Another tab or device may start it as well.
  const isFollowed = status === 'NOT_ACTIVE' || status === 'IMPORTING'
  useEffect(() => {
    if (!isFollowed) return undefined
    return followEvents<useImportEventsSubscription>(environment, {
      subscription,
      variables: (after) => ({ after }),
      cursorOf: ({ importEvents }) => importEvents.cursor,
      updater: (store, response) => takeOver(store, libraryId, response),
      onNext: ({ importEvents: { key, activation } }) => {
        if (key === 'FINISHED') setSettling(true)
        // The stream only begins here, or does not say where the library stands now.
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

/** Asks where the library stands, again and again, for as long as that is waited for. */
function useRefresh(isWaiting: boolean, milliseconds: number): void {
  const { environment } = useApp()
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => refreshActivation(environment), milliseconds)
    return () => clearInterval(timer)
  }, [environment, isWaiting, milliseconds])
}

/**
 * Makes what an event says what is known of the library. Of the end only what was imported: whether the library can be
 * used is asked a little later, and until then it is on its way there.
 */
function takeOver(
  store: RecordSourceSelectorProxy<Response>,
  libraryId: string,
  response: Response | null | undefined,
): void {
  const library = store.get(libraryId)
  const told = store.getRootField('importEvents')?.getLinkedRecord('activation')
  if (!library || !told) return
  if (response?.importEvents.key !== 'FINISHED') library.setLinkedRecord(told, 'activation')
}
