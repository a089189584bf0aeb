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

/** The archives of the session, and those that this tab has requested and downloads. */
export function useArchives() {
  return archivesOf(useSession())
}

export function useArchivesSnapshot({ subscribe, snapshot }: Archives): ArchivesSnapshot {
  return useSyncExternalStore(subscribe, snapshot)
}
