import type { Disposable, IEnvironment } from 'relay-runtime'

/**
 * An optimistic update of an album's number of photos. The update shrinks with each response that contains the real
 * number.
 */
export class ExpectedCount {
  readonly #update: Disposable
  #change: number

  /** @param change the expected difference; negative for removals */
  constructor(environment: IEnvironment, albumId: string, change: number) {
    this.#change = change
    this.#update = environment.applyUpdate({
      storeUpdater: (store) => {
        const album = store.get(albumId)
        const count = album?.getValue('photosCount')
        if (typeof count === 'number') album?.setValue(Math.max(0, count + this.#change), 'photosCount')
      },
    })
  }

  /** Shrinks the update when responses for this many photos have arrived. Call it inside a store update. */
  settle(amount: number): void {
    this.#change -= Math.sign(this.#change) * Math.min(amount, Math.abs(this.#change))
  }

  /** Reverts what is left of the update, because no more responses will come. */
  end(): void {
    this.#update.dispose()
  }
}
