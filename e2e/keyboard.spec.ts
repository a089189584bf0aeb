import { expect, test } from '@playwright/test'
import { backKey, forwardKey } from './support/direction.ts'
import { press } from './support/keyboard.ts'
import { photo, expectKeysHandled, shows, tile } from './support/library.ts'
import { openNewLibrary } from './support/newCustomer.ts'

test('by keyboard only: add a photo, open it, go back; the focus returns to the photo', async ({ page }) => {
  await openNewLibrary(page)
  await expect(page.getByText('Your photo library is empty')).toBeVisible()
  await test.step('the skip link skips the navigation', async () => {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('#main')).toBeFocused()
  })

  await press(page, page.getByRole('button', { name: 'Add photos' }).first())
  await expect(page.getByRole('dialog', { name: 'Add photos' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add photos' }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add photos' })).toBeVisible()

  const choosing = page.waitForEvent('filechooser')
  await press(page, page.getByRole('button', { name: 'Choose photos' }).first())
  const chooser = await choosing
  await chooser.setFiles([
    await photo('first.jpg', { seed: 71, taken: '2024:03:02 10:00:00' }),
    await photo('second.jpg', { seed: 72, taken: '2024:03:01 10:00:00' }),
  ])
  await press(page, page.getByRole('button', { name: 'Upload', exact: true }))
  await expect(page.getByRole('dialog', { name: 'Finished' })).toBeVisible({ timeout: 120_000 })
  await press(page, page.getByRole('button', { name: 'View photos' }))
  // The list by upload, with the focus on one of the new photos.
  await expect(page).toHaveURL((url) => url.searchParams.get('sort') === 'created-desc')
  await expect(page.locator('[data-photo]:focus')).toHaveCount(1, { timeout: 60_000 })
  await expectKeysHandled(page)
  const tiles = page.locator('main [data-photo]')
  const names = await tiles.evaluateAll((all) => all.map((one) => one.getAttribute('aria-description') ?? ''))
  expect(names.toSorted()).toEqual(['first.jpg', 'second.jpg'])
  const [left = '', right = ''] = names
  await page.keyboard.press('Home')
  await expect(tile(page, left)).toBeFocused()
  await page.keyboard.press(forwardKey)
  await expect(tile(page, right)).toBeFocused()
  await page.keyboard.press('Enter')
  await shows(page, right)
  await page.keyboard.press(backKey)
  await shows(page, left)
  await page.keyboard.press('Escape')
  await expect(tile(page, left)).toBeFocused()

  await test.step('the Back button of the browser also moves the focus to the tile of the photo shown last', async () => {
    await page.keyboard.press('Enter')
    await shows(page, left)
    await page.goBack()
    await expect(tile(page, left)).toBeFocused()
    await page.keyboard.press('Enter')
    await shows(page, left)
    await page.keyboard.press(forwardKey)
    await shows(page, right)
    await page.goBack()
    await expect(tile(page, right)).toBeFocused()
  })
})
