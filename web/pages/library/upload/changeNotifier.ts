import { Emitter } from '../../../app/Store.ts'

const batchMilliseconds = 100

/** Notifies listeners of changes: at once after an action of the user, batched every 100 ms otherwise. */
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
    if (!this.#isNotifying) this.#timer ??= setTimeout(() => this.#notify(), batchMilliseconds)
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
