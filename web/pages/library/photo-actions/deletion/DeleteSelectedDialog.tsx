import { useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useSession } from '../../../../app/sessionContext.ts'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import { Collecting } from '../photo-tasks/Collecting.tsx'
import type { Selection } from '../../photo-collection/selection/Selection.ts'
import { collectByCollection } from './collectByCollection.ts'
import { focusNeighbourTile } from './focusNeighbourTile.ts'
import { deletionsOf } from './Deletions.ts'
import { useSelectedProjectsWarning } from './useSelectedProjectsWarning.ts'
import { DeletionEffect } from './DeletionEffect.tsx'

export interface DeleteSelectedDialogProps {
  readonly selection: Selection
  readonly onClose: () => void
}

/** Asks before the selected photos are deleted, and collects their ids. The deletion can be undone afterwards. */
export function DeleteSelectedDialog({ selection, onClose }: DeleteSelectedDialogProps) {
  const session = useSession()
  const deletions = deletionsOf(session)
  // The selection ends while the dialog closes. The dialog's texts must not change meanwhile.
  const [count] = useState(selection.amount)
  const [state, setState] = useState<'asking' | 'collecting' | 'failed'>('asking')
  const [done, setDone] = useState(0)
  const aborter = useRef<AbortController | null>(null)
  const { warning, isMoving } = useSelectedProjectsWarning(selection, count)
  const isCollecting = state === 'collecting'
  const confirm = async () => {
    const { signal } = (aborter.current = new AbortController())
    setState('collecting')
    try {
      const photos = await collectByCollection(session, selection, { signal, onProgress: setDone })
      if (signal.aborted) return
      focusNeighbourTile(photos)
      deletions.deletePhotos([...photos.keys()], count === 1 ? 'one' : 'many', photos)
      selection.stop()
      onClose()
    } catch {
      if (!signal.aborted) setState('failed')
    }
  }
  const cancel = () => {
    aborter.current?.abort()
    onClose()
  }
  return (
    <ConfirmDialog
      onClose={cancel}
      title={<FormattedMessage id="deletion.confirm.title" values={{ count }} />}
      alert={state === 'failed' && <FormattedMessage id={count === 1 ? 'deletion.oneFailed' : 'deletion.manyFailed'} />}
      isWaiting={isCollecting || isMoving}
      submit={<FormattedMessage id="deletion.confirm.delete" />}
      onConfirm={() => void confirm()}
    >
      <p>
        <DeletionEffect count={count} />
      </p>
      {warning}
      {isCollecting && <Collecting done={done} total={count} />}
    </ConfirmDialog>
  )
}
