import { type Locator, type Page, expect, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { photo } from './support/library.ts'
import { openNewLibrary } from './support/newCustomer.ts'
import { operate } from './support/product.ts'
import { expectNoShifts, watchShifts } from './support/shifts.ts'
import { setStorage } from './support/storage.ts'

const edgeOf = (element: Locator, edge: 'top' | 'bottom') =>
  element.evaluate((shown, side) => shown.getBoundingClientRect()[side], edge)

const status = (page: Page) => page.getByRole('button', { name: /^Storage status/ })

test('photo retention by keyboard only: notice, reminder, and a new date after an order', async ({ page }) => {
  const shifts = await watchShifts(page)
  const { customer } = await openNewLibrary(page, [await photo('kept.jpg')])
  await setStorage(customer.email, 'safe')

  await test.step('with much time left, a notice says so, and can be dismissed', async () => {
    await page.reload()
    await expect(status(page)).toHaveText('Storage status: 9 months left')
    const banner = page.getByRole('region', { name: 'Your photos are stored for another 9 months' })
    await expect(banner).toBeVisible()
    await expectAccessible(page)
    await banner.getByRole('button', { name: 'Details' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Storage status' })
    await expect(dialog.getByText('Each new order starts the 18 months again.')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(banner.getByRole('button', { name: 'Details' })).toBeFocused()
    await banner.getByRole('button', { name: 'Close this message' }).press('Enter')
    await expect(banner).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
  })

  const urgent = page.getByRole('region', { name: 'Your photos will be deleted in 12 days' })
  const reminder = page.getByRole('dialog', { name: 'Your photos will be deleted in 12 days' })

  await test.step('a changed status shows at the next view; the reminder comes once per session', async () => {
    await setStorage(customer.email, 'critical')
    await page.reload()
    await expect(reminder).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(reminder).toBeHidden()
    await page.reload()
    await expect(urgent).toBeVisible()
    await expect(urgent.getByText(/^Order by \d\d \w{3} \d{4} to keep them for another 18 months\.$/)).toBeVisible()
    await expect(reminder).toBeHidden()
    await expectNoShifts(shifts)
    const order = urgent.getByRole('link', { name: /^Order now/ })
    await expect(order).toHaveAttribute('href', '/shop')
    await expectAccessible(page)
  })

  await test.step('the notice fits on a phone in the dark theme, and is in the overview too', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.reload()
    await expect(urgent).toBeVisible()
    const texts = urgent.getByRole('heading').locator('..')
    expect(await texts.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectNoShifts(shifts)
    await expectAccessible(page, { only: ['color-contrast'] })
    await page.context().setOffline(true)
    const bar = await edgeOf(page.getByRole('navigation', { name: 'Shortcuts' }), 'top')
    await expect.poll(() => edgeOf(page.getByText('You are offline'), 'bottom')).toBeLessThanOrEqual(bar)
    await page.context().setOffline(false)
    // Simulate a device that has not read the storage status before, and an answer that comes after the photos.
    await page.evaluate(() => localStorage.removeItem('keepsake.deletion'))
    const { promise: arePhotosShown, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('StorageNoticeQuery')) await arePhotosShown
      await route.continue()
    })
    await page.goto('/')
    const photos = page.getByRole('heading', { name: 'Latest photos' })
    await expect(page.getByRole('link', { name: /^Photo / })).toBeVisible()
    const before = await edgeOf(photos, 'top')
    answer()
    const notice = page.getByRole('region', { name: 'Storage status' })
    await expect(notice).toContainText('deleted in 12 days')
    expect(await edgeOf(photos, 'top')).toBe(before)
    // The last view has stored that a deletion is near, so the notice is now above the photos.
    await page.reload()
    await expect(notice.getByRole('button', { name: 'Export photos' })).toBeVisible()
    // The heading of the skeleton disappears when the photos are shown.
    await expect(page.getByRole('link', { name: /^Photo / })).toBeVisible()
    expect(await edgeOf(notice, 'bottom')).toBeLessThan(await edgeOf(photos, 'top'))
    const menu = page.getByRole('main').getByRole('navigation', { name: 'My account' })
    expect(await edgeOf(photos, 'bottom')).toBeLessThan(await edgeOf(menu, 'top'))
    await expectNoShifts(shifts)
    await expectAccessible(page, { only: ['color-contrast'] })
  })

  await test.step('after an order, the new date shows as soon as the customer returns', async () => {
    // In a window of this width, the status is visible without opening the menu.
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto('/my-photos/photos')
    await expect(status(page)).toHaveText('Storage status: 12 days left')
    await operate('/dev/customers/orders', { email: customer.email })
    // Set the clock forward, because the page does not refetch if the customer returns immediately.
    await page.evaluate(() => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + 11_000
    })
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      await expect(status(page)).toHaveText('Storage status: 18 months left', { timeout: 1_000 })
    }).toPass()
    await expect(urgent).toBeHidden()
  })
})
