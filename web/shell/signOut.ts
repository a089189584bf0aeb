import { forgetUploads } from '../pages/library/upload/forgetUploads.ts'
import { photoTasksOf } from '../pages/library/photo-actions/photo-tasks/PhotoTasks.ts'
import { forgetArchives } from '../shared/archives/archiveMemory.ts'
import { forgetKeptFiles } from '../shared/fileDownload/KeptFiles.ts'
import type { Session } from '../app/Session.ts'

/** How long what was promised may take before it is left undone: photos that were to go are then still there. */
const patienceMilliseconds = 20_000
/** How long the browser may take to forget: a database that another tab holds open must not keep somebody signed in. */
const forgettingMilliseconds = 5_000

/**
 * Signs out: does what was promised for photos, and leaves nothing of the account behind in this browser. What it could
 * not forget in time is shown to nobody else, and goes when the next one signs in.
 */
export async function signOut(session: Session): Promise<never> {
  const { accountId, signIn } = session
  await atMost(patienceMilliseconds, photoTasksOf(session).finish())
  if (accountId !== '') {
    // A browser that keeps nothing has nothing to forget.
    const forgotten = Promise.allSettled([forgetUploads(accountId, indexedDB), forgetKeptFiles()])
    await atMost(forgettingMilliseconds, forgotten)
    forgetArchives(accountId)
  }
  return await signIn.end()
}

async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, milliseconds))])
}
