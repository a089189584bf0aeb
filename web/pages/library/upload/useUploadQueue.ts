import { useSyncExternalStore } from 'react'
import { type App, useApp } from '../../../app/appContext.ts'
import { UploadMemory } from './uploadMemory.ts'
import { UploadQueue } from './uploadQueue.ts'
import type { UploadSnapshot } from './uploadTypes.ts'

/** One queue for as long as the page lives; signing in as somebody else is another page. */
const queues = new WeakMap<App, UploadQueue>()

/** The uploads of whoever is signed in. They go on while the customer moves about. */
export function useUploadQueue(): { readonly queue: UploadQueue; readonly snapshot: UploadSnapshot } {
  const queue = queueOf(useApp())
  const snapshot = useSyncExternalStore(queue.subscribe, queue.getSnapshot)
  return { queue, snapshot }
}

function queueOf(app: App): UploadQueue {
  const known = queues.get(app)
  if (known) return known
  const { config, signIn } = app
  const accountId = signIn.session()?.accountId
  if (accountId === undefined) throw new Error('Uploads need somebody who is signed in')
  const canRemember = 'indexedDB' in globalThis && 'locks' in navigator && 'BroadcastChannel' in globalThis
  const queue = new UploadQueue({
    accountId,
    endpoint: config.uploadUrl,
    accessToken: async (refused) => (refused === null ? signIn.accessToken() : signIn.renewAfter(refused)),
    memory: canRemember ? new UploadMemory({ accountId, indexedDB, locks: navigator.locks }) : null,
  })
  queues.set(app, queue)
  return queue
}
