import { expect, type Locator, type Page, test } from '@playwright/test'
import { forwardKey } from './support/direction.ts'
import { expectAccessible } from './support/accessibility.ts'
import { press, reach } from './support/keyboard.ts'
import { neighboursAreKnown, photo, expectKeysHandled, toast } from './support/library.ts'
import { addPhotos, registerInBrowser } from './support/newCustomer.ts'
import { operate } from './support/product.ts'
import { wheelTo } from './support/scrolling.ts'

const taken = '2021:03:02 10:00:00'

function tiles(page: Page): Locator {
  return page.getByRole('grid').locator('[data-photo]')
}

/** Registers a customer with one photo of 2021 and 60 photos of August 2020, and opens a new, empty album. */
async function openNewAlbum(page: Page, name: string): Promise<void> {
  const signedIn = await registerInBrowser(page)
  await addPhotos(signedIn, [await photo('first.jpg', { seed: 701, taken })])
  await operate('/dev/photos/synthetic', { accountId: signedIn.accountId, count: 60, month: '2020-08' })
  await page.goto('/my-photos/albums')
  await page.getByRole('button', { name: 'New album' }).first().press('Enter')
  await page.getByRole('textbox', { name: 'Album name' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your album is empty' })).toBeVisible()
}

test('an album by mouse: add photos from the device and the library, browse, edit and sort', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openNewAlbum(page, 'Norway')
  await expectAccessible(page)

  // Add photos from the device. The album stays open afterwards.
  await page.getByRole('button', { name: 'Add photos' }).click()
  await page.getByRole('menuitem', { name: 'From this device' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add photos' })
  await expect(dialog.getByText('Photos are added to Norway.')).toBeVisible()
  const files = [await photo('new.jpg', { seed: 702, taken }), await photo('first.jpg', { seed: 701, taken })]
  await page.locator('input[type=file]:not([webkitdirectory])').setInputFiles(files)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const receipt = page.getByRole('dialog', { name: 'Finished' })
  await expect(receipt.getByText('2 photos are in Norway.')).toBeVisible({ timeout: 120_000 })
  await expect(receipt.getByText('1 photo was in your library already.')).toBeVisible()
  await receipt.getByRole('button', { name: 'View album' }).click()
  await expect(tiles(page)).toHaveCount(2)
  await expect(page.locator('[data-photo]:focus')).toHaveCount(1)
  await expect(page.getByText('2 photos', { exact: true })).toBeVisible()

  // Add a whole month from the library.
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.getByRole('button', { name: 'Add photos' }).last().click()
  await page.getByRole('menuitem', { name: 'From your library' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Add photos to Norway' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all photos of August 2020' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add 60 photos' }).click()
  await expect(toast(page, 'Photos copied to Norway')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('62 photos', { exact: true })).toBeVisible()
  // Move the pointer away: the tooltip of a tile is visible text that is not part of the tile's accessible name.
  await page.mouse.move(0, 0)
  await expectAccessible(page)

  // Open a photo, step to the next one and back, and close the view: the album is at the same scroll position.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(page.url())
  await expect(tiles(page).first()).toBeVisible()
  await expectKeysHandled(page)
  await page.mouse.move(700, 400)
  const far = page.locator('[data-index="40"]')
  const place = await wheelTo(page, far)
  expect(place).toBeGreaterThan(300)
  const photoId = await far.getAttribute('data-photo')
  await far.click()
  await expect(page).toHaveURL(/\/my-photos\/albums\/[^/]+\/preview\//)
  await page.getByRole('button', { name: 'Next photo' }).click()
  await expect(page).not.toHaveURL(new RegExp(`preview/${photoId}`))
  await page.getByRole('button', { name: 'Previous photo' }).click()
  await expect(page).toHaveURL(new RegExp(`preview/${photoId}`))
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.locator(`[data-photo="${photoId}"]`)).toBeFocused()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)

  // Remove, undo, remove again.
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await tiles(page).first().click()
  const remove = page.getByRole('toolbar').getByRole('button', { name: 'Remove from album' })
  await remove.click()
  await expect(page.getByText('61 photos', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('62 photos', { exact: true })).toBeVisible()

  // Another sort order, which survives a reload and Back.
  await page.getByRole('button', { name: /^Sort by/ }).click()
  await page.getByRole('menuitemradio', { name: 'Newest first' }).click()
  await expect(page).toHaveURL(/sort=dateTaken-desc/)
  await expect(tiles(page).first()).toHaveAttribute('aria-description', /^(new|first)\.jpg$/)
  await page.reload()
  await expect(tiles(page).first()).toHaveAttribute('aria-description', /^(new|first)\.jpg$/)
  await page.goBack()
  await expect(page).toHaveURL(/sort=created-desc/)
  await page.getByRole('link', { name: 'My albums' }).click()
  await expect(page.getByRole('link', { name: /^Norway, 62 photos/ })).toBeVisible()
})

test('an album by keyboard only: add photos from the library, browse, remove a photo, rename, delete', async ({
  page,
}) => {
  await openNewAlbum(page, 'Norway')
  await press(page, page.getByRole('button', { name: 'Add photos' }))
  await expect(page.getByRole('menuitem', { name: 'From this device' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Add photos to Norway' })).toBeVisible()
  await reach(page, tiles(page).first())
  await page.keyboard.press('Space')
  for (let more = 0; more < 3; more += 1) await page.keyboard.press(`Shift+${forwardKey}`)
  await press(page, page.getByRole('button', { name: 'Add 4 photos' }))
  await expect(tiles(page)).toHaveCount(4, { timeout: 60_000 })

  await press(page, tiles(page).first())
  const view = page.getByRole('main', { name: 'Photo' })
  await expect(view).toBeFocused()
  const first = page.url()
  await page.keyboard.press(forwardKey)
  await expect(page).not.toHaveURL(first)
  await neighboursAreKnown(page)
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog', { name: 'Remove from album or delete?' })
  await press(page, question.getByRole('button', { name: 'Remove from album' }))
  await expect(question).toBeHidden()
  await expect(view).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(tiles(page)).toHaveCount(3)
  await expect(tiles(page).and(page.locator(':focus'))).toHaveCount(1)

  await press(page, page.getByRole('button', { name: 'Rename album' }))
  await expect(page.getByRole('textbox', { name: 'Album name' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Sweden')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Sweden' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rename album' })).toBeFocused()

  await press(page, page.getByRole('button', { name: 'More actions' }))
  await expect(page.getByRole('menuitem', { name: 'Delete album' })).toBeFocused()
  await page.keyboard.press('Enter')
  const sure = page.getByRole('alertdialog')
  await press(page, sure.getByRole('button', { name: 'Delete album' }))
  await expect(toast(page, 'Sweden album deleted')).toBeVisible()
  await expect(page).toHaveURL(/\/my-photos\/albums$/)
})
