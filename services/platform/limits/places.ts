import type { ServerResponse } from 'node:http'

/**
 * How many requests of one caller are worked on at once. One thread works on all requests, so a higher number would not
 * make a caller faster, but would make all other callers wait longer.
 */
const placesPerCaller = 3
/**
 * How long (ms) a request keeps its place. A request that takes longer usually does no work: it waits for its client's
 * bytes or for a slow operation.
 */
const holdMilliseconds = 100

interface Caller {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * Limits how many requests of one caller are worked on at once. The database and the event loop work on requests in the
 * order of arrival: without this limit, the requests of all others would wait behind a burst of one caller. Slow bodies
 * and downloads hold a place only for a moment, so that many of them can run at once.
 */
export class Places {
  readonly #callers = new Map<string, Caller>()

  /** The number of callers with requests. */
  get size(): number {
    return this.#callers.size
  }

  /**
   * Takes a place until the response is closed, but not longer than `holdMilliseconds`.
   * @returns undefined if a place is free, otherwise a promise that resolves when the request gets one
   */
  enter(name: string, response: ServerResponse): Promise<void> | undefined {
    const caller = this.#callers.get(name) ?? { running: 0, waiting: [] }
    this.#callers.set(name, caller)
    if (caller.running < placesPerCaller) {
      caller.running += 1
      this.#hold(name, caller, response)
      return undefined
    }
    return new Promise((resolve) => {
      caller.waiting.push(() => {
        this.#hold(name, caller, response)
        resolve()
      })
    })
  }

  #hold(name: string, caller: Caller, response: ServerResponse): void {
    const leave = () => {
      clearTimeout(timer)
      response.off('close', leave)
      const next = caller.waiting.shift()
      if (next) return next()
      caller.running -= 1
      if (caller.running === 0) this.#callers.delete(name)
    }
    // The client may have disconnected while its request waited.
    const timer = setTimeout(leave, response.destroyed ? 0 : holdMilliseconds).unref()
    response.once('close', leave)
  }
}
