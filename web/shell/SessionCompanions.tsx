import { Suspense, lazy, useEffect } from 'react'
import { ExportOpener } from '../pages/library/export/ExportOpener.tsx'
import { ExportFollower } from '../pages/library/export/ExportFollower.tsx'
import { ImportFollower } from '../pages/library/import/ImportFollower.tsx'
import { ArchiveFollower } from '../shared/archives/ArchiveFollower.tsx'
import { useStaleFileRemoval } from '../shared/fileDownload/useStaleFileRemoval.ts'
import { useLibraryEvents } from '../shared/LibraryEvents.ts'
import { LibraryStream } from '../shared/LibraryStream.ts'
import { useFeature } from '../shared/useFeature.ts'
import { useSession } from '../app/sessionContext.ts'
import { useAccountStream } from './AccountStream.ts'
import { AccountWatch } from './AccountWatch.tsx'

const UploadWatch = lazy(async () => ({
  default: (await import('../pages/library/upload/UploadWatch.tsx')).UploadWatch,
}))

/**
 * Runs on every page while somebody is signed in, once the first view is shown: follows the account, the events of the
 * library, long jobs and uploads.
 */
export function SessionCompanions() {
  useAccountStream()
  useLibraryStream()
  useStaleFileRemoval()
  const hasLibrary = useFeature('PhotoManagementTimelineViewEnabled')
  // False during the sign-out.
  const isSignedIn = useSession().signIn.session() !== null
  const canUpload = useFeature('PhotoManagementUploadViewEnabled')
  return (
    <>
      {isSignedIn && <AccountWatch />}
      <ArchiveFollower />
      {hasLibrary && <ExportFollower />}
      {hasLibrary && <ExportOpener />}
      {hasLibrary && <ImportFollower />}
      {canUpload && (
        <Suspense fallback={null}>
          <UploadWatch />
        </Suspense>
      )}
    </>
  )
}

function useLibraryStream(): void {
  const { environment } = useSession()
  const events = useLibraryEvents()
  useEffect(() => {
    const stream = new LibraryStream(environment, events)
    stream.open()
    return () => stream.close()
  }, [environment, events])
}
