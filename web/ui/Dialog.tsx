import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { classes } from './classes.ts'
import { hasContent } from './hasContent.ts'
import { IconButton } from './IconButton.tsx'
import { CloseIcon } from './icons.tsx'
import styles from './Dialog.module.css'

export interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
  /** Buttons at the foot, the main one last. */
  readonly footer?: ReactNode
  readonly size?: 'small' | 'medium' | 'large'
  /** False while leaving would lose something: then neither Escape nor a click beside the dialog closes it. */
  readonly isDismissable?: boolean
  /** `alertdialog` for a question that must be answered. */
  readonly role?: 'dialog' | 'alertdialog'
}

/** A modal dialog: Escape closes the newest, the page behind neither scrolls nor takes focus, focus returns on close. */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, children, footer, size = 'medium', isDismissable = true, role = 'dialog' } = props
  const { formatMessage } = useIntl()
  return (
    <ModalOverlay
      className={classes(styles.overlay)}
      isOpen={isOpen}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Modal className={classes(styles.modal, styles[size])}>
        <AriaDialog role={role} className={classes(styles.dialog)}>
          <header className={styles.header}>
            <Heading slot="title" level={2} className={classes(styles.title)}>
              {title}
            </Heading>
            {isDismissable && (
              <IconButton label={formatMessage({ id: 'common.close' })} icon={<CloseIcon />} onPress={onClose} />
            )}
          </header>
          <div className={styles.body}>{children}</div>
          {hasContent(footer) && <footer className={styles.footer}>{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
