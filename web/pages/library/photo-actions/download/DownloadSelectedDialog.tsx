import { useState } from 'react'
import { useSession } from '../../../../app/sessionContext.ts'
import { collectSelected } from '../../photo-collection/selection/collectSelected.ts'
import type { Selection } from '../../photo-collection/selection/Selection.ts'
import { DownloadDialog } from './DownloadDialog.tsx'
import { DownloadSeveralDialog } from './DownloadSeveralDialog.tsx'

export interface DownloadSelectedDialogProps {
  readonly selection: Selection
  /** Whether the view is a shared album. */
  readonly isShared: boolean
  readonly onClose: () => void
}

/** Downloads the selected photos: one as its file, several as an archive. They stay selected. */
export function DownloadSelectedDialog({ selection, isShared, onClose }: DownloadSelectedDialogProps) {
  const session = useSession()
  const [count] = useState(selection.amount)
  const collect = () => collectSelected(session, selection)
  if (count === 1) return <DownloadDialog findPhotoId={async () => (await collect())[0]} onClose={onClose} />
  const [first, ...others] = selection.parts
  const collectionId = others.length === 0 ? (first?.collectionId ?? null) : null
  const sharedAlbumId = isShared ? collectionId : null
  // The album's name. Months have no name.
  const name = collectionId === null ? null : session.environment.getStore().getSource().get(collectionId)?.['name']
  const photos = { collect, sharedAlbumId, name: typeof name === 'string' ? name : null }
  return <DownloadSeveralDialog photos={photos} count={count} onClose={onClose} />
}
