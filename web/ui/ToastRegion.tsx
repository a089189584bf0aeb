import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import { IconButton } from './IconButton.tsx'
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from './laterIcons.tsx'
import { type ShownToast, type ToastEnd, closeToast, currentToasts, subscribeToToasts } from './toasts.ts'
import { keepOffControls } from './toastPlace.ts'
import styles from './ToastRegion.module.css'

const icons = { info: <InfoIcon />, success: <CheckIcon />, error: <WarningIcon /> }

/**
 * The region in which toasts appear; rendered once. It is rendered while empty, so that screen readers announce the
 * first toast, and stays reachable while a dialog is open. Toasts cover no control if there is room for them elsewhere.
 * F6 moves the focus to the newest toast and back.
 */
export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts)
  const { formatMessage } = useIntl()
  const region = useRef<HTMLElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)
  const hasFocus = useRef(false)
  useToastKey(region, cameFrom)
  useLayoutEffect(() => {
    if (toasts.length === 0 || !region.current) return undefined
    return keepOffControls(region.current)
  }, [toasts])
  useEffect(() => {
    if (!hasFocus.current || region.current?.contains(document.activeElement)) return
    // The focused element has disappeared with its toast.
    hasFocus.current = false
    returnFocus(cameFrom)
    // Runs when a toast is shown or closed.
    // eslint-disable-next-line react/exhaustive-effect-dependencies
  }, [toasts])
  return (
    // The handlers do not react to presses: they only store where the focus is and where it came from.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={region}
      aria-label={formatMessage({ id: 'toasts.region' })}
      aria-keyshortcuts="F6"
      // Without this attribute, React Aria hides the toasts from screen readers while a dialog is open.
      data-react-aria-top-layer="true"
      className={styles.region}
      onFocus={({ currentTarget, relatedTarget }) => {
        hasFocus.current = true
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) {
          cameFrom.current = relatedTarget
        }
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        hasFocus.current = currentTarget.contains(relatedTarget)
      }}
    >
      <ol aria-live="polite" aria-relevant="additions" className={styles.list}>
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} onClose={(end) => closeToast(toast.id, end)} />
        ))}
      </ol>
    </section>
  )
}

interface ToastItemProps {
  readonly toast: ShownToast
  readonly onClose: (end: ToastEnd) => void
}

function ToastItem({ toast, onClose }: ToastItemProps) {
  const { formatMessage } = useIntl()
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  useTimeout(toast, isPointed || isFocused)
  return (
    // The handlers do not react to presses: they pause the timeout while the pointer or the focus is on the toast.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes(styles.toast, styles[toast.kind])}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {icons[toast.kind]}
      <div className={styles.text}>
        <p>{toast.content ?? toast.message}</p>
        {toast.details?.map((line) => (
          <p key={line} className={styles.detail}>
            {line}
          </p>
        ))}
        {toast.progress !== undefined && (
          <progress className={styles.progress} aria-label={toast.message} value={toast.progress} />
        )}
      </div>
      {toast.action && (
        <Button
          variant="quiet"
          size="small"
          className={styles.action}
          onPress={() => {
            toast.action?.onPress()
            onClose('action')
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton
        label={formatMessage({ id: 'common.dismiss' })}
        icon={<CloseIcon size={18} />}
        onPress={() => onClose('dismissed')}
      />
    </li>
  )
}

/** Closes the toast after its timeout. The remaining time does not run while it is paused. */
function useTimeout({ id, timeout }: ShownToast, isPaused: boolean): void {
  const remaining = useRef(timeout)
  useEffect(() => {
    if (isPaused || remaining.current === null) return undefined
    const started = performance.now()
    const timer = setTimeout(() => closeToast(id, 'timeout'), remaining.current)
    return () => {
      clearTimeout(timer)
      if (remaining.current !== null) remaining.current -= performance.now() - started
    }
  }, [isPaused, id])
}

/** F6 moves the focus to the newest toast, and from there back to where it was. */
function useToastKey(region: RefObject<HTMLElement | null>, cameFrom: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const newest = region.current?.querySelector<HTMLElement>('li:last-child :is(a, button)')
      if (!newest) return
      event.preventDefault()
      if (region.current?.contains(document.activeElement)) returnFocus(cameFrom)
      else newest.focus()
    }
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [region, cameFrom])
}

/** Returns the focus to where it came from, or to the content if that element no longer exists. */
function returnFocus(cameFrom: RefObject<HTMLElement | null>): void {
  const target = cameFrom.current?.isConnected ? cameFrom.current : document.getElementById('main')
  target?.focus({ preventScroll: true })
}
