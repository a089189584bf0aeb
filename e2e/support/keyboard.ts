import { expect, type Locator, type Page } from '@playwright/test'
import { backKey } from './direction.ts'

/** No page has more focusable elements than this. After the last element, the focus starts at the top again. */
const maximumPresses = 80

/** Presses a key until the element, or a descendant, has the focus. Never uses the mouse. */
export async function reach(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  await focusHasArrived(page)
  for (let presses = 0; presses < maximumPresses && !(await holdsFocus(target)); presses += 1) {
    await page.keyboard.press(key)
  }
  await expect.poll(() => holdsFocus(target), `the keyboard reaches ${target.toString()}`).toBe(true)
}

/** Reaches an element by Tab, and presses it. */
export async function press(page: Page, target: Locator): Promise<void> {
  await reach(page, target)
  await page.keyboard.press('Enter')
}

/** Reaches the photos by Tab, from anywhere before them. */
export async function reachPhotos(page: Page): Promise<void> {
  const focused = page.locator('[data-photo]:focus')
  for (let presses = 0; presses < maximumPresses && (await focused.count()) === 0; presses += 1) {
    await page.keyboard.press('Tab')
  }
  await expect(focused).toHaveCount(1)
}

/** Reaches an action of the toolbar from the photos below it, and runs it. */
export async function act(page: Page, name: string): Promise<void> {
  const toolbar = page.getByRole('toolbar')
  await reach(page, toolbar, 'Shift+Tab')
  await reach(page, toolbar.getByRole('button', { name, exact: true }), backKey)
  await page.keyboard.press('Enter')
}

function holdsFocus(element: Locator): Promise<boolean> {
  return element.evaluate((found) => {
    // An element of the feedback widget is in a shadow tree, whose host has the focus of the document.
    const root = found.getRootNode()
    return found.contains(root instanceof ShadowRoot ? root.activeElement : document.activeElement)
  })
}

/** Waits for the focus: a dialog takes it a moment after it appears, and releases it a moment before it disappears. */
async function focusHasArrived(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]
    return dialogs.length === 0 || dialogs.some((dialog) => dialog.contains(document.activeElement))
  })
}
