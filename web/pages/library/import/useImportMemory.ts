import { useSyncExternalStore } from 'react'
import { useSession } from '../../../app/sessionContext.ts'
import { subscribeToImportMemory } from './importMemory.ts'
import { hasImportNotice, hasOlderLibrary } from './knownImport.ts'

/** Whether the signed-in account has, or had, an older library, as last known. */
export function useHasOlderLibrary(): boolean {
  const accountId = useSession().signIn.session()?.accountId
  return useSyncExternalStore(subscribeToImportMemory, () => hasOlderLibrary(accountId))
}

/** Whether the library shows a notice about the older library. */
export function useHasImportNotice(): boolean {
  const accountId = useSession().signIn.session()?.accountId
  return useSyncExternalStore(subscribeToImportMemory, () => hasImportNotice(accountId))
}
