import type { PhotoRange, SelectableOrder, Selection, SelectionSnapshot } from './Selection.ts'

/** Where a photo is in a view. */
export interface SelectablePlace {
  readonly collectionId: string
  readonly index: number
  readonly photoId: string
}

/**
 * Selects from an anchor, the photo that was selected or deselected last, up to another one. The range of one anchor
 * replaces the range before, so that it can shrink again.
 */
export class RangeSelector {
  readonly #selection: Selection
  readonly #order: SelectableOrder
  #anchor: SelectablePlace | null = null
  #before: SelectionSnapshot = new Map()
  #after: SelectionSnapshot | null = null

  constructor(selection: Selection, order: SelectableOrder) {
    this.#selection = selection
    this.#order = order
  }

  /** Selects a photo, or deselects it; ranges start there from now on. */
  toggle(place: SelectablePlace): void {
    this.#selection.toggle(place.collectionId, place.photoId)
    this.#anchor = place
    this.#after = null
  }

  /** Selects a photo; ranges start there from now on. */
  begin(place: SelectablePlace): void {
    this.#anchor = place
    this.#after = null
    this.extendTo(place)
  }

  /**
   * Selects everything from the anchor to a photo, and nothing else of what the anchor's range had before.
   * @param start the anchor where there is none yet
   */
  extendTo(place: SelectablePlace, start: SelectablePlace = place): void {
    const selection = this.#selection
    const isNew = this.#anchor === null || selection.purpose === null
    const anchor = isNew ? start : (this.#anchor ?? start)
    // Something else was selected meanwhile: that stays, whatever becomes of this range.
    if (isNew || selection.snapshot !== this.#after) this.#before = selection.snapshot
    this.#anchor = anchor
    selection.selectRanges(this.#before, this.#between(anchor, place))
    this.#after = selection.snapshot
  }

  #between(one: SelectablePlace, other: SelectablePlace): PhotoRange[] {
    const collections = this.#order.collections()
    const numberOf = ({ collectionId }: SelectablePlace) => collections.findIndex(({ id }) => id === collectionId)
    const [oneAt, otherAt] = [this.#indexOf(one), this.#indexOf(other)]
    const difference = numberOf(one) - numberOf(other) || oneAt - otherAt
    const [from, until] = difference <= 0 ? [one, other] : [other, one]
    const [fromAt, untilAt] = difference <= 0 ? [oneAt, otherAt] : [otherAt, oneAt]
    const [first, last] = [numberOf(from), numberOf(until)]
    return collections.slice(Math.max(0, first), last + 1).map((collection, offset, { length }) => {
      const ids = this.#order.idsOf(collection.id)
      const start = offset === 0 ? fromAt : 0
      // What comes after the last loaded photo of a month belongs to the range, too, when the range goes on after it.
      if (offset < length - 1) return { collection, isAll: true, ids: ids.slice(0, start) }
      return { collection, isAll: false, ids: ids.slice(start, untilAt + 1) }
    })
  }

  /** Photos may have come and gone since: the id says more than the number. */
  #indexOf({ collectionId, index, photoId }: SelectablePlace): number {
    const ids = this.#order.idsOf(collectionId)
    if (ids[index] === photoId) return index
    const found = ids.indexOf(photoId)
    return found === -1 ? index : found
  }
}
