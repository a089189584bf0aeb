const windowMilliseconds = 30_000
const firstEstimateMilliseconds = 4_000
const changeMilliseconds = 5_000
/** The time shown goes up only when it is really wrong: a person believes what counts down. */
const riseThreshold = 1.25

interface Sample {
  readonly time: number
  readonly bytesDone: number
}

/** Tells how long the uploads will still take, by the speed of the last half minute, without jumping about. */
export class RemainingTime {
  #samples: Sample[] = []
  #shown: { readonly minutes: number; readonly time: number } | null = null

  /** Begins anew, after a stop. */
  forget(): void {
    this.#samples = []
    this.#shown = null
  }

  /** Whole minutes, 0 for less than one; null while there is too little to go by. `time` is in milliseconds. */
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
