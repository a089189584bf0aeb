/** How far from its place the photo that is swiped to begins, in pixels: put by the one that goes, taken by the one that comes. */
export class Arrival {
  #offset = 0

  readonly put = (offset: number): void => {
    this.#offset = offset
  }

  readonly take = (): number => {
    const offset = this.#offset
    this.#offset = 0
    return offset
  }
}
