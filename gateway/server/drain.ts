/** Whether the gateway is on its way out: it answers what it has and wants nothing new. */
export class Drain {
  #hasBegun = false

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  begin(): void {
    this.#hasBegun = true
  }
}
