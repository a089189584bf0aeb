const windowMilliseconds = 30_000
const firstEstimateMilliseconds = 4_000
const changeMilliseconds = 5_000
/**
 * The shown time increases only if the estimate is higher by this factor, because users trust a time that counts down.
 */
const riseThreshold = 1.25

interface Sample {
  readonly time: number
  readonly bytesDone: number
}

/** Estimates the remaining time of the uploads from the speed of the last 30 s, and smooths it. */
export class RemainingTime {
  #samples: Sample[] = []
  #shown: { readonly minutes: number; readonly time: number } | null = null

  /** Discards all samples, after the uploads have stopped. */
  reset(): void {
    this.#samples = []
    this.#shown = null
  }

  /** Whole minutes, 0 for less than one; null while there are too few samples. `time` is in ms. */
  minutes(time: number, bytesDone: number, bytesTotal: number): number | null {
    this.#samples.push({ time, bytesDone })
    while (this.#samples.length > 1 && time - (this.#samples[0]?.time ?? time) > windowMilliseconds)
      this.#samples.shift()
    if (this.#shown && time - this.#shown.time < changeMilliseconds) return this.#shown.minutes
    const estimate = this.#estimate(time, bytesDone, bytesTotal)
    if (estimate === null) return this.#shown?.minutes ?? null
    const isHardlyLater =
      this.#shown && estimate > this.#shown.minutes && estimate < this.#shown.minutes * riseThreshold + 1
    const minutes = isHardlyLater && this.#shown ? this.#shown.minutes : Math.floor(estimate)
    this.#shown = { minutes, time }
    return minutes
  }

  #estimate(time: number, bytesDone: number, bytesTotal: number): number | null {
    const first = this.#samples[0]
    if (!first || time - first.time < firstEstimateMilliseconds || bytesDone <= first.bytesDone) return null
    const bytesPerMillisecond = (bytesDone - first.bytesDone) / (time - first.time)
    const minutes = (bytesTotal - bytesDone) / bytesPerMillisecond / 60_000
    return minutes < 1 ? 0 : Math.ceil(minutes)
  }
}
