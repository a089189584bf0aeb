import { type Page, devices, expect, test } from '@playwright/test'
import { makeJpeg } from '../tests/support/pictures.ts'
import { expectAccessible } from './support/accessibility.ts'
import { tile } from './support/library.ts'
import { openNewLibrary } from './support/newCustomer.ts'
import type { Customer } from './support/session.ts'

/** A library of so many photos of one month, the newest first: `1.jpg`, `2.jpg`, … */
async function registerWithPhotos(page: Page, count: number): Promise<Customer> {
  const files = Array.from({ length: count }, async (_, index) => ({
    name: `${index + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await makeJpeg({ seed: 130 + index, taken: `2023:05:${String(28 - index).padStart(2, '0')} 10:00:00` }),
  }))
  const { customer } = await openNewLibrary(page, await Promise.all(files))
  await expect(photosTab(page, count)).toBeVisible()
  await expect(tileOf(page, `${count}.jpg`)).toBeVisible()
  return customer
}

/** The tile of a photo; while photos are selected it is a checkbox. */
function tileOf(page: Page, fileName: string) {
  return page.getByRole('grid').getByLabel(`Photo ${fileName}`, { exact: true })
}

function photosTab(page: Page, count: number) {
  return page.getByRole('link', { name: new RegExp(`^Photos\\s*${count}$`) })
}

function toast(page: Page, text: string) {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: text })
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const target = page.getByRole('button', { name, exact: true }).last()
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${name}.`)
}

/** The answer to the call that deletes. */
function deletion(page: Page) {
  return page.waitForResponse((response) => response.request().postData()?.includes('deleteChunkMutation') ?? false)
}

test('a photo deleted in the full-screen view: the next one follows, Undo brings it back', async ({ page }) => {
  await registerWithPhotos(page, 3)
  await tile(page, '2.jpg').click()
  await expect(page).toHaveTitle(/^2\.jpg/)
  const remove = page.getByRole('main').getByRole('button', { name: 'Delete' })
  await remove.click()
  const question = page.getByRole('alertdialog', { name: 'Delete this photo?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveTitle(/^3\.jpg/)
  await toast(page, 'Photo deleted').getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Your photo is back')).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(tileOf(page, '2.jpg')).toBeVisible()
  await expect(photosTab(page, 3)).toBeVisible()

  await tile(page, '2.jpg').click()
  await remove.click()
  const answered = deletion(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveTitle(/^3\.jpg/)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(tileOf(page, '2.jpg')).toBeHidden()
  await expect(photosTab(page, 2)).toBeVisible()
  await answered
  await page.reload()
  await expect(photosTab(page, 2)).toBeVisible()
  await expect(tileOf(page, '2.jpg')).toBeHidden()
})

test('a toast is dark and at the top centre', async ({ page }) => {
  await registerWithPhotos(page, 1)
  await tile(page, '1.jpg').click()
  await page.getByRole('main').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  const deleted = toast(page, 'Photo deleted')
  await expect(deleted).toBeVisible()
  await expect.poll(() => deleted.evaluate((element) => element.getAnimations().length)).toBe(0)
  // Beside the scroll bar's place.
  const width = await page.evaluate(() => document.body.getBoundingClientRect().width)
  const box = await deleted.boundingBox()
  expect(box?.y).toBeLessThan(40)
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(2)
  const background = await deleted.evaluate((element) => getComputedStyle(element).backgroundColor)
  const channels = [...background.matchAll(/[\d.]+/g)].slice(0, 3).map(([value]) => Number(value))
  expect(channels).toHaveLength(3)
  expect(Math.max(...channels)).toBeLessThan(80)
})

test('selected photos by keyboard only: deleted, brought back, deleted for good', async ({ page }) => {
  await registerWithPhotos(page, 4)
  await tabTo(page, 'Select')
  await page.keyboard.press('Enter')
  await tileOf(page, '2.jpg').focus()
  const removeTwo = async () => {
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect(page.getByText('2 selected').first()).toBeVisible()
    const remove = page.getByRole('toolbar').getByRole('button', { name: 'Delete' })
    for (let presses = 0; presses < 40; presses += 1) {
      if (await remove.evaluate((element) => element === document.activeElement)) break
      const isInToolbar = await page.getByRole('toolbar').evaluate((bar) => bar.contains(document.activeElement))
      await page.keyboard.press(isInToolbar ? 'ArrowLeft' : 'Shift+Tab')
    }
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog', { name: 'Delete 2 photos?' })).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(tileOf(page, '2.jpg')).toBeHidden()
    await expect(tileOf(page, '3.jpg')).toBeHidden()
    await expect(photosTab(page, 2)).toBeVisible()
    await expect(tileOf(page, '4.jpg')).toBeFocused()
  }
  await removeTwo()
  await page.keyboard.press('F6')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tileOf(page, '4.jpg')).toBeFocused()
  await expect(tileOf(page, '2.jpg')).toBeVisible()
  await expect(tileOf(page, '3.jpg')).toBeVisible()
  await expect(photosTab(page, 4)).toBeVisible()

  await tabTo(page, 'Select')
  await page.keyboard.press('Enter')
  await tileOf(page, '2.jpg').focus()
  await removeTwo()
  const answered = deletion(page)
  await page.keyboard.press('F6')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await answered
  await page.reload()
  await expect(photosTab(page, 2)).toBeVisible()
  await expect(tileOf(page, '4.jpg')).toBeVisible()
  await expect(tileOf(page, '2.jpg')).toBeHidden()
})

test('a deletion that was promised is made when the page is left, reloaded or signed out of', async ({ page }) => {
  const customer = await registerWithPhotos(page, 4)
  const remove = async (fileName: string) => {
    await tile(page, fileName).click()
    await page.getByRole('main').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Photo deleted')).toBeVisible()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(tileOf(page, fileName)).toBeHidden()
  }
  await remove('1.jpg')
  await page.goto('about:blank')
  await page.goto('/my-photos/photos')
  await expect(photosTab(page, 3)).toBeVisible()
  await expect(tileOf(page, '1.jpg')).toBeHidden()
  await remove('2.jpg')
  await page.reload()
  await expect(photosTab(page, 2)).toBeVisible()
  await expect(tileOf(page, '2.jpg')).toBeHidden()
  await remove('3.jpg')
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/logout'
    document.body.append(link)
    link.click()
  })
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByLabel('E-mail').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.goto('/my-photos/photos')
  await expect(photosTab(page, 1)).toBeVisible()
  await expect(tileOf(page, '4.jpg')).toBeVisible()
})

test('a photo that another tab deletes leaves this one too', async ({ page, context }) => {
  await registerWithPhotos(page, 3)
  const other = await context.newPage()
  await other.goto('/my-photos/photos')
  await tile(other, '2.jpg').click()
  await expect(other).toHaveTitle(/^2\.jpg/)
  await tile(page, '2.jpg').click()
  await page.getByRole('main').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Photo deleted').getByRole('button', { name: 'Dismiss' }).click()
  await other.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(tileOf(other, '2.jpg')).toBeHidden({ timeout: 30_000 })
  await expect(photosTab(other, 2)).toBeVisible()
  await expect(tileOf(other, '3.jpg')).toBeVisible()
})

test('all photos by keyboard only: the word is compared when it is sent', async ({ page }) => {
  await registerWithPhotos(page, 2)
  await tabTo(page, 'More')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Delete all photos' })).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Delete all photos?' })
  const field = question.getByRole('textbox', { name: 'Type DELETE to confirm' })
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('delete')
  await expect(field).toHaveAttribute('aria-invalid', 'false')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('DELETE')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your photo library is empty')).toBeVisible({ timeout: 30_000 })
  await expect(toast(page, 'All your photos are deleted')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  await page.reload()
  await expect(page.getByText('Your photo library is empty')).toBeVisible()
})

test.describe('by touch at 390 px', () => {
  const { userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 5']
  test.use({ viewport: { width: 390, height: 844 }, userAgent, deviceScaleFactor, isMobile, hasTouch })

  test('selected photos are deleted and brought back; downloads say what is possible', async ({ page }) => {
    await registerWithPhotos(page, 3)
    await page.getByRole('button', { name: 'Select', exact: true }).tap()
    await tileOf(page, '1.jpg').tap()
    await tileOf(page, '3.jpg').tap()
    await page.getByRole('toolbar').getByRole('button', { name: 'Download' }).tap()
    const download = page.getByRole('dialog', { name: 'Download 2 photos?' })
    await expect(download.getByRole('button', { name: 'Download' })).toBeEnabled()
    await download.getByRole('button', { name: 'Cancel' }).tap()
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).tap()
    await expect(page.getByRole('alertdialog', { name: 'Delete 2 photos?' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).tap()
    await expect(tileOf(page, '1.jpg')).toBeHidden()
    await expect(tileOf(page, '2.jpg')).toBeVisible()
    const undo = toast(page, '2 photos deleted').getByRole('button', { name: 'Undo' })
    const box = await undo.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 390 && box.height >= 24).toBe(true)
    await undo.tap()
    await expect(tileOf(page, '1.jpg')).toBeVisible()
    await expect(tileOf(page, '3.jpg')).toBeVisible()
    await expect(photosTab(page, 3)).toBeVisible()

    await page.getByRole('button', { name: 'Select', exact: true }).tap()
    await page.getByRole('checkbox', { name: 'Select all photos of May 2023' }).tap()
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).tap()
    await page.getByRole('alertdialog', { name: 'Delete 3 photos?' }).getByRole('button', { name: 'Delete' }).tap()
    await expect(page.getByText('Your photo library is empty')).toBeVisible()
    await toast(page, '3 photos deleted').getByRole('button', { name: 'Undo' }).tap()
    for (const name of ['1.jpg', '2.jpg', '3.jpg']) await expect(tileOf(page, name)).toBeVisible()
  })
})
