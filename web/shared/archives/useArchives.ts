import { useSyncExternalStore } from 'react'
import { perSession } from '../../app/Session.ts'
import { useSession } from '../../app/sessionContext.ts'
import { showArchiveNotice } from './archiveNotice.tsx'
import { type ArchivesSnapshot, Archives } from './Archives.ts'
import { WantedArchives } from './WantedArchives.ts'

const archivesOf = perSession((session) => {
  const { accountId, environment, intl } = session
  const account = { environment, accountId, isSignedIn: () => session.accountId === accountId }
  const archives = new Archives(account)
  const wanted = new WantedArchives({ ...account, archives, tell: (notice) => showArchiveNotice(intl, notice) })
  return { archives, wanted }
})

/** The archives of the account, and those that this tab downloads when they are ready. */
export function useArchives() {
  return archivesOf(useSession())
}

/** What is known of archives, now and whenever that changes. */
export function useArchivesSnapshot({ subscribe, snapshot }: Archives): ArchivesSnapshot {
  return useSyncExternalStore(subscribe, snapshot)
}
