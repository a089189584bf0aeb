/** What a toast says. */
export interface Toast {
  readonly message: string
  readonly kind: 'info' | 'success' | 'error'
  readonly action?: { readonly label: string; readonly onPress: () => void }
  /** Milliseconds until it leaves by itself: 5 s for what only begins, 10 s for what has ended. */
  readonly timeout: 5_000 | 10_000
}

export interface ShownToast extends Toast {
  readonly id: number
}

type Listener = () => void

let toasts: readonly ShownToast[] = []
let nextId = 1
const listeners = new Set<Listener>()

function publish(next: readonly ShownToast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a toast at the top centre. Returns what takes it away again. */
export function showToast(toast: Omit<Toast, 'timeout'> & { readonly timeout?: Toast['timeout'] }): () => void {
  const id = nextId
  nextId += 1
  publish([...toasts, { timeout: 10_000, ...toast, id }])
  return () => closeToast(id)
}

/** Takes a toast away; one that is gone already is no error. */
export function closeToast(id: number): void {
  if (toasts.some((toast) => toast.id === id)) publish(toasts.filter((toast) => toast.id !== id))
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
