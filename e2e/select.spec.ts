import { type CDPSession, expect, type Locator, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { makeBrokenJpeg } from '../tests/support/pictures.ts'
import { backKey, forwardKey, fromStart } from './support/direction.ts'
import { expectAccessible } from './support/accessibility.ts'
import { reach, reachPhotos } from './support/keyboard.ts'
import { daysOfMay, jpegFile, photo, photosTaken, expectKeysHandled } from './support/library.ts'
import { addPhotos, openNewLibrary, shareCustomer } from './support/newCustomer.ts'
import { operate } from './support/product.ts'
import { settledScrollPosition, wheelTo } from './support/scrolling.ts'

/** The library has a photo of 2021, a month of 60 photos (24 are loaded at first), and an older month of 40. */
const enter = shareCustomer(async (signedIn) => {
  await addPhotos(signedIn, [await photo('first.jpg', { seed: 301, taken: '2021:03:02 10:00:00' })])
  const { accountId } = signedIn
  await operate('/dev/photos/synthetic', { accountId, count: 60, month: '2020-08' })
  await operate('/dev/photos/synthetic', { accountId, count: 40, month: '2020-07' })
})

function month(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title })
}

function cells(page: Page, title: string): Locator {
  return month(page, title).getByRole('gridcell')
}

function amount(page: Page, count: number): Locator {
  return page.getByText(`${count} selected`, { exact: true }).first()
}

async function open(page: Page): Promise<void> {
  await enter(page)
  // On a phone, the last rows of the month are so far below the window that they are not rendered.
  await expect(cells(page, 'August 2020').nth(16)).toBeAttached()
  await expectKeysHandled(page)
}

test('by mouse: select a photo, a range over two months, a month, everything', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page)
  const first = cells(page, 'August 2020').nth(2)
  await first.hover()
  await first.click({ position: await fromStart(first, 14, 14) })
  await expect(amount(page, 1)).toBeVisible()
  await expect(first).toHaveAttribute('aria-selected', 'true')

  await wheelTo(page, cells(page, 'July 2020').nth(4), 600)
  await cells(page, 'July 2020')
    .nth(4)
    .click({ modifiers: ['Shift'] })
  // All 60 except the first two (36 of them are not loaded), and five of July.
  await expect(amount(page, 58 + 5)).toBeVisible()
  await cells(page, 'July 2020').nth(1).click()
  await expect(amount(page, 58 + 4)).toBeVisible()
  await expectAccessible(page)

  const august = page.getByRole('checkbox', { name: 'Select all photos of August 2020' })
  await expect(august).toBeChecked({ indeterminate: true })
  await august.click()
  await expect(august).toBeChecked()
  await expect(amount(page, 60 + 4)).toBeVisible()
  await august.click()
  await expect(amount(page, 4)).toBeVisible()

  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByRole('checkbox', { name: 'Select all photos of July 2020' })).toBeChecked()
  const download = page.getByRole('toolbar').getByRole('button', { name: 'Download' })
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('toolbar')).toBeHidden()
  await expect(download).toBeHidden()
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(0)
})

