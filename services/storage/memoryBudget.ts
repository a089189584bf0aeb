import { Refusal } from './formats/refusal.ts'

export interface MemoryBudget {
  /**
   * Runs `work` once enough memory is free. Work starts in the order of the calls, so that small work cannot starve
   * large work.
   * @param bytes how much memory the work takes at most
   * @throws Refusal if the work takes more than the whole budget; the signal's reason if the signal is aborted before
   *   the work starts
   */
  use<Result>(bytes: number, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>
}

interface Waiting {
  readonly bytes: number
  readonly start: () => void
}

/** Limits the memory of all work that runs at the same time in this process. */
export function createMemoryBudget(total: number): MemoryBudget {
  let free = total
  const queue: Waiting[] = []

  const startNext = (): void => {
    for (let next = queue[0]; next && next.bytes <= free; next = queue[0]) {
      queue.shift()
      free -= next.bytes
      next.start()
    }
  }
  const take = async (bytes: number, signal: AbortSignal): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = { bytes, start: resolve }
    const leave = (): void => {
      const place = queue.indexOf(waiting)
      if (place === -1) return
      queue.splice(place, 1)
      reject(signal.reason)
      startNext()
    }
    queue.push(waiting)
    signal.addEventListener('abort', leave)
    startNext()
    await promise.finally(() => signal.removeEventListener('abort', leave))
  }

  return {
    use: async (bytes, signal, work) => {
      signal.throwIfAborted()
      if (bytes > total) {
        const [needed, allowed] = [bytes, total].map((value) => Math.round(value / 1_000_000))
        throw new Refusal(
          'TOO_MANY_PIXELS',
          `Decoding the picture takes ${needed} MB, more than the ${allowed} MB allowed.`,
        )
      }
      await take(bytes, signal)
      try {
        return await work()
      } finally {
        free += bytes
        startNext()
      }
    },
  }
}
