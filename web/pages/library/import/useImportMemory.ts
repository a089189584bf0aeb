import { useSyncExternalStore } from 'react'
import { useApp } from '../../../app/appContext.ts'
import { hasOlderLibrary, isImportTold, subscribeToImportMemory } from './importMemory.ts'

/** Whether whoever is signed in has, or had, an older library, as far as is known. */
export function useHasOlderLibrary(): boolean {
  const accountId = useApp().signIn.session()?.accountId
  return useSyncExternalStore(subscribeToImportMemory, () => hasOlderLibrary(accountId))
}

/** Whether the library has something to tell of it. */
export function useIsImportTold(): boolean {
  const accountId = useApp().signIn.session()?.accountId
  return useSyncExternalStore(subscribeToImportMemory, () => isImportTold(accountId))
}
