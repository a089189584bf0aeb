import { useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import type { IEnvironment } from 'relay-runtime'
import { useApp } from '../../app/appContext.ts'
import { showArchiveNews } from './archiveNews.tsx'
import { type ArchivesSnapshot, Archives } from './Archives.ts'
import { WantedArchives } from './WantedArchives.ts'

interface ArchivesOfSignIn {
  readonly archives: Archives
  readonly wanted: WantedArchives
}

const archivesOf = new WeakMap<IEnvironment, ArchivesOfSignIn>()

/** The archives of this sign-in, and those that this tab wants: they outlive the view that asks for them. */
export function useArchives(): ArchivesOfSignIn {
  const { environment, signIn } = useApp()
  const intl = useIntl()
  const known = archivesOf.get(environment)
  if (known) return known
  const accountId = signIn.session()?.accountId ?? ''
  const account = { environment, accountId, isSignedIn: () => signIn.session()?.accountId === accountId }
  const archives = new Archives(account)
  const wanted = new WantedArchives({ ...account, archives, tell: (news) => showArchiveNews(intl, news) })
  archivesOf.set(environment, { archives, wanted })
  return { archives, wanted }
}

/** What is known of archives, now and whenever that changes. */
export function useArchivesSnapshot({ subscribe, snapshot }: Archives): ArchivesSnapshot {
  return useSyncExternalStore(subscribe, snapshot)
}
