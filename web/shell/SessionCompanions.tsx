import { ExportFollower } from '../pages/library/export/ExportFollower.tsx'
import { ImportFollower } from '../pages/library/import/ImportFollower.tsx'
import { ArchiveFollower } from '../shared/archives/ArchiveFollower.tsx'
import { useTidyFiles } from '../shared/fileDownload/useTidyFiles.ts'
import { useFeature } from '../shared/useFeature.ts'

/** What goes along with a sign-in on every page, once the first view is shown: it follows work that takes long. */
export function SessionCompanions() {
  useTidyFiles()
  const hasLibrary = useFeature('PhotoManagementTimelineViewEnabled')
  return (
    <>
      <ArchiveFollower />
      {hasLibrary && <ExportFollower />}
      {hasLibrary && <ImportFollower />}
    </>
  )
}
