/** Subscribes to a signal that ends the wait early. Returns the unsubscribe function. */
export type WakeUp = (listener: () => void) => () => void

/**
 * Waits for a time in ms. Resolves early when the browser comes online, the signal aborts, or `wakeUp` calls its
 * listener.
 */
export async function pause(milliseconds: number, signal: AbortSignal, wakeUp?: WakeUp): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      window.removeEventListener('online', end)
      stopWakeUp?.()
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
    window.addEventListener('online', end)
    const stopWakeUp = wakeUp?.(end)
  })
}
