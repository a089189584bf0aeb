import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useSession } from '../../../../app/sessionContext.ts'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import { showToast } from '../../../../ui/toasts.ts'
import { removeEntry } from './removeEntry.ts'

export interface RemoveEntryDialogProps {
  readonly widgetId: string
  readonly entryId: string
  readonly onClose: () => void
}

/** Asks before a book leaves the gallery. After a failure the dialog stays open and shows an alert. */
export function RemoveEntryDialog({ widgetId, entryId, onClose }: RemoveEntryDialogProps) {
  const { formatMessage } = useIntl()
  const session = useSession()
  const [state, setState] = useState<'asking' | 'pending' | 'failed'>('asking')
  const confirm = async () => {
    setState('pending')
    if (!(await removeEntry(session, widgetId, entryId))) return setState('failed')
    showToast({ kind: 'success', message: formatMessage({ id: 'onlineBook.gallery.removed' }) })
    onClose()
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      isPending={state === 'pending'}
      title={formatMessage({ id: 'onlineBook.gallery.removeTitle' })}
      alert={state === 'failed' && formatMessage({ id: 'onlineBook.gallery.removeFailed' })}
      submit={formatMessage({ id: 'onlineBook.gallery.remove' })}
      onConfirm={() => void confirm()}
    >
      <p>{formatMessage({ id: 'onlineBook.gallery.removeText' })}</p>
    </ConfirmDialog>
  )
}
