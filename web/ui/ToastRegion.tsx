import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import { IconButton } from './IconButton.tsx'
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from './icons.tsx'
import { type ShownToast, type ToastEnd, closeToast, currentToasts, subscribeToToasts } from './toasts.ts'
import styles from './ToastRegion.module.css'

const icons = { info: <InfoIcon />, success: <CheckIcon />, error: <WarningIcon /> }

/**
 * Where toasts appear; rendered once. It is in the page before any toast is, so that screen readers announce the first,
 * and it stays reachable beside an open dialog. F6 goes to the newest toast, and back.
 */
export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts)
  const { formatMessage } = useIntl()
  const region = useRef<HTMLElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)
  const hasFocus = useRef(false)
  useWayByKey(region, cameFrom)
  useEffect(() => {
    if (!hasFocus.current || region.current?.contains(document.activeElement)) return
    // What had the focus is gone with its toast, whoever took that away.
    hasFocus.current = false
    goBack(cameFrom)
    // Runs when a toast comes or goes.
    // eslint-disable-next-line react/exhaustive-effect-dependencies
  }, [toasts])
  return (
    // Not interaction: it only remembers where focus is and came from.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={region}
      aria-label={formatMessage({ id: 'toasts.region' })}
      aria-keyshortcuts="F6"
      // React Aria hides everything else from screen readers while a dialog is open.
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
    // Not interaction: whoever reads it, with the pointer or focus on it, is given time.
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

/** Ends the toast when its time is over; it stands still while it is paused. */
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

/** F6 goes to the newest toast, and from there back to where focus was. */
function useWayByKey(region: RefObject<HTMLElement | null>, cameFrom: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const newest = region.current?.querySelector<HTMLElement>('li:last-child :is(a, button)')
      if (!newest) return
      event.preventDefault()
      if (region.current?.contains(document.activeElement)) goBack(cameFrom)
      else newest.focus()
    }
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [region, cameFrom])
}

/** To where focus came from; to the content where that is gone. */
function goBack(cameFrom: RefObject<HTMLElement | null>): void {
  const target = cameFrom.current?.isConnected ? cameFrom.current : document.getElementById('main')
  target?.focus({ preventScroll: true })
}