test('by keyboard only: toggle, select a range over two months, open a photo and come back, select all, stop', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await open(page)
  const focused = page.locator('[data-photo]:focus')
  await reachPhotos(page)
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press(forwardKey)
  await page.keyboard.press('Space')
  await expect(amount(page, 1)).toBeVisible()
  await page.keyboard.press(forwardKey)
  await page.keyboard.press(`Shift+${forwardKey}`)
  await expect(amount(page, 3)).toBeVisible()
  await page.keyboard.press(`Shift+${backKey}`)
  await expect(amount(page, 2)).toBeVisible()
  for (let presses = 0; presses < 23; presses += 1) await page.keyboard.press(`Shift+${forwardKey}`)
  // The range goes from the second photo, across the 36 photos that are not loaded, into July.
  await expect(amount(page, 1 + 59 + 1)).toBeVisible()
  await expect(month(page, 'July 2020').locator('[data-photo]:focus')).toBeVisible()

  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/preview\//)
  // The URL changes before the view listens to keys.
  await expect(page.getByRole('button', { name: 'Next photo' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(amount(page, 1 + 59 + 1)).toBeVisible()
  await expect(focused).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByRole('checkbox', { name: 'Select all photos of July 2020' })).toBeChecked()

  const toolbar = page.getByRole('toolbar')
  await reach(page, toolbar, 'Shift+Tab')
  await reach(page, toolbar.getByRole('button', { name: 'Download' }), backKey)
  await expect(page.getByRole('tooltip', { name: 'Up to 100 photos can be downloaded at a time' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('toolbar')).toBeHidden()
  await expect(focused).toBeVisible()
})

test('Escape ends a selection even before the code of the selection bar is loaded', async ({ page }) => {
  const { promise: isLoading, resolve: load } = Promise.withResolvers<void>()
  await page.route('**/SelectionBar*.js', async (route) => isLoading.then(() => route.continue()))
  await openNewLibrary(page, await photosTaken(['2023:10:02 10:00:00']))
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  const photo = page.getByRole('gridcell')
  await photo.click()
  await expect(photo).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('toolbar')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(photo).not.toHaveAttribute('aria-selected', 'true')
  load()
  await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeVisible()
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('a long press starts selecting, dragging selects a range, and the page still scrolls', async ({ page }) => {
    await open(page)
    const finger = await fingerOf(page)
    const from = cells(page, 'August 2020').nth(1)
    await from.scrollIntoViewIfNeeded()
    await page.evaluate(() => window.scrollBy(0, 200))
    await settledScrollPosition(page)
    await finger.down(await centreOf(from))
    await expect(amount(page, 1)).toBeVisible()
    await finger.move(await centreOf(cells(page, 'August 2020').nth(5)))
    await expect(amount(page, 5)).toBeVisible()
    await finger.move(await centreOf(cells(page, 'August 2020').nth(3)))
    await finger.up()
    await expect(amount(page, 3)).toBeVisible()
    await expect(page).toHaveURL(/\/my-photos\/photos$/)

    await page.touchscreen.tap(...tuple(await centreOf(cells(page, 'August 2020').nth(2))))
    await expect(amount(page, 2)).toBeVisible()
    await expectAccessible(page)

    const top = await settledScrollPosition(page)
    await finger.down({ x: 200, y: 600 })
    for (let y = 580; y >= 300; y -= 20) await finger.move({ x: 200, y })
    await finger.up()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(top + 100)
    await expect(amount(page, 2)).toBeVisible()
  })

  test('at the lower edge the page scrolls under the finger and selects further photos', async ({ page }) => {
    await open(page)
    const finger = await fingerOf(page)
    const from = cells(page, 'August 2020').first()
    await from.scrollIntoViewIfNeeded()
    await page.evaluate(() => window.scrollBy(0, 200))
    const top = await settledScrollPosition(page)
    await finger.down(await centreOf(from))
    await expect(amount(page, 1)).toBeVisible()
    await finger.move({ x: 200, y: 800 })
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(top + 800)
    await finger.up()
    await expect.poll(() => page.getByRole('gridcell', { selected: true }).count()).toBeGreaterThan(10)
  })
})

interface Point {
  readonly x: number
  readonly y: number
}

function tuple({ x, y }: Point): [number, number] {
  return [x, y]
}

async function centreOf(cell: Locator): Promise<Point> {
  const box = await cell.boundingBox()
  if (!box) throw new Error('The photo is not on screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** A finger on a touch screen. */
async function fingerOf(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    down: (point: Point) => send('touchStart', [point]),
    move: (point: Point) => send('touchMove', [point]),
    up: () => send('touchEnd', []),
  }
}

test('on narrow photos that cannot be shown, the select circle has enough contrast and ends at the edge of its photo', async ({
  page,
}) => {
  const tall = { width: 400, height: 800 }
  const files = daysOfMay(6).map(async (taken, index) =>
    jpegFile(`${index + 1}.jpg`, await makeBrokenJpeg({ ...tall, seed: 320 + index, taken })),
  )
  await page.setViewportSize({ width: 320, height: 640 })
  await openNewLibrary(page, await Promise.all(files))
  await expectKeysHandled(page)
  const [narrow, next] = [page.getByRole('gridcell').nth(1), page.getByRole('gridcell').nth(2)]
  // The photo is narrower than a target of 44 px, as photos beside panoramas are.
  await narrow.evaluate((cell) => (cell.style.width = '40px'))
  const end = await narrow.evaluate((cell) => Number.parseFloat(cell.style.insetInlineStart) + 40)
  await next.evaluate((cell, left) => (cell.style.insetInlineStart = `${left}px`), end)
  await narrow.hover()
  const { width } = (await narrow.boundingBox()) ?? { width: 0 }
  const circle = await narrow.evaluate((cell) => Number.parseFloat(getComputedStyle(cell, '::before').width))
  expect(circle).toBe(width)

  const shown = await sharp(await narrow.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const lightAt = (x: number, y: number) => {
    const at = (y * shown.info.width + x) * shown.info.channels
    return lightness(shown.data[at] ?? 0, shown.data[at + 1] ?? 0, shown.data[at + 2] ?? 0)
  }
  const middle = Math.floor(shown.info.width / 2)
  const [fill, around] = [lightAt(middle, 22), lightAt(2, 60)]
  expect((around + 0.05) / (fill + 0.05)).toBeGreaterThanOrEqual(3)

  await next.click({ position: await fromStart(next, 1, 22) })
  await expect(next).toHaveAttribute('aria-selected', 'true')
  await expect(narrow).toHaveAttribute('aria-selected', 'false')
})

/** The relative luminance of a colour, as WCAG defines it. */
function lightness(...rgb: readonly [number, number, number]): number {
  const [red, green, blue] = rgb.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}
