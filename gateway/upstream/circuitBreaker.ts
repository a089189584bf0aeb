import type { UpstreamSettings } from './settings.ts'

/** What a circuit breaker reports. */
export interface CircuitListener {
  /** The upstream has stopped answering. */
  onOpen(): void
  /** It answers again. */
  onClose(): void
}

type CircuitSettings = Pick<UpstreamSettings, 'failures' | 'failureTime' | 'probeInterval'>

/** Milliseconds without a call, after which the next operation is let through with all its calls. */
const quiet = 1_000
/** Milliseconds within which the first calls of an operation come. */
const together = 25

/**
 * Opens when an upstream has failed so many times in a row, and for so long; any answer ends the row. While it is open,
 * a call is let through every `probeInterval` whatever became of the one before, and the first answer closes it:
 * a probe that hangs does not delay the recovery (docs/decisions/0206). Times are those of `performance.now()`.
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

  /** Whether a call may be made now. While the circuit is open, a yes is the probe's. */
  admits(now: number): boolean {
    if (!this.#isOpen) return true
    if (now < this.#nextProbe) return now < this.#lastProbeEnds
    this.#lastProbeEnds = now - this.#nextProbe > quiet ? now + together : now
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

  /** @param sent when the call was made that failed now; one that is older than the last success tells nothing new */
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
