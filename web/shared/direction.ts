/** Whether the page is read from right to left. Its photos are then in this order, too. */
export function isRightToLeft(): boolean {
  return document.documentElement.dir === 'rtl'
}

/** A horizontal distance, as on a page that is read from left to right: a positive one leads forward. */
export function readingDistance(x: number): number {
  return isRightToLeft() ? -x : x
}

const mirrored: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** A key, as on a page that is read from left to right: ArrowRight leads forward. */
export function readingKey(key: string): string {
  return (isRightToLeft() ? mirrored[key] : undefined) ?? key
}
