/** Whether the page is read from right to left. Its photos are then ordered from right to left, too. */
export function isRightToLeft(): boolean {
  return document.documentElement.dir === 'rtl'
}

/** Converts a horizontal distance, so that a positive result leads forward in the reading direction. */
export function readingDistance(x: number): number {
  return isRightToLeft() ? -x : x
}

const mirrored: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** Swaps ArrowLeft and ArrowRight on a page that is read from right to left: ArrowRight in the result leads forward. */
export function readingKey(key: string): string {
  return (isRightToLeft() ? mirrored[key] : undefined) ?? key
}
