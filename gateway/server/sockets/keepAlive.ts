import { closeCodes } from './closeCodes.ts'
import type { Peer } from './peer.ts'

/** Maximum interval in ms between two checks. */
const maximumCheckInterval = 1_000

/**
 * Checks all open sockets with one shared timer. Pings each socket once per interval, terminates it if the previous
 * ping was not answered, and closes it when its token has expired. Sockets are spread over groups that are pinged in
 * turn.
 */
export class KeepAlive {
  readonly #groups: readonly Set<Peer>[]
  readonly #timer: NodeJS.Timeout
  #current = 0
  #added = 0

  /** @param interval time in ms between two pings of a socket */
  constructor(interval: number) {
    const checkInterval = Math.min(maximumCheckInterval, interval)
    this.#groups = Array.from({ length: Math.max(1, Math.round(interval / checkInterval)) }, () => new Set<Peer>())
    this.#timer = setInterval(() => this.#check(), checkInterval).unref()
  }

  /** Watches a socket until it is closed. */
  watch(peer: Peer): void {
    this.#added += 1
    const group = this.#groups[this.#added % this.#groups.length]
    group?.add(peer)
    peer.socket.on('pong', () => {
      peer.isAlive = true
    })
    peer.socket.on('close', () => group?.delete(peer))
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #check(): void {
    const now = Date.now()
    for (const group of this.#groups) for (const peer of group) closeIfExpired(peer, now)
    this.#current = (this.#current + 1) % this.#groups.length
    for (const peer of this.#groups[this.#current] ?? []) ping(peer)
  }
}

function closeIfExpired({ viewer, isOpen, socket }: Peer, now: number): void {
  if (isOpen && viewer && viewer.expires <= now) socket.close(closeCodes.forbidden, 'The access token has expired')
}

function ping(peer: Peer): void {
  if (!peer.isAlive) {
    peer.socket.terminate()
    return
  }
  peer.isAlive = false
  if (peer.isOpen) peer.socket.ping()
}
