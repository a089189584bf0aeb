import { type Page, devices, expect, test } from '@playwright/test'
import { forwardKey } from './support/direction.ts'
import { expectAccessible } from './support/accessibility.ts'
import { act, press, reach } from './support/keyboard.ts'
import {
  answered,
  daysOfMay,
  openPhoto,
  expectKeysHandled,
  photosTaken,
  shows,
  tileInGrid,
  toast,
} from './support/library.ts'
import { openNewLibrary } from './support/newCustomer.ts'
import { type Customer, signIn } from './support/session.ts'

/** Opens a library with `count` photos of one month, the newest first: `1.jpg`, `2.jpg`, … */
async function registerWithPhotos(page: Page, count: number): Promise<Customer> {
  const { customer } = await openNewLibrary(page, await photosTaken(daysOfMay(count)))
  await expect(photosTab(page, count)).toBeVisible()
  await expect(tileInGrid(page, `${count}.jpg`)).toBeVisible()
  await expectKeysHandled(page)
  return customer
}

function photosTab(page: Page, count: number) {
  return page.getByRole('link', { name: new RegExp(`^Photos\\s*${count}$`) })
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last()

/** Waits for the response to the deletion. */
const deletion = (page: Page) => answered(page, 'deleteChunkMutation')

/** Expects the toast to be dark and at the top centre. */
async function expectProminent(page: Page, text: string): Promise<void> {
  const message = toast(page, text)
  // The toast stays while the pointer is over it.
  await message.hover()
  await expect.poll(() => message.evaluate((element) => element.getAnimations().length)).toBe(0)
  const { top, distance, background } = await message.evaluate((element) => {
    const box = element.getBoundingClientRect()
    return {
      top: box.top,
      // The body is as wide as the window without its scroll bar.
      distance: Math.abs(box.x + box.width / 2 - document.body.getBoundingClientRect().width / 2),
      background: getComputedStyle(element).backgroundColor,
    }
  })
  expect(top).toBeLessThan(40)
  expect(distance).toBeLessThan(2)
  const channels = [...background.matchAll(/[\d.]+/g)].slice(0, 3).map(([value]) => Number(value))
  expect(channels).toHaveLength(3)
  expect(Math.max(...channels)).toBeLessThan(80)
}

test('delete a photo in the full-screen view: the next photo is shown, and Undo restores the deleted one', async ({
  page,
  context,
}) => {
  await registerWithPhotos(page, 3)
  await openPhoto(page, '2.jpg')
  const remove = page.getByRole('main').getByRole('button', { name: 'Delete' })
  await remove.click()
  const question = page.getByRole('alertdialog', { name: 'Delete this photo?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await test.step('the toast is dark and at the top centre', () => expectProminent(page, 'Photo moved to the trash'))
  await shows(page, '3.jpg')
  await toast(page, 'Photo moved to the trash').getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Your photo is back')).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(tileInGrid(page, '2.jpg')).toBeVisible()
  await expect(photosTab(page, 3)).toBeVisible()

  const other = await context.newPage()
  await other.goto('/my-photos/photos')
  await openPhoto(other, '2.jpg')
  await openPhoto(page, '2.jpg')
  await remove.click()
  const deleted = deletion(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await shows(page, '3.jpg')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(tileInGrid(page, '2.jpg')).toBeHidden()
  await expect(photosTab(page, 2)).toBeVisible()
  await deleted
  await page.reload()
  await expect(photosTab(page, 2)).toBeVisible()
  await expect(tileInGrid(page, '2.jpg')).toBeHidden()

  await test.step('a photo deleted in another tab disappears here too', async () => {
    await other.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(tileInGrid(other, '2.jpg')).toBeHidden({ timeout: 60_000 })
    await expect(photosTab(other, 2)).toBeVisible()
    await expect(tileInGrid(other, '3.jpg')).toBeVisible()
  })
})

test('selected photos by keyboard only: delete, undo, delete for good', async ({ page }) => {
  await registerWithPhotos(page, 4)
  const removeTwo = async () => {
    await press(page, button(page, 'Select'))
    await tileInGrid(page, '2.jpg').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press(forwardKey)
    await page.keyboard.press('Space')
    await expect(page.getByText('2 selected').first()).toBeVisible()
    await act(page, 'Delete')
    const question = page.getByRole('alertdialog', { name: 'Delete 2 photos?' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(tileInGrid(page, '4.jpg')).toBeFocused()
    // The toast stays while it has the focus.
    await page.keyboard.press('F6')
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(tileInGrid(page, '2.jpg')).toBeHidden()
    await expect(tileInGrid(page, '3.jpg')).toBeHidden()
    await expect(photosTab(page, 2)).toBeVisible()
  }
  await removeTwo()
  await page.keyboard.press('Enter')
  await expect(tileInGrid(page, '4.jpg')).toBeFocused()
  await expect(tileInGrid(page, '2.jpg')).toBeVisible()
  await expect(tileInGrid(page, '3.jpg')).toBeVisible()
  await expect(photosTab(page, 4)).toBeVisible()

  await removeTwo()
  const deleted = deletion(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await deleted
  await page.reload()
  await expect(photosTab(page, 2)).toBeVisible()
  await expect(tileInGrid(page, '4.jpg')).toBeVisible()
  await expect(tileInGrid(page, '2.jpg')).toBeHidden()

  await test.step('in the trash, one photo is restored and the other is deleted for good', async () => {
    await reach(page, button(page, 'More'))
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Trash' }).press('Enter')
    const boxes = page.getByRole('list', { name: 'Photos in the trash' }).getByRole('checkbox')
    await expect(boxes).toHaveCount(2)
    await expect(page.getByText('30 days left')).toHaveCount(2)
    await expectAccessible(page)
    await boxes.first().press('Space')
    await press(page, button(page, 'Restore'))
    await expect(toast(page, 'Photo restored')).toBeVisible()
    await expect(boxes).toHaveCount(1)
    await boxes.first().press('Space')
    await press(page, button(page, 'Delete for good'))
    const question = page.getByRole('alertdialog', { name: 'Delete this photo for good?' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
    await page.goto('/my-photos/photos')
    await expect(photosTab(page, 3)).toBeVisible()
  })
})

test('a pending deletion is sent when the customer leaves, reloads or signs out', async ({ page }) => {
  const customer = await registerWithPhotos(page, 4)
  const remove = async (fileName: string) => {
    await openPhoto(page, fileName)
    await page.getByRole('main').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Photo moved to the trash')).toBeVisible()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(tileInGrid(page, fileName)).toBeHidden()
  }
  await remove('1.jpg')
  await page.goto('about:blank')
  await page.goto('/my-photos/photos')
  await expect(photosTab(page, 3)).toBeVisible()
  await expect(tileInGrid(page, '1.jpg')).toBeHidden()
  await remove('2.jpg')
  await page.reload()
  await expect(photosTab(page, 2)).toBeVisible()
  await expect(tileInGrid(page, '2.jpg')).toBeHidden()
  await remove('3.jpg')
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/logout'
    document.body.append(link)
    link.click()
  })
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signIn(page, customer.email, { password: customer.password })
  await expect(photosTab(page, 1)).toBeVisible()
  await expect(tileInGrid(page, '4.jpg')).toBeVisible()
})

test('delete all photos by keyboard only: the confirmation word is checked on submit', async ({ page }) => {
  await registerWithPhotos(page, 2)
  const question = page.getByRole('alertdialog', { name: 'Delete all photos?' })
  const more = button(page, 'More')
  const first = page.getByRole('menuitem', { name: 'Export photos' })
  const openDeleteAll = async () => {
    await page.keyboard.press('Enter')
    await expect(first).toBeFocused()
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: 'Delete all photos' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toBeVisible()
  }
  await test.step('the menu opens and closes the dialog by keyboard', async () => {
    await reach(page, more)
    await page.keyboard.press('ArrowDown')
    await expect(first).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(more).toBeFocused()
    await openDeleteAll()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(more).toBeFocused()
  })

  await openDeleteAll()
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
  await expect(toast(page, 'All your photos are in the trash')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Your photo library is empty')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  await page.reload()
  await expect(page.getByText('Your photo library is empty')).toBeVisible()
})

test.describe('by touch at 390 px', () => {
  const { userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 5']
  test.use({ viewport: { width: 390, height: 844 }, userAgent, deviceScaleFactor, isMobile, hasTouch })

  test('delete selected photos and undo; downloads explain their limits', async ({ page }) => {
    await registerWithPhotos(page, 3)
    await page.getByRole('button', { name: 'Select', exact: true }).tap()
    await tileInGrid(page, '1.jpg').tap()
    await tileInGrid(page, '3.jpg').tap()
    await page.getByRole('toolbar').getByRole('button', { name: 'Download' }).tap()
    const download = page.getByRole('dialog', { name: 'Download 2 photos?' })
    await expect(download.getByRole('button', { name: 'Download' })).toBeEnabled()
    await download.getByRole('button', { name: 'Cancel' }).tap()
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).tap()
    await expect(page.getByRole('alertdialog', { name: 'Delete 2 photos?' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).tap()
    await expect(tileInGrid(page, '1.jpg')).toBeHidden()
    await expect(tileInGrid(page, '2.jpg')).toBeVisible()
    const undo = toast(page, '2 photos moved to the trash').getByRole('button', { name: 'Undo' })
    const isWithinReach = () =>
      undo.evaluate((element) => {
        const { left, right, height } = element.getBoundingClientRect()
        return left >= 0 && right <= 390 && height >= 24
      })
    await expect.poll(isWithinReach).toBe(true)
    await undo.tap()
    await expect(tileInGrid(page, '1.jpg')).toBeVisible()
    await expect(tileInGrid(page, '3.jpg')).toBeVisible()
    await expect(photosTab(page, 3)).toBeVisible()

    await page.getByRole('button', { name: 'Select', exact: true }).tap()
    await page.getByRole('checkbox', { name: 'Select all photos of May 2023' }).tap()
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).tap()
    await page.getByRole('alertdialog', { name: 'Delete 3 photos?' }).getByRole('button', { name: 'Delete' }).tap()
    await expect(page.getByText('Your photo library is empty')).toBeVisible()
    await toast(page, '3 photos moved to the trash').getByRole('button', { name: 'Undo' }).tap()
    for (const name of ['1.jpg', '2.jpg', '3.jpg']) await expect(tileInGrid(page, name)).toBeVisible()
  })
})
