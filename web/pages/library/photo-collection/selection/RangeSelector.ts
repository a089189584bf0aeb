import type { PhotoRange, SelectableOrder, Selection, SelectionSnapshot } from './Selection.ts'

/** The position of a photo in a view. */
export interface SelectablePlace {
  readonly collectionId: string
  readonly index: number
  readonly photoId: string
}

/**
 * Selects ranges from an anchor: the photo that was selected or deselected last. A new range from the same anchor
 * replaces the previous one, so that a range can shrink again.
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

  /** Selects or deselects a photo and makes it the anchor. */
  toggle(place: SelectablePlace): void {
    this.#selection.toggle(place.collectionId, place.photoId)
    this.#anchor = place
    this.#after = null
  }

  /** Selects a photo and makes it the anchor. */
  begin(place: SelectablePlace): void {
    this.#anchor = place
    this.#after = null
    this.extendTo(place)
  }

  /**
   * Selects all photos from the anchor to this photo, in place of the anchor's previous range.
   * @param start becomes the anchor if there is none yet
   */
  extendTo(place: SelectablePlace, start: SelectablePlace = place): void {
    const selection = this.#selection
    const isNew = this.#anchor === null || selection.purpose === null
    const anchor = isNew ? start : (this.#anchor ?? start)
    // If other photos were selected after the previous range, they stay selected when this range changes.
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
      // A range that continues in the next collection covers this one to its end, including photos that are not loaded.
      if (offset < length - 1) return { collection, isAll: true, ids: ids.slice(0, start) }
      return { collection, isAll: false, ids: ids.slice(start, untilAt + 1) }
    })
  }

  /** The index of a photo now: photos may have been added or removed since the place was recorded. */
  #indexOf({ collectionId, index, photoId }: SelectablePlace): number {
    const ids = this.#order.idsOf(collectionId)
    if (ids[index] === photoId) return index
    const found = ids.indexOf(photoId)
    return found === -1 ? index : found
  }
}
