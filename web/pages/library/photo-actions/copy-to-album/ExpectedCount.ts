import type { Disposable, IEnvironment } from 'relay-runtime'

/** An album's number of photos, told ahead of the answers that will say it: it ends bit by bit as they come. */
export class ExpectedCount {
  readonly #update: Disposable
  #change: number

  /** @param change by how many photos; below zero for those that go */
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

  /** Within an update of the store: for so many photos the answer has come. */
  settle(amount: number): void {
    this.#change -= Math.sign(this.#change) * Math.min(amount, Math.abs(this.#change))
  }

  /** What has not come does not come any more. */
  end(): void {
    this.#update.dispose()
  }
}
