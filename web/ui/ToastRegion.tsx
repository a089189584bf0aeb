import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import { IconButton } from './IconButton.tsx'
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from './icons.tsx'
import { closeToast, currentToasts, subscribeToToasts } from './toasts.ts'
import type { ShownToast } from './toasts.ts'
import styles from './ToastRegion.module.css'

const icons = { info: <InfoIcon />, success: <CheckIcon />, error: <WarningIcon /> }

/** Where toasts appear; rendered once. It is in the page before any toast is, so that screen readers announce the first. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts)
  const { formatMessage } = useIntl()
  return (
    <section aria-label={formatMessage({ id: 'toasts.region' })} className={styles.region}>
      <ol aria-live="polite" aria-relevant="additions" className={styles.list}>
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} />
        ))}
      </ol>
    </section>
  )
}

function ToastItem({ toast }: { readonly toast: ShownToast }) {
  const { formatMessage } = useIntl()
  const [isPaused, setPaused] = useState(false)
  const remaining = useRef<number>(toast.timeout)
  useEffect(() => {
    if (isPaused) return undefined
    const started = performance.now()
    const timer = setTimeout(() => closeToast(toast.id), remaining.current)
    return () => {
      clearTimeout(timer)
      remaining.current -= performance.now() - started
    }
  }, [isPaused, toast.id])
  return (
    // Not interaction: whoever reads it, with the pointer or focus on it, is given time.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes(styles.toast, styles[toast.kind])}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {icons[toast.kind]}
      <span className={styles.message}>{toast.message}</span>
      {toast.action && (
        <Button
          variant="quiet"
          size="small"
          className={styles.action ?? ''}
          onPress={() => {
            toast.action?.onPress()
            closeToast(toast.id)
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton
        label={formatMessage({ id: 'common.dismiss' })}
        icon={<CloseIcon size={18} />}
        onPress={() => closeToast(toast.id)}
      />
    </li>
  )
}
