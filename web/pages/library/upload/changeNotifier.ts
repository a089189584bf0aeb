import { Emitter } from '../../../app/Store.ts'

const quietMilliseconds = 100

/** Tells listeners of changes: at once of what the customer did, a little later and together of what happened by itself. */
export class ChangeNotifier {
  readonly #changes = new Emitter()
  #isNotifying = false
  #timer: ReturnType<typeof setTimeout> | undefined

  readonly subscribe = this.#changes.subscribe

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
    this.#changes.clear()
  }

  #notify(): void {
    this.#isNotifying = false
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#changes.emit()
  }
}
