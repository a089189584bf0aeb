import { forgetUploads } from '../pages/library/upload/forgetUploads.ts'
import { photoTasksOf } from '../pages/library/photo-actions/photo-tasks/PhotoTasks.ts'
import { forgetArchives } from '../shared/archives/archiveMemory.ts'
import { deletePartialFiles } from '../shared/fileDownload/PartialFiles.ts'
import type { Session } from '../app/Session.ts'

/**
 * Timeout (ms) for pending photo tasks. Tasks that have not ended by then are dropped: photos that they would have
 * deleted stay.
 */
const timeoutMilliseconds = 20_000
/** Timeout (ms) for deleting local data: a database that another tab keeps open must not block the sign-out. */
const forgettingMilliseconds = 5_000

/**
 * Signs out: finishes the pending photo tasks and deletes the account's data from this browser. Data that could not be
 * deleted in time is never shown to another account, and is deleted at the next sign-in.
 */
export async function signOut(session: Session): Promise<never> {
  await forgetData(session)
  return await session.signIn.end()
}

/**
 * Forgets a sign-in that the identity service has ended, with the account's data in this browser. Does nothing while
 * the sign-in is valid, so that a link to a page for signed-out customers does not sign the customer out.
 */
export async function forgetEndedSignIn(session: Session): Promise<null> {
  if (!session.signIn.hasEnded) return null
  await forgetData(session)
  session.signIn.forget()
  return null
}

async function forgetData(session: Session): Promise<void> {
  const { accountId } = session
  await atMost(timeoutMilliseconds, photoTasksOf(session).finish())
  if (accountId !== '') {
    // Either deletion may fail if the browser blocks storage. Then there is nothing to delete.
    const forgotten = Promise.allSettled([forgetUploads(accountId, indexedDB), deletePartialFiles()])
    await atMost(forgettingMilliseconds, forgotten)
    forgetArchives(accountId)
  }
}

async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, milliseconds))])
}
