import type { RecordSourceProxy } from 'relay-runtime'
import { Store } from '../../app/Store.ts'

/**
 * The pages of a list of the viewer in Relay's store, such as the saved projects. When an item is deleted or restored,
 * the items of later pages move to other pages. So all pages are fetched again before they are shown, and the open page
 * is refreshed.
 */
export class NumberedPages extends Store {
  readonly #field: string
  readonly #perPage: number
  /** The values of `skip` of the pages in the store, that is the number of items before each page. */
  readonly #skipped = new Set<number>()

  /**
   * @param field the field of `Viewer`, whose arguments are `first` and `skip`
   * @param perPage the value of `first`
   */
  constructor(field: string, perPage: number) {
    super()
    this.#field = field
    this.#perPage = perPage
  }

  add(skip: number): void {
    this.#skipped.add(skip)
  }

  /** Removes an item that was deleted. Call it within an update of the store, and `refresh` after it. */
  remove(store: RecordSourceProxy, id: string): void {
    store.delete(id)
    this.decrease(store)
  }

  /** Like `remove`, but the item stays in the store: decreases the item counts of all pages by one. */
  decrease(store: RecordSourceProxy): void {
    for (const page of this.#pages(store)) {
      const count = page.getValue('totalCount')
      if (typeof count === 'number') page.setValue(Math.max(0, count - 1), 'totalCount')
    }
    this.reset(store)
  }

  /** Marks all pages as outdated. Call it within an update of the store, and `refresh` after it. */
  reset(store: RecordSourceProxy): void {
    for (const page of this.#pages(store)) page.invalidateRecord()
  }

  /** Fetches the open page again. */
  refresh(): void {
    this.changed()
  }

  #pages(store: RecordSourceProxy) {
    const viewer = store.getRoot().getLinkedRecord('viewer')
    return [...this.#skipped].flatMap(
      (skip) => viewer?.getLinkedRecord(this.#field, { first: this.#perPage, skip }) ?? [],
    )
  }
}
