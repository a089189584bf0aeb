import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Dialog } from '../../../ui/Dialog.tsx'
import styles from './ParticipantsDialog.module.css'

export interface ParticipantsDialogProps {
  readonly emails: readonly string[]
  /** The owner's options for the participants. */
  readonly children: ReactNode
  readonly onClose: () => void
}

/** The participants of a shared album. */
export function ParticipantsDialog({ emails, children, onClose }: ParticipantsDialogProps) {
  const { formatMessage } = useIntl()
  return (
    <Dialog
      isOpen
      size="small"
      onClose={onClose}
      title={formatMessage({ id: 'sharedAlbum.sharedWith' }, { count: emails.length })}
    >
      <ul className={styles.emails}>
        {emails.map((email) => (
          <li key={email}>{email}</li>
        ))}
      </ul>
      {children}
    </Dialog>
  )
}
