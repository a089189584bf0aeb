/** State that the previous photo passes to the next one on a step. */
export class StepTransition {
  #offset = 0
  #hasKeyboard = false

  /** Stores, after a swipe, the distance in CSS pixels from which the next photo slides in. */
  readonly setOffset = (offset: number): void => {
    this.#offset = offset
  }

  /** Returns the distance and resets it; 0 after a step without a swipe. */
  readonly takeOffset = (): number => {
    const offset = this.#offset
    this.#offset = 0
    return offset
  }

  /** Stores, before the previous photo unmounts, whether it has the keyboard's focus. */
  readonly leaveFocus = (photo: HTMLElement | null): void => {
    this.#hasKeyboard = photo?.matches(':focus-visible') === true
  }

  /** Focuses the next photo if the previous one had the focus, unless the focus has moved elsewhere since. */
  readonly takeFocus = (photo: HTMLElement | null): void => {
    if (this.#hasKeyboard && document.activeElement === document.body) photo?.focus({ preventScroll: true })
    this.#hasKeyboard = false
  }
}
