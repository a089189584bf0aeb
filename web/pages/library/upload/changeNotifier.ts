const quietMilliseconds = 100

/** Tells listeners of changes: at once of what the customer did, a little later and together of what happened by itself. */
export class ChangeNotifier {
  readonly #listeners = new Set<() => void>()
  #isNotifying = false
  #timer: ReturnType<typeof setTimeout> | undefined

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  now(): void {
    if (this.#isNotifying) return
    this.#isNotifying = true
    queueMicrotask(() => this.#notify())
  }

  soon(): void {
    if (!this.#isNotifying) this.#timer ??= setTimeout(() => this.#notify(), quietMilliseconds)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#listeners.clear()
  }

  #notify(): void {
    this.#isNotifying = false
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const listener of this.#listeners) listener()
  }
}
