import { expect, type Page, test } from '@playwright/test'
import { forwardKey } from './support/direction.ts'
import { expectAccessible } from './support/accessibility.ts'
import { reach, reachPhotos } from './support/keyboard.ts'
import { ofFile, openPhoto, photo, expectKeysHandled } from './support/library.ts'
import { addPhotos, openLibraryOf, shareCustomer } from './support/newCustomer.ts'
import { makeAlbum, withPhotosOf } from './support/sharedAlbum.ts'
import { expectUncovered } from './support/toasts.ts'

const order = (page: Page) => page.getByRole('button', { name: 'Order photo prints' })
const next = (page: Page, amount: number) =>
  page.getByRole('button', { name: `Next: Customise ${amount} photo print${amount === 1 ? '' : 's'}` })
const choosable = (page: Page, name: string) => page.getByRole('checkbox').and(ofFile(page, name))
const overlay = (page: Page, amount: number) =>
  page.getByRole('alertdialog', { name: `Adding ${amount} photo${amount === 1 ? '' : 's'} to editor...` })
const editor = (page: Page) => page.getByRole('heading', { level: 1, name: 'Your photo prints' })

let album: string

/** A customer with an album of two photos: one is large enough for most prints, the other for none. */
const enter = shareCustomer(async (signedIn) => {
  await addPhotos(signedIn, [
    await photo('sharp.jpg', { seed: 201, width: 2400, height: 1600, taken: '2024:06:02 10:00:00' }),
    await photo('tiny.jpg', { seed: 202, width: 320, height: 240, taken: '2024:06:01 10:00:00' }),
  ])
  album = await makeAlbum(await withPhotosOf(signedIn), 'Garden')
})

/** Opens the timeline with both photos. */
async function openPhotos(page: Page): Promise<void> {
  await enter(page)
  await expect(page.getByRole('link', { name: /^Photo / })).toHaveCount(2)
  await expectKeysHandled(page)
}

/** Opens the page where photos are chosen for prints. */
async function openChoice(page: Page): Promise<void> {
  await enter(page, '/my-photos/photos?order=prints')
  await expectKeysHandled(page)
}

/**
 * Holds the request that hands the photos over, so that the overlay stays open. Returns a function that lets the
 * request pass.
 */
async function holdOrders(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('usePrintOrderMutation') === true) await promise
    // The request may have been cancelled meanwhile.
    await route.fallback().catch(() => undefined)
  })
  return resolve
}

/** Measures how long (ms) the overlay is shown before the page unloads. Returns a function that reads this time. */
async function watchOverlay(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    let since: number | null = null
    new MutationObserver(() => {
      if (document.querySelector('[role=alertdialog]')) since ??= performance.now()
    }).observe(document.body, { childList: true, subtree: true })
    window.addEventListener('pagehide', () => {
      sessionStorage.setItem('test.overlay', String(since === null ? 0 : performance.now() - since))
    })
  })
  return async () => Number(await page.evaluate(() => sessionStorage.getItem('test.overlay')))
}

test('by mouse: choose photos, see the overlay for at least three seconds, then the print sizes of the photos', async ({
  page,
}) => {
  await openPhotos(page)
  await order(page).click()
  await expect(page).toHaveURL(/[?&]order=prints/)
  await expect(next(page, 0)).toBeDisabled()
  await choosable(page, 'tiny.jpg').click()
  await choosable(page, 'sharp.jpg').click()
  await expectAccessible(page)
  const shownFor = await watchOverlay(page)
  await next(page, 2).dblclick()
  await expect(editor(page)).toBeVisible()
  // Three seconds, minus the time to draw the overlay.
  expect(await shownFor()).toBeGreaterThanOrEqual(2_500)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    productCode: 'PAP_910',
    tempSelectionId: expect.stringMatching(/^\S+$/),
  })
  await expect(page.getByText('2 photos', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['sharp.jpg', 'tiny.jpg'])
  const sizes = page.getByRole('combobox', { name: 'Size of sharp.jpg' }).getByRole('option')
  await expect(sizes).toHaveText([
    /^No print$/,
    /^10\s×\s15\scm · Excellent/,
    /^13\s×\s18\scm · Excellent/,
    /^20\s×\s30\scm · Good/,
  ])
  await expect(page.getByText('Too few pixels for a good print.')).toBeVisible()
  await expect(page.getByText(/nothing is charged, printed or sent/)).toBeVisible()
  await expectAccessible(page)

  await page.goBack()
  await expect(next(page, 2)).toBeEnabled()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(choosable(page, 'sharp.jpg')).toBeChecked()
  await page.goForward()
  await page.getByRole('link', { name: 'Back to my photos' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/my-photos/photos' && url.search === '')
  await expect(page.getByRole('link', { name: /^Photo / })).toHaveCount(2)
})

test('prints of the photo in the full-screen view, and of a whole album, can be ordered', async ({ page }) => {
  await test.step('the full-screen view shows the quality, and orders this photo', async () => {
    await openPhotos(page)
    await openPhoto(page, 'sharp.jpg')
    await page.keyboard.press('i')
    const qualities = page.getByRole('complementary').getByRole('listitem').filter({ hasText: '×' })
    await expect(qualities.first()).toHaveText('10 × 15 cmExcellent')
    await expect(qualities.last()).toHaveText('50 × 75 cmLow')
    await expectAccessible(page)
    const releaseOrder = await holdOrders(page)
    await page.getByRole('button', { name: 'Order prints' }).click()
    await expect(overlay(page, 1)).toBeFocused()
    releaseOrder()
    await expect(editor(page)).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['sharp.jpg'])
    await page.goBack()
    await expect(page.getByRole('figure')).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })

  await test.step('in an album, all photos are selected at first, each with its print quality; a reload keeps the selection', async () => {
    await page.goto(`/my-photos/albums/${album}`)
    await order(page).click()
    await expect(page).toHaveURL(/[?&]order=prints/)
    await expect(next(page, 2)).toBeEnabled()
    await expect(choosable(page, 'sharp.jpg')).toHaveAccessibleDescription(/Up to 20\s×\s30\scm/)
    await expect(choosable(page, 'tiny.jpg')).toHaveAccessibleDescription(/Low print quality/)
    await expectAccessible(page)
    await choosable(page, 'tiny.jpg').click()
    await expect(next(page, 1)).toBeEnabled()
    await page.reload()
    await expect(next(page, 1)).toBeEnabled()
    await expect(choosable(page, 'tiny.jpg')).not.toBeChecked()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL((url) => url.search === '')
    await expect(page.getByRole('link', { name: /^Photo / })).toHaveCount(2)
  })
})

