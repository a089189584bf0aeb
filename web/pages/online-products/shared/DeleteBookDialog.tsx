import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useSession } from '../../../app/sessionContext.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { deleteBook } from './deleteBook.ts'
import type { NamedBook } from './restoreBook.ts'

export interface DeleteBookDialogProps {
  readonly book: NamedBook
  readonly onClose: () => void
}

/** Asks before a book is deleted. After a failure the dialog stays open and shows an alert. */
export function DeleteBookDialog({ book, onClose }: DeleteBookDialogProps) {
  const { formatMessage } = useIntl()
  const session = useSession()
  const [state, setState] = useState<'asking' | 'pending' | 'failed'>('asking')
  const confirm = async () => {
    setState('pending')
    if (await deleteBook(session, book)) onClose()
    else setState('failed')
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      isPending={state === 'pending'}
      title={formatMessage({ id: 'onlineBooks.delete.title' }, { title: book.title })}
      alert={state === 'failed' && formatMessage({ id: 'onlineBooks.delete.failed' })}
      submit={formatMessage({ id: 'onlineBooks.delete.submit' })}
      onConfirm={() => void confirm()}
    >
      <p>{formatMessage({ id: 'onlineBooks.delete.text' })}</p>
    </ConfirmDialog>
  )
}
