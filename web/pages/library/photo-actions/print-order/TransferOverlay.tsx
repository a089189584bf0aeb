import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useIntl } from 'react-intl'
import { Button } from '../../../../ui/Button.tsx'
import { classes } from '../../../../ui/classes.ts'
import styles from './TransferOverlay.module.css'

interface TransferOverlayProps {
  readonly amount: number
  /** Called when the user cancels with the button or Escape. A click outside of the dialog does nothing. */
  readonly onCancel: () => void
}

/** Covers the page during the transfer to the editor. */
export function TransferOverlay({ amount, onCancel }: TransferOverlayProps) {
  const { formatMessage } = useIntl()
  return (
    <ModalOverlay isOpen isDismissable={false} onOpenChange={onCancel} className={classes(styles.overlay)}>
      <Modal className={classes(styles.modal)}>
        <Dialog role="alertdialog" className={classes(styles.dialog)}>
          <div aria-hidden="true" className={styles.prints}>
            <span className={styles.print} />
            <span className={styles.print} />
            <span className={styles.print} />
          </div>
          <Heading slot="title" level={2} className={classes(styles.title)}>
            {formatMessage({ id: 'printOrder.adding' }, { amount })}
          </Heading>
          <Button variant="quiet" onPress={onCancel}>
            {formatMessage({ id: 'common.cancel' })}
          </Button>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
