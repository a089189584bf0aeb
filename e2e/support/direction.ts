import type { Locator } from '@playwright/test'

/** Whether the journeys run in a language that is read from right to left (`E2E_TEXTS=right-to-left`). */
export const isRightToLeft = process.env['E2E_TEXTS'] === 'right-to-left'

/** The key that leads to the next photo. */
export const forwardKey = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
/** The key that leads to the previous photo. */
export const backKey = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'

/** A point of an element. Its `x` is measured from the side on which lines of text begin. */
export async function fromStart(element: Locator, x: number, y: number): Promise<{ x: number; y: number }> {
  const { width = 0 } = (await element.boundingBox()) ?? {}
  return { x: isRightToLeft ? width - x : x, y }
}
