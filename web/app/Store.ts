/** Holds listeners and calls them with each event. */
export class Emitter<Event = void> {
  readonly #listeners = new Set<(event: Event) => void>()

  /** Adds a listener; the returned function removes it. */
  readonly subscribe = (listener: (event: Event) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly emit = (event: Event): void => {
    for (const listener of this.#listeners) listener(event)
  }

  /** Removes all listeners. */
  clear(): void {
    this.#listeners.clear()
  }
}

/** The base class of objects whose changes components follow. */
export abstract class Store {
  readonly #changes = new Emitter()
  #version = 0

  /** Adds a listener that is called after each change; the returned function removes it. */
  readonly subscribe = this.#changes.subscribe

  /** The number of changes so far. */
  get version(): number {
    return this.#version
  }

  /** Must be called after each change. */
  protected changed(): void {
    this.#version += 1
    this.#changes.emit()
  }
}
