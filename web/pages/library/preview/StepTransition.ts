/** What the photo that leaves passes to the one that follows it. */
export class StepTransition {
  #offset = 0
  #hasKeyboard = false

  /** After a swipe: the distance in CSS pixels from which the next photo slides in. */
  readonly setOffset = (offset: number): void => {
    this.#offset = offset
  }

  /** The distance, once; 0 after a step without a swipe. */
  readonly takeOffset = (): number => {
    const offset = this.#offset
    this.#offset = 0
    return offset
  }

  /** Before the photo leaves: notes whether it has the keyboard's focus. */
  readonly leaveFocus = (photo: HTMLElement | null): void => {
    this.#hasKeyboard = photo?.matches(':focus-visible') === true
  }

  /** Then the next photo gets the focus, unless it has moved elsewhere. */
  readonly takeFocus = (photo: HTMLElement | null): void => {
    if (this.#hasKeyboard && document.activeElement === document.body) photo?.focus({ preventScroll: true })
    this.#hasKeyboard = false
  }
}