test('by keyboard only: reach the editor, and leave the overlay with Escape', async ({ page }) => {
  await openPhotos(page)
  await order(page).focus()
  await page.keyboard.press('Enter')
  await expect(next(page, 0)).toBeDisabled()
  await reachPhotos(page)
  await page.keyboard.press('Space')
  await page.keyboard.press(forwardKey)
  await page.keyboard.press('Space')
  await expect(next(page, 2)).toBeEnabled()
  await reach(page, next(page, 2), 'Shift+Tab')
  const releaseOrder = await holdOrders(page)
  await page.keyboard.press('Enter')
  const started = await page.evaluate(() => performance.now())
  await expect(overlay(page, 2)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(overlay(page, 2).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(overlay(page, 2).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(overlay(page, 2)).toHaveCount(0)
  await expect(next(page, 2)).toBeFocused()
  releaseOrder()
  // The cancelled hand-over does not open the editor, even after the three seconds.
  await page.waitForFunction((end) => performance.now() > end, started + 3_500)
  expect(new URL(page.url()).pathname).toBe('/my-photos/photos')
  await page.keyboard.press('Enter')
  await expect(editor(page)).toBeVisible()
  await expect(page.getByText('2 photos', { exact: true })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('by touch: all targets are reachable and large enough for a finger', async ({ page }) => {
    await openPhotos(page)
    await page.getByRole('button', { name: 'Order photo prints' }).tap()
    await choosable(page, 'sharp.jpg').tap()
    const button = await next(page, 1).boundingBox()
    expect(button?.height).toBeGreaterThanOrEqual(44)
    await expectAccessible(page)
    const releaseOrder = await holdOrders(page)
    await next(page, 1).tap()
    await expect(overlay(page, 1)).toBeVisible()
    releaseOrder()
    await expect(editor(page)).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['sharp.jpg'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to my photos' }).tap()
    await expect(page).toHaveURL((url) => url.pathname === '/my-photos/photos')
  })
})

test('a failed transfer to the editor can be retried, and other accounts cannot see the photos', async ({
  page,
  browser,
}) => {
  await test.step('a failure is reported, the selection stays, and a retry works', async () => {
    let isDown = true
    await page.route('**/graphql', async (route) => {
      const isOrder = route.request().postData()?.includes('usePrintOrderMutation') === true
      if (isOrder && isDown) await route.fulfill({ status: 500, body: 'The service is down' })
      else await route.fallback()
    })
    await openChoice(page)
    await choosable(page, 'sharp.jpg').click()
    await next(page, 1).click()
    await expect(page.getByText('Error transferring photos. Try again.')).toBeVisible()
    await expectUncovered(page)
    await expect(overlay(page, 1)).toHaveCount(0)
    await expect(choosable(page, 'sharp.jpg')).toBeChecked()
    isDown = false
    await next(page, 1).click()
    await expect(editor(page)).toBeVisible()
    await expect(page.getByText('1 photo', { exact: true })).toBeVisible()
  })

  await test.step('a selection of another account is reported as not found', async () => {
    const { pathname, search } = new URL(page.url())
    const context = await browser.newContext()
    const stranger = await context.newPage()
    await openLibraryOf(stranger, 'ben@keepsake.example', `${pathname}${search}`)
    await expect(stranger.getByRole('heading', { name: 'Selection not found' })).toBeVisible()
    await expect(stranger.getByText('sharp.jpg')).toHaveCount(0)
    await expectAccessible(stranger)
    await context.close()
  })
})
