import { useSyncExternalStore } from 'react'
import { perSession } from '../../../app/Session.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { libraryEventsOf } from '../../../shared/LibraryEvents.ts'
import { ReceivedUploads } from './receivedUploads.ts'
import { UploadMemory } from './uploadMemory.ts'
import { UploadQueue } from './uploadQueue.ts'
import type { UploadSnapshot } from './uploadTypes.ts'

/** The uploads of the signed-in account. They continue while the user visits other pages. */
export function useUploadQueue(): { readonly queue: UploadQueue; readonly snapshot: UploadSnapshot } {
  const queue = uploadQueueOf(useSession())
  const snapshot = useSyncExternalStore(queue.subscribe, queue.getSnapshot)
  return { queue, snapshot }
}

/** The uploads before the sign-in. They have no owner until an account claims them. */
export function useVisitorQueue(): { readonly queue: UploadQueue; readonly snapshot: UploadSnapshot } {
  const queue = visitorQueueOf(useSession())
  const snapshot = useSyncExternalStore(queue.subscribe, queue.getSnapshot)
  return { queue, snapshot }
}

/** Used instead of an account's id. No account has this id. */
const visitor = 'visitor'

const visitorQueueOf = perSession(({ config }) => {
  return new UploadQueue({
    accountId: visitor,
    endpoint: config.uploadUrl,
    accessToken: null,
    received: new ReceivedUploads(localStorage),
    memory: canRemember() ? new UploadMemory({ accountId: visitor, indexedDB, locks: navigator.locks }) : null,
  })
})

const uploadQueueOf = perSession((session) => {
  const { accountId, config, signIn } = session
  if (accountId === '') throw new Error('Uploads need a signed-in account')
  return new UploadQueue({
    accountId,
    endpoint: config.uploadUrl,
    accessToken: async (refused) => (refused === null ? signIn.accessToken() : signIn.renewAfter(refused)),
    subscribeToUploads: libraryEventsOf(session).subscribeToUploads,
    memory: canRemember() ? new UploadMemory({ accountId, indexedDB, locks: navigator.locks }) : null,
  })
})

function canRemember(): boolean {
  return 'indexedDB' in globalThis && 'locks' in navigator && 'BroadcastChannel' in globalThis
}
