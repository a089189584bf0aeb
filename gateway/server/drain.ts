import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** How long (ms) the requests in flight may take after the drain begins. */
const answerTime = 9_000
/** How often (ms) to check whether all requests are answered. */
const checkInterval = 50

/** The state of a graceful shutdown: the gateway answers requests in flight and reports that it is not ready. */
export class Drain {
  #began: number | undefined
  #inFlight = 0

  get hasStarted(): boolean {
    return this.#began !== undefined
  }

  begin(): void {
    this.#began ??= performance.now()
  }

  /** The time limit in ms for an operation that starts now: `limit`, or less while draining. */
  timeFor(limit: number): number {
    if (this.#began === undefined) return limit
    return Math.max(1, Math.min(limit, this.#began + answerTime - performance.now()))
  }

  /** Counts the requests in flight of a server. */
  watch(server: Server): void {
    server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
      this.#inFlight += 1
      response.once('close', () => {
        this.#inFlight -= 1
      })
    })
  }

  /**
   * Closes all connections of a closing server once all requests are answered. Otherwise a client that stops in the
   * middle of sending a request would block the shutdown.
   */
  endConnections(server: Server): void {
    if (!server.listening) return
    const timer = setInterval(() => {
      if (this.#inFlight === 0) server.closeAllConnections()
    }, checkInterval)
    server.once('close', () => clearInterval(timer))
  }
}
