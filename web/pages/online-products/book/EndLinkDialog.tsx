import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useSession } from '../../../app/sessionContext.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { endLink } from './endLink.ts'

export interface EndLinkDialogProps {
  readonly linkId: string
  readonly title: string
  readonly text: string
  /** The message after the link has ended. */
  readonly done: string
  readonly onClose: () => void
}

/**
 * Asks before a link ends, because an ended link cannot be restored. After a failure the dialog stays open and shows an
 * alert.
 */
export function EndLinkDialog({ linkId, title, text, done, onClose }: EndLinkDialogProps) {
  const { formatMessage } = useIntl()
  const session = useSession()
  const [state, setState] = useState<'asking' | 'pending' | 'failed'>('asking')
  const confirm = async () => {
    setState('pending')
    if (!(await endLink(session, linkId))) return setState('failed')
    showToast({ kind: 'success', message: done })
    onClose()
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      isPending={state === 'pending'}
      title={title}
      alert={state === 'failed' && formatMessage({ id: 'onlineBook.end.failed' })}
      submit={formatMessage({ id: 'onlineBook.end' })}
      onConfirm={() => void confirm()}
    >
      <p>{text}</p>
    </ConfirmDialog>
  )
}
