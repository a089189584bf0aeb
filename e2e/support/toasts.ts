import { expect, type Page } from '@playwright/test'

/** The visible controls that a toast covers at least in part. Photos and albums are left out. */
function coveredByToasts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toasts = [...document.querySelectorAll('section[aria-keyshortcuts=F6] li')]
    if (toasts.length === 0) throw new Error('There is no toast.')
    const boxes = toasts.map((toast) => toast.getBoundingClientRect())
    const controls = [...document.querySelectorAll('a[href], button, input:not([type=range])')]
    const isCovered = (control: Element) => {
      const { top, right, bottom, left, width } = control.getBoundingClientRect()
      const isOver = (box: DOMRect) => box.top < bottom && box.bottom > top && box.left < right && box.right > left
      return width > 1 && boxes.some(isOver)
    }
    return controls
      .filter(
        (control) => !control.matches('[data-photo], [data-album]') && !toasts.some((toast) => toast.contains(control)),
      )
      .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter(isCovered)
      .map((control) => control.getAttribute('aria-label') ?? control.textContent)
  })
}

/** Expects that the toasts cover no control, at phone, tablet and desktop width, and on a desktop at 200 % zoom. */
export async function expectUncovered(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const [width, height] of [
    [390, 844],
    [768, 1_024],
    [1_440, 900],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => coveredByToasts(page), `at ${width} × ${height}`).toEqual([])
  }
  if (before) await page.setViewportSize(before)
}
