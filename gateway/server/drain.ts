import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Milliseconds from its beginning in which everything is to be answered. */
const answerTime = 9_000
/** Milliseconds between two looks at whether everything is answered. */
const lookPause = 50

/** Whether the gateway is on its way out: it answers what it has and wants nothing new. */
export class Drain {
  #began: number | undefined
  #inFlight = 0

  get hasBegun(): boolean {
    return this.#began !== undefined
  }

  begin(): void {
    this.#began ??= performance.now()
  }

  /** Milliseconds that an operation may take that begins now: so many at most, and fewer when the end is near. */
  timeFor(most: number): number {
    if (this.#began === undefined) return most
    return Math.max(1, Math.min(most, this.#began + answerTime - performance.now()))
  }

  /** Counts what a server has been asked and has not answered. */
  watch(server: Server): void {
    server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
      this.#inFlight += 1
      response.once('close', () => {
        this.#inFlight -= 1
      })
    })
  }

  /**
   * Ends all connections of a closing server once everything is answered. A client that is silent in the middle of its
   * request would else hold up the end.
   */
  endConnections(server: Server): void {
    if (!server.listening) return
    const look = setInterval(() => {
      if (this.#inFlight === 0) server.closeAllConnections()
    }, lookPause)
    server.once('close', () => clearInterval(look))
  }
}
