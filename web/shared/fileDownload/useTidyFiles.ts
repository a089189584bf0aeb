import { useEffect } from 'react'
import { useApp } from '../../startup/appContext.ts'
import { keptFilesName } from './keptFilesName.ts'

/** Drops what the browser keeps of files for somebody else, and of those that can be downloaded no more. */
export function useTidyFiles(): void {
  const accountId = useApp().signIn.session()?.accountId
  useEffect(() => {
    // A browser that keeps nothing has nothing to drop.
    if (accountId !== undefined) tidy(accountId).catch(() => undefined)
  }, [accountId])
}

async function tidy(accountId: string): Promise<void> {
  const databases = await indexedDB.databases()
  if (!databases.some(({ name }) => name === keptFilesName)) return
  const { KeptFiles } = await import('./KeptFiles.ts')
  const files = await KeptFiles.open(accountId)
  files.close()
}
