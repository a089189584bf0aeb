import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Milliseconds between two looks at whether everything is answered. */
const lookPause = 50

/** Whether the gateway is on its way out: it answers what it has and wants nothing new. */
export class Drain {
  #hasBegun = false
  #inFlight = 0

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  begin(): void {
    this.#hasBegun = true
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
