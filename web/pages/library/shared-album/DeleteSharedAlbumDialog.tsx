import { useState } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
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
  /** Deletes it, and goes elsewhere; resolves to whether that is done. */
  readonly onConfirm: () => Promise<boolean>
  readonly onClose: () => void
}

/** Asks before a shared album is deleted, and says for whom. It stays, with an alert, when that fails. */
export function DeleteSharedAlbumDialog({ name, isOwner, onConfirm, onClose }: DeleteSharedAlbumDialogProps) {
  const { formatMessage } = useIntl()
  const [state, setState] = useState<'asking' | 'pending' | 'failed'>('asking')
  const isPending = state === 'pending'
  const { title, text, submit, done } = texts[isOwner ? 'owner' : 'participant']
  const confirm = async () => {
    setState('pending')
    if (!(await onConfirm())) return setState('failed')
    onClose()
    showToast({ kind: 'success', message: formatMessage({ id: done }, { albumName: name }) })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isPending={isPending}
      role="alertdialog"
      size="small"
      title={formatMessage({ id: title }, { albumName: name })}
      alert={state === 'failed' && formatMessage({ id: 'albums.delete.failed' })}
      footer={
        <>
          {/* The safe one has focus: a key pressed in haste deletes nothing. */}
          <Button data-initial-focus isDisabled={isPending} onPress={onClose}>
            {formatMessage({ id: 'common.cancel' })}
          </Button>
          <Button variant="danger" isPending={isPending} onPress={() => void confirm()}>
            {formatMessage({ id: submit })}
          </Button>
        </>
      }
    >
      <p>{formatMessage({ id: text })}</p>
    </Dialog>
  )
}
