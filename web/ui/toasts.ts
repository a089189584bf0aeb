import type { ReactNode } from 'react'

/** Why a toast was closed: by its timeout, by the user, by its action, or by code. */
export type ToastEnd = 'timeout' | 'dismissed' | 'action' | 'closed'

export interface Toast {
  readonly message: string
  /** The message with links or other elements. */
  readonly content?: ReactNode
  readonly kind: 'info' | 'success' | 'error'
  /** More information, one line each. */
  readonly details?: readonly string[]
  readonly action?: { readonly label: string; readonly onPress: () => void }
  /** The progress of an action, 0 to 1. */
  readonly progress?: number
  /** The timeout in ms: 5 s for an action that starts, 10 s for a result. With null, the toast stays. */
  readonly timeout: 5_000 | 10_000 | null
  /** Called once, when the toast was closed. */
  readonly onClose?: (end: ToastEnd) => void
}

export interface ShownToast extends Toast {
  readonly id: number
}

/** Controls a shown toast. */
export interface ToastHandle {
  /** Closes the toast. Does nothing if it is closed already. */
  readonly close: () => void
  /** Updates the toast. Screen readers do not announce it again. */
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

/** Closes a toast. Does nothing if it is closed already. */
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

/** Calls the listener after every change. Returns a function that unsubscribes. */
export function subscribeToToasts(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
