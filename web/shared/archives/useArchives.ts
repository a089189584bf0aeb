import { useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import type { IEnvironment } from 'relay-runtime'
import { useApp } from '../../startup/appContext.ts'
import { Archives } from './Archives.ts'
import type { ArchivesSnapshot } from './Archives.ts'

const archivesOf = new WeakMap<IEnvironment, Archives>()

/** The archives of this sign-in: they outlive the view that asks for them. */
export function useArchives(): Archives {
  const { environment, signIn } = useApp()
  const intl = useIntl()
  const known = archivesOf.get(environment)
  if (known) return known
  const accountId = signIn.session()?.accountId ?? ''
  const isSignedIn = () => signIn.session()?.accountId === accountId
  const archives = new Archives({ environment, intl, accountId, isSignedIn })
  archivesOf.set(environment, archives)
  return archives
}

/** What is known of archives, now and whenever that changes. */
export function useArchivesSnapshot(archives: Archives): ArchivesSnapshot {
  return useSyncExternalStore(archives.subscribe, archives.snapshot)
}
