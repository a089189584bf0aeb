import type { ReactNode } from 'react'

/** Why a toast went: its time was over, it was dismissed, its action was pressed, or the code took it away. */
export type ToastEnd = 'timeout' | 'dismissed' | 'action' | 'closed'

/** What a toast says. */
export interface Toast {
  readonly message: string
  /** The same with what is more than text, such as a link. */
  readonly content?: ReactNode
  readonly kind: 'info' | 'success' | 'error'
  /** What more there is to know, one line each. */
  readonly details?: readonly string[]
  readonly action?: { readonly label: string; readonly onPress: () => void }
  /** How far something has come, 0 to 1. */
  readonly progress?: number
  /** Milliseconds until it leaves by itself: 5 s for what only begins, 10 s for what has ended; null: it stays. */
  readonly timeout: 5_000 | 10_000 | null
  /** Called once, when it is gone. */
  readonly onClose?: (end: ToastEnd) => void
}

export interface ShownToast extends Toast {
  readonly id: number
}

/** A toast that is shown, for whoever showed it. */
export interface ToastHandle {
  /** Takes it away; one that is gone already is no error. */
  readonly close: () => void
  /** Says something else in its place; screen readers do not repeat it. */
  readonly change: (change: Partial<Pick<Toast, 'message' | 'progress'>>) => void
}

type Listener = () => void

let toasts: readonly ShownToast[] = []
let nextId = 1
const listeners = new Set<Listener>()

function publish(next: readonly ShownToast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a toast at the top centre. */
export function showToast(toast: Omit<Toast, 'timeout'> & { readonly timeout?: Toast['timeout'] }): ToastHandle {
  const id = nextId
  nextId += 1
  publish([...toasts, { timeout: 10_000, ...toast, id }])
  return {
    close: () => closeToast(id),
    change: (change) => publish(toasts.map((shown) => (shown.id === id ? { ...shown, ...change } : shown))),
  }
}

/** Takes a toast away; one that is gone already is no error. */
export function closeToast(id: number, end: ToastEnd = 'closed'): void {
  const closed = toasts.find((toast) => toast.id === id)
  if (!closed) return
  publish(toasts.filter((toast) => toast !== closed))
  closed.onClose?.(end)
}

/** The toasts shown now, oldest first; the same array until something changes. */
export function currentToasts(): readonly ShownToast[] {
  return toasts
}

/** Calls the listener at every change; returns what ends that. */
export function subscribeToToasts(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
