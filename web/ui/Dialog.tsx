import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal'
import { type ReactNode, useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { classes } from './classes.ts'
import { hasContent } from './hasContent.ts'
import { IconButton } from './IconButton.tsx'
import { CloseIcon, WarningIcon } from './laterIcons.tsx'
import { useRootAttribute } from './useRootAttribute.ts'
import styles from './Dialog.module.css'

export interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
  /** A failure, which screen readers announce when it appears. */
  readonly alert?: ReactNode
  /** The buttons at the bottom, the main one last. */
  readonly footer?: ReactNode
  readonly size?: 'small' | 'medium' | 'large'
  /** False while closing would lose data: then neither Escape nor a click outside of the dialog closes it. */
  readonly isDismissable?: boolean
  /** The action is running; the dialog cannot be closed. */
  readonly isPending?: boolean
  /** `alertdialog` for a question that must be answered. */
  readonly role?: 'dialog' | 'alertdialog'
  /** Makes the dialog a form, which Enter in a field submits. Its main button must have the type `submit`. */
  readonly onSubmit?: () => void
}

/**
 * A modal dialog. Escape closes the topmost one. The page behind neither scrolls nor gets the focus. When the dialog
 * closes, the focus returns to the element that had it. If that element no longer exists, the focus moves to the dialog
 * below, or to the content of the page. The element with `data-initial-focus` gets the focus first, for example Cancel
 * in a `ConfirmDialog`.
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
  useRootAttribute('data-has-dialog')
  useEffect(() => restoreLostFocus, [])
  useEffect(() => {
    body.current?.parentElement?.querySelector<HTMLElement>('[data-initial-focus]')?.focus()
  }, [])
  const content = (
    <>
      <div ref={body} aria-busy={isPending} className={styles.body}>
        {children}
        {/* Rendered while empty, so that screen readers announce later texts. */}
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

/** Moves the focus after a dialog has closed, if the element that had the focus before no longer exists. */
function restoreLostFocus(): void {
  // React Aria returns the focus in the next frame.
  requestAnimationFrame(() => {
    requestAnimationFrame(() => {
      const focused = document.activeElement
      const dialog = [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')].at(-1)
      const isLost = dialog ? !dialog.contains(focused) : focused === null || focused === document.body
      const next = dialog ?? document.getElementById('main')
      if (isLost) next?.focus({ preventScroll: true })
    })
  })
}
