import type { UploadMemory } from '../../../web/pages/library/upload/uploadMemory.ts'
import { UploadQueue } from '../../../web/pages/library/upload/uploadQueue.ts'
import type { UploadQueueOptions } from '../../../web/pages/library/upload/uploadQueueOptions.ts'
import type { UploadItem, UploadSnapshot } from '../../../web/pages/library/upload/uploadTypes.ts'
import type { StorageServer } from './storageServer.ts'

export function photo(name: string, content: string | number = name): File {
  const bytes = typeof content === 'number' ? name.padEnd(content, '.') : content
  return new File([bytes], name, { type: 'image/jpeg', lastModified: 1_700_000_000_000 })
}

export function queueOn(
  server: StorageServer,
  options: Partial<UploadQueueOptions> & { memory?: UploadMemory | null } = {},
): UploadQueue {
  return new UploadQueue({
    accountId: 'account-1',
    endpoint: server.endpoint,
    accessToken: async () => 'token-1',
    memory: null,
    retryDelays: [20, 20, 20, 20],
    pollMilliseconds: 20,
    // Tests wait for 20 s (`soon`). The default of 30 s would send a lost request again too late for them.
    stalledMilliseconds: 10_000,
    ...options,
  })
}

/** Resolves with the first snapshot that fulfils the condition. */
export async function until(
  queue: UploadQueue,
  isFulfilled: (snapshot: UploadSnapshot) => boolean,
): Promise<UploadSnapshot> {
  while (!isFulfilled(queue.getSnapshot())) await new Promise((resolve) => setTimeout(resolve, 5))
  return queue.getSnapshot()
}

export async function untilSettled(queue: UploadQueue): Promise<UploadSnapshot> {
  return until(queue, ({ isRunning, counts }) => !isRunning && counts.chosen === 0)
}

export function itemNamed(snapshot: UploadSnapshot, name: string): UploadItem {
  const item = snapshot.items.find((item) => item.name === name)
  if (!item) throw new Error(`Nothing named ${name} is on the list`)
  return item
}
