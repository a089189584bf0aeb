import { useSyncExternalStore } from 'react'
import { perSession } from '../../app/Session.ts'
import { useSession } from '../../app/sessionContext.ts'
import { showArchiveNotice } from './archiveNotice.tsx'
import { type ArchivesSnapshot, Archives } from './Archives.ts'
import { RequestedArchives } from './RequestedArchives.ts'

const archivesOf = perSession((session) => {
  const { accountId, environment, intl } = session
  const account = { environment, accountId, isSignedIn: () => session.accountId === accountId }
  const archives = new Archives(account)
  const requested = new RequestedArchives({ ...account, archives, notify: (notice) => showArchiveNotice(intl, notice) })
  return { archives, requested }
})

/** The archives of the session. Some of them were requested by this tab, which downloads those. */
export function useArchives() {
  return archivesOf(useSession())
}

export function useArchivesSnapshot({ subscribe, snapshot }: Archives): ArchivesSnapshot {
  return useSyncExternalStore(subscribe, snapshot)
}
