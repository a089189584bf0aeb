/** What the photo that goes leaves to the one that comes. */
export class Arrival {
  #offset = 0
  #hasKeyboard = false

  /** How far from its place the photo that is swiped to begins, in pixels. */
  readonly put = (offset: number): void => {
    this.#offset = offset
  }

  readonly take = (): number => {
    const offset = this.#offset
    this.#offset = 0
    return offset
  }

  /** Before the photo goes: whether the keyboard was on it. */
  readonly leaveKeyboard = (photo: HTMLElement | null): void => {
    this.#hasKeyboard = photo?.matches(':focus-visible') === true
  }

  /** Then it is on the one that comes, unless focus was put elsewhere. */
  readonly takeKeyboard = (photo: HTMLElement | null): void => {
    if (this.#hasKeyboard && document.activeElement === document.body) photo?.focus({ preventScroll: true })
    this.#hasKeyboard = false
  }
}
