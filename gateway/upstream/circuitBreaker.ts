import type { UpstreamSettings } from './settings.ts'

/** Called when the circuit changes. */
export interface CircuitListener {
  /** The upstream stopped responding. */
  onOpen(): void
  /** The upstream responds again. */
  onClose(): void
}

type CircuitSettings = Pick<UpstreamSettings, 'failures' | 'failureTime' | 'probeInterval'>

/** If no call comes for this long (ms) after a probe is due, all calls within `burstTime` count as that probe. */
const idleTime = 1_000
/** An operation makes its first calls within this time (ms), so they are admitted as one probe. */
const burstTime = 25

/**
 * Opens after a number of consecutive failures over a minimum time; any success resets the count. While open, it admits
 * a probe every `probeInterval`, even if the last probe is still running, and the first success closes the circuit. A
 * hanging probe therefore does not delay recovery (docs/decisions/0206). Times are those of `performance.now()`.
 */
export class CircuitBreaker {
  readonly #settings: CircuitSettings
  readonly #listener: CircuitListener
  #failures = 0
  #firstFailure = 0
  #lastSuccess = 0
  #isOpen = false
  #nextProbe = 0
  #lastProbeEnds = 0

  constructor(settings: CircuitSettings, listener: CircuitListener) {
    this.#settings = settings
    this.#listener = listener
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** True when a call may be made. While the circuit is open, true means that the call is made as a probe. */
  admits(now: number): boolean {
    if (!this.#isOpen) return true
    if (now < this.#nextProbe) return now < this.#lastProbeEnds
    this.#lastProbeEnds = now - this.#nextProbe > idleTime ? now + burstTime : now
    this.#nextProbe = now + this.#settings.probeInterval
    return true
  }

  succeeded(now: number): void {
    this.#failures = 0
    this.#lastSuccess = now
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#listener.onClose()
  }

  /**
   * Counts a failure.
   * @param sent when the failed call was made; a failure of a call from before the last success is ignored
   */
  failed(sent: number, now: number): void {
    if (this.#isOpen || sent < this.#lastSuccess) return
    if (this.#failures === 0) this.#firstFailure = now
    this.#failures += 1
    if (this.#failures < this.#settings.failures || now - this.#firstFailure < this.#settings.failureTime) return
    this.#isOpen = true
    this.#nextProbe = now + this.#settings.probeInterval
    this.#listener.onOpen()
  }
}
