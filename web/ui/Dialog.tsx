import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal'
import { type ReactNode, useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { classes } from './classes.ts'
import { hasContent } from './hasContent.ts'
import { IconButton } from './IconButton.tsx'
import { CloseIcon, WarningIcon } from './icons.tsx'
import styles from './Dialog.module.css'

export interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
  /** What failed: read aloud as soon as it is there. */
  readonly alert?: ReactNode
  /** Buttons at the foot, the main one last. */
  readonly footer?: ReactNode
  readonly size?: 'small' | 'medium' | 'large'
  /** False while leaving would lose something: then neither Escape nor a click beside the dialog closes it. */
  readonly isDismissable?: boolean
  /** While what it asked for is under way: until that has ended it stays. */
  readonly isPending?: boolean
  /** `alertdialog` for a question that must be answered. */
  readonly role?: 'dialog' | 'alertdialog'
  /** Makes a form of it, which Enter in a field submits; its main button is of type `submit`. */
  readonly onSubmit?: () => void
}

/**
 * A modal dialog: Escape closes the newest, the page behind neither scrolls nor takes focus, focus returns on close.
 * Focus begins at what has `data-initial-focus`: the safe button of a question about a loss.
 */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, size = 'medium', isDismissable = true, isPending = false, role = 'dialog' } = props
  const { formatMessage } = useIntl()
  const canLeave = isDismissable && !isPending
  return (
    <ModalOverlay
      className={classes(styles.overlay)}
      isOpen={isOpen}
      isDismissable={canLeave}
      isKeyboardDismissDisabled={!canLeave}
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
              <IconButton
                label={formatMessage({ id: 'common.close' })}
                icon={<CloseIcon />}
                isPending={isPending}
                onPress={onClose}
              />
            )}
          </header>
          <Content {...props} />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

function Content({ children, alert, footer, isPending = false, onSubmit }: DialogProps) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    body.current?.parentElement?.querySelector<HTMLElement>('[data-initial-focus]')?.focus()
  }, [])
  const content = (
    <>
      <div ref={body} aria-busy={isPending} className={styles.body}>
        {children}
        {/* In the page before there is anything to say, so that it is heard. */}
        <div role="alert">
          {hasContent(alert) && (
            <div className={styles.alert}>
              <WarningIcon size={20} />
              <div>{alert}</div>
            </div>
          )}
        </div>
      </div>
      {hasContent(footer) && <footer className={styles.footer}>{footer}</footer>}
    </>
  )
  if (!onSubmit) return content
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) onSubmit()
      }}
    >
      {content}
    </form>
  )
}
