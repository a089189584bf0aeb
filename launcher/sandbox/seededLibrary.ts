import {
  addToCounts,
  buildPhoto,
  comparison,
  decodeCursor,
  imageIdOf,
  type Listing,
  type Month,
  monthOf,
  PhotoLibrary,
  sortKeyOf,
  type WirePage,
  type WirePhoto,
} from '../../tests/support/photoLibrary.ts'
import { describePicture } from './pictures.ts'

const firstYear = 2016
/** The seeded photos are spread evenly over these months. */
const months = 120
/** The photos of a month are spread over its first 28 days. */
const secondsOfMonth = 28 * 86_400
/** The seeded photos were uploaded from this time on, one a second. */
const firstUpload = Date.UTC(2026, 0, 1)

/**
 * A library of any size that needs no memory: each seeded photo is computed from its number, when a call needs it. A
 * photo with a higher number was taken and uploaded later, so the photos need no sorting, whatever the sort order.
 * Photos that are added later are in `photos`.
 */
export class SeededLibrary extends PhotoLibrary {
  readonly #seededCount: number
  readonly #publicUrl: string
  /** The lowest number of a photo that may still exist. */
  #first = 1
  /** The numbers of deleted photos from `#first` on. */
  readonly #deleted = new Set<number>()

  /**
   * @param count how many photos the library has
   * @param publicUrl where the pictures are
   */
  constructor(count: number, publicUrl: string) {
    super()
    this.#seededCount = count
    this.#publicUrl = publicUrl
  }

  override get photosCount(): number {
    return super.photosCount + this.#seededCount - this.#first + 1 - this.#deleted.size
  }

  override page(listing: Listing, month?: Month): WirePage | null {
    const added = month ? this.inMonth(month) : this.photos
    return this.list([...added, ...this.#seededAfter(listing, month)], listing)
  }

  override having(photoIds: readonly string[]): WirePhoto[] {
    const numbers = photoIds.flatMap((id) => this.#numberOf(id) ?? [])
    return [...numbers.map((number) => this.#photo(number)), ...super.having(photoIds)]
  }

  override remove(photoIds: readonly string[]): string[] {
    const seeded = photoIds.filter((id) => this.#numberOf(id) !== null)
    for (const id of seeded) this.#delete(id)
    return super.remove(photoIds).filter((id) => !seeded.includes(id))
  }

  override removeFirst(count: number): void {
    const end = Math.min(this.#first + count, this.#seededCount + 1)
    super.removeFirst(count - (end - this.#first))
    for (let number = this.#first; number < end; number += 1) this.#deleted.delete(number)
    this.#first = end
  }

  override counts(): Record<string, Record<string, number>> {
    const counts = super.counts()
    for (let index = 0; index < months; index += 1) {
      const from = Math.max(this.#firstOf(index), this.#first)
      const count = this.#firstOf(index + 1) - from
      if (count > 0) addToCounts(counts, monthAt(index), count)
    }
    for (const number of this.#deleted) addToCounts(counts, monthOf(this.#photo(number)), -1)
    return counts
  }

  /** Returns the seeded photos that can be on a page, and one more, which shows whether another page follows. */
  #seededAfter(listing: Listing, month?: Month): WirePhoto[] {
    const [from, end] = this.#rangeOf(month)
    const isAscending = (listing.sortOrder === 'asc') !== (listing.isReversed ?? false)
    const numberAt = (index: number) => (isAscending ? from + index : end - 1 - index)
    const found: WirePhoto[] = []
    for (let index = this.#indexAfter(listing, end - from, numberAt); index < end - from; index += 1) {
      if (found.length > listing.limit) break
      const number = numberAt(index)
      if (!this.#deleted.has(number)) found.push(this.#photo(number))
    }
    return found
  }

  /** Finds the first seeded photo after the cursor by bisection. */
  #indexAfter({ cursor, ...listing }: Listing, length: number, numberAt: (index: number) => number): number {
    const after = cursor === undefined ? undefined : decodeCursor(cursor)
    if (after === undefined) return 0
    const compare = comparison(listing)
    let [low, high] = [0, length]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (compare(sortKeyOf(this.#photo(numberAt(middle)), listing.sortKey), after) > 0) high = middle
      else low = middle + 1
    }
    return low
  }

  /**
   * Returns the number of the first photo of a month, or of the whole library, and the number after that of its last
   * photo.
   */
  #rangeOf(month?: Month): readonly [number, number] {
    if (!month) return [this.#first, this.#seededCount + 1]
    const index = (month.year - firstYear) * 12 + month.month - 1
    if (index < 0 || index >= months) return [1, 1]
    const end = this.#firstOf(index + 1)
    return [Math.min(Math.max(this.#firstOf(index), this.#first), end), end]
  }

  /** Returns the lowest number of the month with this index. */
  #firstOf(index: number): number {
    return Math.ceil((index * this.#seededCount) / months) + 1
  }

  #numberOf(photoId: string): number | null {
    const number = Number.parseInt(photoId.slice(-12), 16)
    const exists = number >= this.#first && number <= this.#seededCount && !this.#deleted.has(number)
    return exists && imageIdOf(number) === photoId ? number : null
  }

  #delete(photoId: string): void {
    const number = this.#numberOf(photoId)
    if (number !== null) this.#deleted.add(number)
  }

  #photo(number: number): WirePhoto {
    const index = Math.floor(((number - 1) * months) / this.#seededCount)
    const first = this.#firstOf(index)
    const share = (number - first) / (this.#firstOf(index + 1) - first)
    const { year, month } = monthAt(index)
    const taken = new Date(Date.UTC(year, month - 1, 1) + Math.floor(share * secondsOfMonth) * 1_000)
    const imageId = imageIdOf(number)
    return {
      ...buildPhoto(number, taken.toISOString().slice(0, 19)),
      created: new Date(firstUpload + number * 1_000).toISOString(),
      ...describePicture(this.#publicUrl, { imageId, width: 4_000, height: 3_000 }),
    }
  }
}

function monthAt(index: number): Month {
  return { year: firstYear + Math.floor(index / 12), month: 1 + (index % 12) }
}
