import { Suspense, lazy, useSyncExternalStore } from 'react'
import { useSession } from '../../app/sessionContext.ts'
import { hasArchives, subscribeToArchives } from './archiveMemory.ts'

const ArchiveIndicator = lazy(async () => ({ default: (await import('./ArchiveIndicator.tsx')).ArchiveIndicator }))

/** Follows archives while any is being made, whichever tab has requested it. Loads no code otherwise. */
export function ArchiveFollower() {
  const accountId = useSession().signIn.session()?.accountId
  const isNeeded = useSyncExternalStore(subscribeToArchives, () => accountId !== undefined && hasArchives(accountId))
  if (!isNeeded) return null
  return (
    <Suspense fallback={null}>
      <ArchiveIndicator />
    </Suspense>
  )
}
