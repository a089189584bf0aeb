import { seededRandom } from '../../support/random.ts'

/** A seeded pseudo-random number generator. */
export class Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly next: () => number

  constructor(seed: number | string) {
    this.next = seededRandom(typeof seed === 'number' ? seed : digest(seed))
  }

  /** An integer from 0 (inclusive) to the limit (exclusive). */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new Error('There is nothing to pick from.')
    // The index is in bounds. The item itself may be undefined.
    return items[this.below(items.length)] as Item
  }
}

/** A hash of a text (FNV-1a). */
function digest(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value
}
