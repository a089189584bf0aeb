import { useEffect } from 'react'
import { useSession } from '../../app/sessionContext.ts'

/** Deletes partly received files of other accounts, and those that can no longer be downloaded. */
export function useStaleFileRemoval(): void {
  const accountId = useSession().signIn.session()?.accountId
  useEffect(() => {
    // Without storage there is nothing to delete.
    if (accountId !== undefined) deleteStaleFiles(accountId).catch(() => undefined)
  }, [accountId])
}

async function deleteStaleFiles(accountId: string): Promise<void> {
  const databases = await indexedDB.databases()
  // If there is no database, the code that deletes files is not needed.
  if (!databases.some(({ name }) => name === 'keepsake-files')) return
  const { PartialFiles } = await import('./PartialFiles.ts')
  const files = await PartialFiles.open(accountId)
  files.close()
}
