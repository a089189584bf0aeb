/**
 * A latch: the bell remembers that it rang since the last reset, so that no ring is lost between a query and the wait
 * after it.
 */
export interface Bell {
  reset(): void
  /**
   * Resolves at the next ring, or when the signal is aborted. Resolves immediately if the bell has rung since the last
   * reset.
   */
  rung(signal?: AbortSignal): Promise<void>
  remove(): void
}

/** Wakes the readers that wait for the events of an owner. */
export interface WakeUps {
  wake(owner: string): void
  wakeAll(): void
  /**
   * @param owner if undefined, the events of every owner ring the bell
   */
  bell(owner?: string): Bell
}

export function createWakeUps(): WakeUps {
  const bells = new Map<string | undefined, Set<{ ring(): void }>>()
  const ringOf = (owner: string | undefined) => {
    for (const bell of bells.get(owner) ?? []) bell.ring()
  }
  return {
    wake(owner) {
      ringOf(owner)
      ringOf(undefined)
    },
    wakeAll() {
      for (const owner of bells.keys()) ringOf(owner)
    },
    bell(owner) {
      const bell = createBell(() => {
        const others = bells.get(owner)
        others?.delete(bell)
        if (others?.size === 0) bells.delete(owner)
      })
      const others = bells.get(owner) ?? new Set()
      bells.set(owner, others.add(bell))
      return bell
    },
  }
}

function createBell(remove: () => void): Bell & { ring(): void } {
  let wasRung = false
  let wakeWaiting: (() => void) | undefined
  return {
    ring() {
      wasRung = true
      wakeWaiting?.()
    },
    reset() {
      wasRung = false
    },
    async rung(signal) {
      if (wasRung || signal?.aborted) return
      const { promise, resolve } = Promise.withResolvers<void>()
      wakeWaiting = resolve
      signal?.addEventListener('abort', wakeWaiting, { once: true })
      await promise
      signal?.removeEventListener('abort', wakeWaiting)
      wakeWaiting = undefined
    },
    remove,
  }
}
