import { type Page, expect, test } from '@playwright/test'
import { forwardKey } from './support/direction.ts'
import { expectAccessible } from './support/accessibility.ts'
import { act, press, reach, reachPhotos } from './support/keyboard.ts'
import { answered, daysOfMay, expectKeysHandled, photosTaken, shows, tileInGrid, toast } from './support/library.ts'
import { openNewLibrary } from './support/newCustomer.ts'

/** The timeline of a new customer with three photos of one month, the newest first: `1.jpg`, `2.jpg`, … */
async function openPhotos(page: Page): Promise<void> {
  await openNewLibrary(page, await photosTaken(daysOfMay(3)))
  await expect(tileInGrid(page, '3.jpg')).toBeVisible()
  await expectKeysHandled(page)
}

/** Moves the focus forward to a photo. */
async function goTo(page: Page, fileName: string): Promise<void> {
  await expect(tileInGrid(page, fileName)).toBeVisible()
  await reachPhotos(page)
  await page.keyboard.press('Home')
  await reach(page, tileInGrid(page, fileName), forwardKey)
}

test('by keyboard only: copy photos to a new album, remove one from it, undo, remove it again, delete the other', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openPhotos(page)
  await press(page, page.getByRole('button', { name: 'Select', exact: true }))
  await goTo(page, '1.jpg')
  await page.keyboard.press('Space')
  await page.keyboard.press(forwardKey)
  await page.keyboard.press('Space')
  await act(page, 'Copy to album')
  const dialog = page.getByRole('dialog', { name: 'Copy to album' })
  await expect(dialog.getByText('2 photos selected')).toBeVisible()
  await expect(dialog.getByText('You have no albums to copy to yet.')).toBeVisible()
  await expectAccessible(page)
  await press(page, dialog.getByRole('button', { name: 'New album' }))
  const name = dialog.getByRole('textbox', { name: 'Album name' })
  await expect(name).toBeFocused()
  await page.keyboard.type('Harbour;')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Name not valid')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Photos copied to Harbour')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(tileInGrid(page, '1.jpg')).toBeFocused()
  await page.keyboard.press('F6')
  await expect(page.getByRole('link', { name: 'Harbour', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Harbour' })).toBeVisible()
  await expect(tileInGrid(page, '1.jpg')).toBeVisible()
  await expect(tileInGrid(page, '2.jpg')).toBeVisible()
  await expect(tileInGrid(page, '3.jpg')).toBeHidden()

  const takeOut = async () => {
    await goTo(page, '1.jpg')
    await page.keyboard.press('Space')
    await act(page, 'Remove from album')
    await expect(toast(page, 'Photo removed from the album')).toBeVisible()
    await expect(tileInGrid(page, '2.jpg')).toBeFocused()
    // The toast stays while it has the focus.
    await page.keyboard.press('F6')
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    await expect(tileInGrid(page, '1.jpg')).toBeHidden()
  }
  await takeOut()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Your photo is back in the album')).toBeVisible()
  await expect(tileInGrid(page, '2.jpg')).toBeFocused()
  await expect(tileInGrid(page, '1.jpg')).toBeVisible()

  const removed = answered(page, 'removeChunkMutation')
  await takeOut()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await removed
  await page.reload()
  await expect(tileInGrid(page, '2.jpg')).toBeVisible()
  await expect(tileInGrid(page, '1.jpg')).toBeHidden()

  await goTo(page, '2.jpg')
  await page.keyboard.press('Space')
  await act(page, 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Remove from album or delete?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await reach(page, question.getByRole('button', { name: 'Delete' }))
  const deleted = answered(page, 'deleteChunkMutation')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Photo moved to the trash')).toBeVisible()
  await expect(question).toBeHidden()
  await page.keyboard.press('F6')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await expect(page.getByText('Your album is empty')).toBeVisible()
  await reach(page, toast(page, 'Photo moved to the trash').getByRole('button', { name: 'Dismiss' }))
  await page.keyboard.press('Enter')
  await deleted
  await page.goto('/my-photos/photos')
  await expect(tileInGrid(page, '1.jpg')).toBeVisible()
  await expect(tileInGrid(page, '3.jpg')).toBeVisible()
  await expect(tileInGrid(page, '2.jpg')).toBeHidden()
})

/** Drags a photo to the tray's entry with this text, and drops it. */
async function drag(page: Page, fileName: string, text: string): Promise<void> {
  const from = await tileInGrid(page, fileName).boundingBox()
  if (!from) throw new Error('There is no photo to drag.')
  const target = page.getByRole('region', { name: 'Drop on an album to copy' }).getByText(text)
  // Photos become draggable a moment after they are shown.
  await expect(async () => {
    await page.mouse.move(2, 2)
    await page.mouse.up()
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(from.x + from.width / 2 + 30, from.y + from.height / 2 + 30, { steps: 4 })
    await expect(target).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await target.evaluate((card) =>
    Promise.all(
      card
        .closest('section')
        ?.getAnimations()
        .map((one) => one.finished) ?? [],
    ),
  )
  const to = await target.boundingBox()
  if (!to) throw new Error('There is no album to drop on.')
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 })
  await expect(page.locator('[data-over="true"]')).toHaveText(new RegExp(text))
  await page.mouse.up()
}

test('drag to a new album and to an existing one; on a phone, copy from the full-screen view', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openPhotos(page)
  await drag(page, '1.jpg', 'New album')
  const dialog = page.getByRole('dialog', { name: 'Copy to album' })
  await dialog.getByRole('textbox', { name: 'Album name' }).fill('Harbour')
  await dialog.getByRole('button', { name: 'Create album' }).click()
  const copied = toast(page, 'Photos copied to Harbour')
  await copied.getByRole('button', { name: 'Dismiss' }).click()
  await expect(copied).toBeHidden()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await tileInGrid(page, '2.jpg').click()
  await drag(page, '2.jpg', 'Harbour')
  await copied.getByRole('button', { name: 'Dismiss' }).click()
  await expect(copied).toBeHidden()
  await expect(page.getByRole('toolbar')).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  await tileInGrid(page, '3.jpg').click()
  await shows(page, '3.jpg')
  await page.getByRole('button', { name: 'Copy to album' }).click()
  await expect(dialog.getByText('1 photo selected')).toBeVisible()
  await expect(dialog.getByRole('menuitem', { name: 'Harbour 2 photos' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('menuitem', { name: 'Harbour' }).click()
  await copied.getByRole('link', { name: 'Harbour', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Harbour' })).toBeVisible()
  for (const name of ['1.jpg', '2.jpg', '3.jpg']) await expect(tileInGrid(page, name)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
