import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useIsMounted } from '../../../shared/useIsMounted.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { showToast } from '../../../ui/toasts.ts'

const texts = {
  owner: {
    title: 'albums.delete.title',
    text: 'sharedAlbum.deleteText',
    submit: 'albums.delete.submit',
    done: 'albums.delete.done',
  },
  participant: {
    title: 'sharedAlbum.leaveTitle',
    text: 'sharedAlbum.leaveText',
    submit: 'sharedAlbum.leave',
    done: 'sharedAlbum.left',
  },
} as const

export interface DeleteSharedAlbumDialogProps {
  readonly name: string
  readonly isOwner: boolean
  /** Deletes the album and leaves its page; resolves with true if the deletion succeeded. */
  readonly onConfirm: () => Promise<boolean>
  readonly onClose: () => void
}

/**
 * Asks before a shared album is deleted, and says whether it is deleted for everyone or only for this customer. After a
 * failure the dialog stays open and shows an alert. If the page was left meanwhile, a toast reports the failure.
 */
export function DeleteSharedAlbumDialog({ name, isOwner, onConfirm, onClose }: DeleteSharedAlbumDialogProps) {
  const { formatMessage } = useIntl()
  const [state, setState] = useState<'asking' | 'pending' | 'failed'>('asking')
  const isMounted = useIsMounted()
  const isPending = state === 'pending'
  const { title, text, submit, done } = texts[isOwner ? 'owner' : 'participant']
  const confirm = async () => {
    setState('pending')
    const isDone = await onConfirm()
    if (isDone) {
      onClose()
      showToast({ kind: 'success', message: formatMessage({ id: done }, { albumName: name }) })
    } else if (isMounted.current) setState('failed')
    else showToast({ kind: 'error', message: formatMessage({ id: 'albums.delete.failed' }) })
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      isPending={isPending}
      title={formatMessage({ id: title }, { albumName: name })}
      alert={state === 'failed' && formatMessage({ id: 'albums.delete.failed' })}
      submit={formatMessage({ id: submit })}
      onConfirm={() => void confirm()}
    >
      <p>{formatMessage({ id: text })}</p>
    </ConfirmDialog>
  )
}
