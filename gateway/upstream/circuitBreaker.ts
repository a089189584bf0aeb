import type { UpstreamSettings } from './settings.ts'

/** What a circuit breaker reports. */
export interface CircuitListener {
  /** The upstream has stopped answering. */
  onOpen(): void
  /** It answers again. */
  onClose(): void
}

/**
 * Opens when an upstream has failed so many times in a row, and for so long; any answer ends the row. While it is open,
 * a call is let through every `probeInterval` whatever became of the one before, and the first answer closes it:
 * a probe that hangs does not delay the recovery (docs/decisions/0206). Times are those of `performance.now()`.
 */
export class CircuitBreaker {
  readonly #settings: Pick<UpstreamSettings, 'failures' | 'failureTime' | 'probeInterval'>
  readonly #listener: CircuitListener
  #failures = 0
  #firstFailure = 0
  #isOpen = false
  #nextProbe = 0

  constructor(
    settings: Pick<UpstreamSettings, 'failures' | 'failureTime' | 'probeInterval'>,
    listener: CircuitListener,
  ) {
    this.#settings = settings
    this.#listener = listener
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Whether a call may be made now. While the circuit is open, a yes is the probe's. */
  admits(now: number): boolean {
    if (!this.#isOpen) return true
    if (now < this.#nextProbe) return false
    this.#nextProbe = now + this.#settings.probeInterval
    return true
  }

  succeeded(): void {
    this.#failures = 0
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#listener.onClose()
  }

  failed(now: number): void {
    if (this.#isOpen) return
    if (this.#failures === 0) this.#firstFailure = now
    this.#failures += 1
    if (this.#failures < this.#settings.failures || now - this.#firstFailure < this.#settings.failureTime) return
    this.#isOpen = true
    this.#nextProbe = now + this.#settings.probeInterval
    this.#listener.onOpen()
  }
}
