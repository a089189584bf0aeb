import { useEffect } from 'react'
import { useSession } from '../../app/sessionContext.ts'

/** Drops what the browser keeps of files for somebody else, and of those that can be downloaded no more. */
export function useTidyFiles(): void {
  const accountId = useSession().signIn.session()?.accountId
  useEffect(() => {
    // A browser that keeps nothing has nothing to drop.
    if (accountId !== undefined) tidy(accountId).catch(() => undefined)
  }, [accountId])
}

async function tidy(accountId: string): Promise<void> {
  const databases = await indexedDB.databases()
  // Whoever has none need not load what it is opened by.
  if (!databases.some(({ name }) => name === 'keepsake-files')) return
  const { KeptFiles } = await import('./KeptFiles.ts')
  const files = await KeptFiles.open(accountId)
  files.close()
}
