import { expect, type Page, test } from '@playwright/test'
import { makeJpeg } from '../tests/support/pictures.ts'
import { expectAccessible } from './support/accessibility.ts'
import { openNewLibrary } from './support/newCustomer.ts'
import { signIn } from './support/session.ts'

const order = (page: Page) => page.getByRole('button', { name: 'Order photo prints' })
const next = (page: Page, amount: number) =>
  page.getByRole('button', { name: `Next: Customise ${amount} photo prints` })
const choosable = (page: Page, name: string) => page.getByRole('checkbox', { name: `Photo ${name}`, exact: true })
const overlay = (page: Page, amount: number) =>
  page.getByRole('alertdialog', { name: `Adding ${amount} photos to editor...` })
const editor = (page: Page) => page.getByRole('heading', { level: 1, name: 'Your photo prints' })

/** A customer with two photos: one large enough for any print, one for none. */
async function customerWithPhotos(page: Page): Promise<void> {
  await openNewLibrary(page, [
    {
      name: 'sharp.jpg',
      mimeType: 'image/jpeg',
      buffer: await makeJpeg({ seed: 201, width: 2400, height: 1600, taken: '2024:06:02 10:00:00' }),
    },
    {
      name: 'tiny.jpg',
      mimeType: 'image/jpeg',
      buffer: await makeJpeg({ seed: 202, width: 320, height: 240, taken: '2024:06:01 10:00:00' }),
    },
  ])
  await expect(page.getByRole('link', { name: /^Photo / })).toHaveCount(2)
}

/** Lets no photos be handed over until they are let go: the overlay then stays for as long as somebody looks at it. */
async function holdOrders(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('usePrintOrderMutation') === true) await promise
    // Given up meanwhile is not a failure.
    await route.fallback().catch(() => undefined)
  })
  return resolve
}

/** Says how long the overlay has been there when the page is left. */
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

test('by mouse: photos are chosen, handed over for three seconds at least, and shown with their print sizes', async ({
  page,
}) => {
  await customerWithPhotos(page)
  await order(page).click()
  await expect(page).toHaveURL(/[?&]order=prints/)
  await expect(next(page, 0)).toBeDisabled()
  await choosable(page, 'tiny.jpg').click()
  await choosable(page, 'sharp.jpg').click()
  await expectAccessible(page)
  const shownFor = await watchOverlay(page)
  await next(page, 2).dblclick()
  await expect(editor(page)).toBeVisible()
  expect(await shownFor()).toBeGreaterThanOrEqual(2_950)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    productCode: 'PAP_910',
    tempSelectionId: expect.stringMatching(/^\S+$/),
  })
  await expect(page.getByText('2 photos', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['sharp.jpg', 'tiny.jpg'])
  const sizes = page.getByRole('list', { name: 'Print sizes of sharp.jpg' }).getByRole('listitem')
  await expect(sizes).toHaveText(['10 × 15 cmSharp', '13 × 18 cmSharp', '20 × 30 cmSharp'])
  await expect(page.getByText('Too few pixels for a good print.')).toBeVisible()
  await expect(page.getByText(/orders are placed in the shop itself/)).toBeVisible()
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

test('by keyboard alone: to the editor, and out of the overlay with Escape', async ({ page }) => {
  await customerWithPhotos(page)
  await order(page).focus()
  await page.keyboard.press('Enter')
  await expect(next(page, 0)).toBeDisabled()
  await tabTo(page, 'checkbox', /^Photo /)
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(next(page, 2)).toBeEnabled()
  await tabTo(page, 'button', /^Next: /)
  const letGo = await holdOrders(page)
  await page.keyboard.press('Enter')
  await expect(overlay(page, 2)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(overlay(page, 2).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(overlay(page, 2).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(overlay(page, 2)).toHaveCount(0)
  await expect(next(page, 2)).toBeFocused()
  letGo()
  // What was on its way leads nowhere.
  await page.waitForTimeout(3_500)
  expect(new URL(page.url()).pathname).toBe('/my-photos/photos')
  await page.keyboard.press('Enter')
  await expect(editor(page)).toBeVisible()
  await expect(page.getByText('2 photos', { exact: true })).toBeVisible()
})

/** Presses Tab until something of that role and name has the focus. */
async function tabTo(page: Page, role: 'button' | 'checkbox', name: RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name }).and(page.locator(':focus'))
  for (let presses = 0; presses < 60 && (await wanted.count()) === 0; presses += 1) await page.keyboard.press('Tab')
  await expect(wanted).toHaveCount(1)
}

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('by touch: everything is within reach and as large as a finger', async ({ page }) => {
    await customerWithPhotos(page)
    await page.getByRole('button', { name: 'More', exact: true }).tap()
    await page.getByRole('menuitem', { name: 'Order photo prints' }).tap()
    await choosable(page, 'sharp.jpg').tap()
    const button = await next(page, 1).boundingBox()
    expect(button?.height).toBeGreaterThanOrEqual(44)
    await expectAccessible(page)
    await next(page, 1).tap()
    await expect(overlay(page, 1)).toBeVisible()
    await expect(editor(page)).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['sharp.jpg'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to my photos' }).tap()
    await expect(page).toHaveURL((url) => url.pathname === '/my-photos/photos')
  })
})

test('a service that fails is told, the selection is kept, and another try works', async ({ page }) => {
  await customerWithPhotos(page)
  let isDown = true
  await page.route('**/graphql', async (route) => {
    const isOrder = route.request().postData()?.includes('usePrintOrderMutation') === true
    if (isOrder && isDown) await route.fulfill({ status: 500, body: 'The service is down' })
    else await route.fallback()
  })
  await page.goto('/my-photos/photos?order=prints')
  await choosable(page, 'sharp.jpg').click()
  await next(page, 1).click()
  await expect(page.getByText('Error transferring photos. Try again.')).toBeVisible()
  await expect(overlay(page, 1)).toHaveCount(0)
  await expect(choosable(page, 'sharp.jpg')).toBeChecked()
  isDown = false
  await next(page, 1).click()
  await expect(editor(page)).toBeVisible()
})

test('somebody else’s selection is as if it were not there', async ({ page, browser }) => {
  await customerWithPhotos(page)
  await page.goto('/my-photos/photos?order=prints')
  await choosable(page, 'sharp.jpg').click()
  await next(page, 1).click()
  await expect(editor(page)).toBeVisible()
  await expect(page.getByText('1 photo', { exact: true })).toBeVisible()
  const { pathname, search } = new URL(page.url())

  const context = await browser.newContext()
  const stranger = await context.newPage()
  await signIn(stranger, 'ben@keepsake.example', { path: '/editor' })
  await stranger.goto(`${pathname}${search}`)
  await expect(stranger.getByRole('heading', { name: 'This selection is not here' })).toBeVisible()
  await expect(stranger.getByText('sharp.jpg')).toHaveCount(0)
  await expectAccessible(stranger)
  await context.close()
})
