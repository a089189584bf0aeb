import { expect, type Page, test } from '@playwright/test'
import { makeJpeg } from '../tests/support/pictures.ts'
import { tile } from './support/library.ts'
import { openNewLibrary } from './support/newCustomer.ts'

/** Presses Tab until the element with that name has the focus; never touches the mouse. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'link' | 'textbox' = 'button'): Promise<void> {
  const target = page.getByRole(role, { name }).first()
  for (let presses = 0; presses < 60; presses += 1) {
    if (
      await target.evaluate((element) => element === document.activeElement || element.contains(document.activeElement))
    )
      return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${String(name)}.`)
}

test('by keyboard only: add a photo, open it, go back, with the focus where one was', async ({ page }) => {
  await openNewLibrary(page)
  await expect(page.getByText('Your photo library is empty')).toBeVisible()
  await tabTo(page, 'Add photos')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add photos' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add photos' }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add photos' })).toBeVisible()

  await tabTo(page, 'Choose photos')
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (
    await choosing
  ).setFiles([
    { name: 'first.jpg', mimeType: 'image/jpeg', buffer: await makeJpeg({ seed: 71, taken: '2024:03:02 10:00:00' }) },
    { name: 'second.jpg', mimeType: 'image/jpeg', buffer: await makeJpeg({ seed: 72, taken: '2024:03:01 10:00:00' }) },
  ])
  await tabTo(page, /^Upload$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Finished' })).toBeVisible()
  await tabTo(page, 'View photos')
  await page.keyboard.press('Enter')
  await expect(tile(page, 'second.jpg')).toBeVisible({ timeout: 30_000 })

  await tabTo(page, 'Photo first.jpg', 'link')
  await page.keyboard.press('ArrowRight')
  await expect(tile(page, 'second.jpg')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/second\.jpg/)
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveTitle(/first\.jpg/)
  await page.keyboard.press('Escape')
  await expect(tile(page, 'first.jpg')).toBeFocused()
})

test('the skip link leads past the navigation', async ({ page }) => {
  await openNewLibrary(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'My photos' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
})
