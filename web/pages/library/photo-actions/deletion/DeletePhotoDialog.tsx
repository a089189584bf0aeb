import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useSession } from '../../../../app/sessionContext.ts'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import { deletionsOf } from './Deletions.ts'
import { findProjectsUsing } from './findProjectsUsing.ts'
import { useProjectsWarning } from './useProjectsWarning.tsx'
import { DeletionEffect } from './DeletionEffect.tsx'

export interface DeletePhotoDialogProps {
  readonly photoId: string
  readonly onClose: () => void
  /** Leaves the photo's view before the photo is deleted. May be asynchronous. */
  readonly onConfirm: () => void | Promise<void>
}

/** Asks before a photo is deleted. The deletion starts after the Undo period, so a toast reports failures. */
export function DeletePhotoDialog({ photoId, onClose, onConfirm }: DeletePhotoDialogProps) {
  const session = useSession()
  const deletions = deletionsOf(session)
  const [isPending, setPending] = useState(false)
  const { warning, isMoving } = useProjectsWarning(1, () => findProjectsUsing(session.environment, [photoId]))
  const confirm = async () => {
    setPending(true)
    try {
      await onConfirm()
    } finally {
      deletions.deletePhotos([photoId], 'one')
      onClose()
    }
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      isPending={isPending}
      title={<FormattedMessage id="deletion.confirm.title" values={{ count: 1 }} />}
      isWaiting={isMoving}
      submit={<FormattedMessage id="deletion.confirm.delete" />}
      onConfirm={() => void confirm()}
    >
      <p>
        <DeletionEffect count={1} />
      </p>
      {warning}
    </ConfirmDialog>
  )
}
