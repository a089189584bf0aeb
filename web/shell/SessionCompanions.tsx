import { Suspense, lazy, useEffect } from 'react'
import { ExportFollower } from '../pages/library/export/ExportFollower.tsx'
import { ImportFollower } from '../pages/library/import/ImportFollower.tsx'
import { ArchiveFollower } from '../shared/archives/ArchiveFollower.tsx'
import { useTidyFiles } from '../shared/fileDownload/useTidyFiles.ts'
import { useLibraryEvents } from '../shared/LibraryEvents.ts'
import { LibraryStream } from '../shared/LibraryStream.ts'
import { useFeature } from '../shared/useFeature.ts'
import { useApp } from '../app/appContext.ts'

const UploadWatch = lazy(async () => ({
  default: (await import('../pages/library/upload/UploadWatch.tsx')).UploadWatch,
}))

/**
 * What goes along with a sign-in on every page, once the first view is shown: it follows the library, work that takes
 * long, and uploads.
 */
export function SessionCompanions() {
  useLibraryStream()
  useTidyFiles()
  const hasLibrary = useFeature('PhotoManagementTimelineViewEnabled')
  // On the way out nobody is signed in any more, and uploads belong to somebody.
  const isSignedIn = useApp().signIn.session() !== null
  const canUpload = useFeature('PhotoManagementUploadViewEnabled') && isSignedIn
  return (
    <>
      <ArchiveFollower />
      {hasLibrary && <ExportFollower />}
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
  const { environment } = useApp()
  const events = useLibraryEvents()
  useEffect(() => {
    const stream = new LibraryStream(environment, events)
    stream.open()
    return () => stream.close()
  }, [environment, events])
}
