import { forgetUploads } from '../pages/library/upload/forgetUploads.ts'
import { finishPhotoTasks } from '../pages/library/photo-tasks/usePhotoTasks.ts'
import { forgetArchives } from '../shared/archives/archiveMemory.ts'
import { forgetKeptFiles } from '../shared/fileDownload/KeptFiles.ts'
import type { App } from '../startup/appContext.ts'

/** How long what was promised may take before it is left undone: photos that were to go are then still there. */
const patienceMilliseconds = 20_000

/** Signs out: does what was promised for photos, and leaves nothing of the account behind in this browser. */
export async function signOut({ signIn, environment }: App): Promise<never> {
  const accountId = signIn.session()?.accountId
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMilliseconds))
  await Promise.race([finishPhotoTasks(environment), patience])
  // A browser that keeps nothing has nothing to forget.
  if (accountId !== undefined) {
    await forgetUploads(accountId, indexedDB).catch(() => undefined)
    await forgetKeptFiles().catch(() => undefined)
    forgetArchives(accountId)
  }
  return await signIn.end()
}
