import { type Locator, type Page, expect, test } from '@playwright/test'
import { makeJpeg } from '../tests/support/pictures.ts'
import { expectAccessible } from './support/accessibility.ts'
import { openNewLibrary } from './support/newCustomer.ts'

/** The timeline of a new customer with so many photos of one month, the newest first: `1.jpg`, `2.jpg`, … */
async function openPhotos(page: Page, count: number): Promise<void> {
  const files = Array.from({ length: count }, async (_, index) => ({
    name: `${index + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await makeJpeg({ seed: 370 + index, taken: `2023:05:${String(28 - index).padStart(2, '0')} 10:00:00` }),
  }))
  await openNewLibrary(page, await Promise.all(files))
  await expect(tileOf(page, `${count}.jpg`)).toBeVisible()
}

/** The tile of a photo; while photos are selected it is a checkbox. */
function tileOf(page: Page, fileName: string) {
  return page.getByRole('grid').getByLabel(`Photo ${fileName}`, { exact: true })
}

function toast(page: Page, text: string) {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: text })
}

/** Presses a key until the element has the focus, which it may be about to have. */
async function reach(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`The keyboard does not reach ${target.toString()}.`)
}

/** Goes to a photo, from wherever the keyboard is before it. */
async function goTo(page: Page, fileName: string): Promise<void> {
  await expect(tileOf(page, fileName)).toBeVisible()
  const isOnPhoto = () => page.evaluate(() => document.activeElement?.matches('[data-photo]'))
  for (let presses = 0; presses < 60 && !(await isOnPhoto()); presses += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Home')
  await reach(page, tileOf(page, fileName), 'ArrowRight')
}

/** Goes to an action of the toolbar, from the photos after it, and takes it. */
async function act(page: Page, name: string): Promise<void> {
  const toolbar = page.getByRole('toolbar')
  const isWithin = () => toolbar.evaluate((bar) => bar.contains(document.activeElement))
  for (let presses = 0; presses < 60 && !(await isWithin()); presses += 1) await page.keyboard.press('Shift+Tab')
  await reach(page, toolbar.getByRole('button', { name, exact: true }), 'ArrowLeft')
  await page.keyboard.press('Enter')
}

/** The call of that name has been answered. */
function answered(page: Page, operation: string) {
  return page.waitForResponse((response) => response.request().postData()?.includes(operation) ?? false)
}

test('by keyboard only: copied to a new album, taken out of it, brought back, taken out, deleted', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openPhotos(page, 3)
  await reach(page, page.getByRole('button', { name: 'Select', exact: true }))
  await page.keyboard.press('Enter')
  await goTo(page, '1.jpg')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await act(page, 'Copy to album')
  const dialog = page.getByRole('dialog', { name: 'Copy to album' })
  await expect(dialog.getByText('2 photos selected')).toBeVisible()
  await expect(dialog.getByText('You have no albums to copy to yet.')).toBeVisible()
  await expectAccessible(page)
  await reach(page, dialog.getByRole('button', { name: 'New album' }))
  await page.keyboard.press('Enter')
  const name = dialog.getByRole('textbox', { name: 'Album name' })
  await expect(name).toBeFocused()
  await page.keyboard.type('Harbour;')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Name not valid')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(toast(page, 'Photos copied to Harbour')).toBeVisible()
  await expect(tileOf(page, '1.jpg')).toBeFocused()
  await page.keyboard.press('F6')
  await expect(page.getByRole('link', { name: 'Harbour', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Harbour' })).toBeVisible()
  await expect(tileOf(page, '1.jpg')).toBeVisible()
  await expect(tileOf(page, '2.jpg')).toBeVisible()
  await expect(tileOf(page, '3.jpg')).toBeHidden()

  const takeOut = async () => {
    await goTo(page, '1.jpg')
    await page.keyboard.press('Space')
    await act(page, 'Remove from album')
    await expect(toast(page, 'Photo removed from the album')).toBeVisible()
    await expect(tileOf(page, '2.jpg')).toBeFocused()
    // While it has focus, the toast stays.
    await page.keyboard.press('F6')
    await expect(tileOf(page, '1.jpg')).toBeHidden()
  }
  await takeOut()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tileOf(page, '2.jpg')).toBeFocused()
  await expect(tileOf(page, '1.jpg')).toBeVisible()
  await expect(toast(page, 'Your photo is back in the album')).toBeVisible()

  const removed = answered(page, 'removeChunkMutation')
  await takeOut()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await removed
  await page.reload()
  await expect(tileOf(page, '2.jpg')).toBeVisible()
  await expect(tileOf(page, '1.jpg')).toBeHidden()

  await goTo(page, '2.jpg')
  await page.keyboard.press('Space')
  await act(page, 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Remove from album or delete?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await reach(page, question.getByRole('button', { name: 'Delete' }))
  const deleted = answered(page, 'deleteChunkMutation')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your album is empty')).toBeVisible()
  await page.keyboard.press('F6')
  await reach(page, toast(page, 'Photo deleted').getByRole('button', { name: 'Dismiss' }))
  await page.keyboard.press('Enter')
  await deleted
  await page.goto('/my-photos/photos')
  await expect(tileOf(page, '1.jpg')).toBeVisible()
  await expect(tileOf(page, '3.jpg')).toBeVisible()
  await expect(tileOf(page, '2.jpg')).toBeHidden()
})

/** Drags a photo to where the tray has that text, and lets go there. */
async function drag(page: Page, fileName: string, text: string): Promise<void> {
  const from = await tileOf(page, fileName).boundingBox()
  if (!from) throw new Error('There is no photo to drag.')
  const target = page.getByRole('region', { name: 'Drop on an album to copy' }).getByText(text)
  // Photos can be dragged a moment after they are shown.
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

test('dragged to a new album and to one there is; on a phone copied from the full-screen view', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openPhotos(page, 3)
  await drag(page, '1.jpg', 'New album')
  const dialog = page.getByRole('dialog', { name: 'Copy to album' })
  await dialog.getByRole('textbox', { name: 'Album name' }).fill('Harbour')
  await dialog.getByRole('button', { name: 'Create album' }).click()
  await expect(toast(page, 'Photos copied to Harbour')).toBeVisible()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await tileOf(page, '2.jpg').click()
  await drag(page, '2.jpg', 'Harbour')
  await expect(toast(page, 'Photos copied to Harbour')).toHaveCount(2)
  await expect(page.getByRole('toolbar')).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  await tileOf(page, '3.jpg').click()
  await expect(page).toHaveTitle(/^3\.jpg/)
  await page.getByRole('button', { name: 'Copy to album' }).click()
  await expect(dialog.getByText('1 photo selected')).toBeVisible()
  await expect(dialog.getByRole('menuitem', { name: 'Harbour 2 photos' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('menuitem', { name: 'Harbour' }).click()
  await expect(toast(page, 'Photos copied to Harbour').last()).toBeVisible()
  await page.getByRole('link', { name: 'Harbour', exact: true }).last().click()
  await expect(page.getByRole('heading', { name: 'Harbour' })).toBeVisible()
  for (const name of ['1.jpg', '2.jpg', '3.jpg']) await expect(tileOf(page, name)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
