import { closeCodes } from './closeCodes.ts'
import type { Peer } from './peer.ts'

/** The longest pause between two looks at the clock, in milliseconds. */
const longestTick = 1_000

/**
 * Looks after open sockets by one timer for all: asks each for a sign of life once per interval, in turns, cuts off
 * those that did not answer the last time, and closes those whose token has expired.
 */
export class KeepAlive {
  readonly #turns: readonly Set<Peer>[]
  readonly #timer: NodeJS.Timeout
  #turn = 0
  #added = 0

  /** @param interval milliseconds */
  constructor(interval: number) {
    const tick = Math.min(longestTick, interval)
    this.#turns = Array.from({ length: Math.max(1, Math.round(interval / tick)) }, () => new Set<Peer>())
    this.#timer = setInterval(() => this.#look(), tick).unref()
  }

  /** From now on, until its socket is closed. */
  watch(peer: Peer): void {
    this.#added += 1
    const turn = this.#turns[this.#added % this.#turns.length]
    turn?.add(peer)
    peer.socket.on('pong', () => {
      peer.isAlive = true
    })
    peer.socket.on('close', () => turn?.delete(peer))
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const now = Date.now()
    for (const turn of this.#turns) for (const peer of turn) closeIfExpired(peer, now)
    this.#turn = (this.#turn + 1) % this.#turns.length
    for (const peer of this.#turns[this.#turn] ?? []) askForLife(peer)
  }
}

function closeIfExpired({ viewer, isOpen, socket }: Peer, now: number): void {
  if (isOpen && viewer && viewer.expires <= now) socket.close(closeCodes.forbidden, 'The access token has expired')
}

function askForLife(peer: Peer): void {
  if (!peer.isAlive) {
    peer.socket.terminate()
    return
  }
  peer.isAlive = false
  if (peer.isOpen) peer.socket.ping()
}
