import { Suspense, lazy, useSyncExternalStore } from 'react'
import { useSession } from '../../app/sessionContext.ts'
import { hasArchives, subscribeToArchives } from './archiveMemory.ts'

const ArchiveIndicator = lazy(async () => ({ default: (await import('./ArchiveIndicator.tsx')).ArchiveIndicator }))

/** Follows archives for as long as any is being made, whichever tab asked for it; loads nothing otherwise. */
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
