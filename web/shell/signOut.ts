import { forgetUploads } from '../pages/library/upload/forgetUploads.ts'
import { finishDeletions } from '../pages/library/deletion/useDeletions.ts'
import type { App } from '../startup/appContext.ts'

/** How long deletions that were promised may take before they are left undone: the photos are then still there. */
const patienceMilliseconds = 20_000

/** Signs out: makes the deletions that were promised, and leaves nothing of the account behind in this browser. */
export async function signOut({ signIn, environment }: App): Promise<never> {
  const accountId = signIn.session()?.accountId
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMilliseconds))
  await Promise.race([finishDeletions(environment), patience])
  // A browser that keeps nothing has nothing to forget.
  if (accountId !== undefined) await forgetUploads(accountId, indexedDB).catch(() => undefined)
  return await signIn.end()
}
