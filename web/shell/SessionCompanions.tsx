import { Suspense, lazy } from 'react'
import { ExportFollower } from '../pages/library/export/ExportFollower.tsx'
import { ImportFollower } from '../pages/library/import/ImportFollower.tsx'
import { ArchiveFollower } from '../shared/archives/ArchiveFollower.tsx'
import { useTidyFiles } from '../shared/fileDownload/useTidyFiles.ts'
import { useFeature } from '../shared/useFeature.ts'
import { useApp } from '../startup/appContext.ts'

const UploadWatch = lazy(async () => ({
  default: (await import('../pages/library/upload/UploadWatch.tsx')).UploadWatch,
}))

/** What goes along with a sign-in on every page, once the first view is shown: it follows work that takes long, and uploads. */
export function SessionCompanions() {
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
