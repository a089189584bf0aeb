const megabyte = 1_000_000
const gigabyte = 1_000_000_000
/**
 * The rate is computed from the latest samples only. A resumed run skips the blobs that were copied before, so the
 * average of the whole run would be too high.
 */
const maximumSamples = 12

/** Files and bytes. */
export interface Amount {
  readonly files: number
  readonly bytes: number
}

/** Reports the progress of the move, and estimates the time that is left. */
export class MoveProgress {
  readonly #all: Amount
  readonly #samples: { readonly at: number; readonly bytes: number }[] = []
  #files = 0
  #bytes = 0

  /** @param now in ms */
  constructor(all: Amount, now: number) {
    this.#all = all
    this.#samples.push({ at: now, bytes: 0 })
  }

  add(bytes: number): void {
    this.#files += 1
    this.#bytes += bytes
  }

  /** The progress, in one line. Call it at equal intervals. */
  line(now: number): string {
    const [first] = this.#samples
    this.#samples.push({ at: now, bytes: this.#bytes })
    if (this.#samples.length > maximumSamples) this.#samples.shift()
    const seconds = first ? (now - first.at) / 1_000 : 0
    const rate = first && seconds > 0 ? (this.#bytes - first.bytes) / seconds : 0
    const left = rate > 0 ? duration(Math.max(0, this.#all.bytes - this.#bytes) / rate) : 'unknown time'
    return `${amount({ files: this.#files, bytes: this.#bytes })} of ${amount(this.#all)}, ${size(rate)}/s, ${left} left`
  }
}

/** For example `1,200 files (3.5 GB)`. */
export function amount({ files, bytes }: Amount): string {
  return `${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'} (${size(bytes)})`
}

function size(bytes: number): string {
  return bytes < gigabyte ? `${(bytes / megabyte).toFixed(1)} MB` : `${(bytes / gigabyte).toFixed(1)} GB`
}

function duration(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
