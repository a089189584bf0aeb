import { type BrowserContext, type CDPSession, expect, type Locator, type Page, test } from '@playwright/test'
import { callOperator } from '../launcher/operator.ts'
import { readSettings } from '../launcher/settings.ts'
import { makeJpeg } from '../tests/support/pictures.ts'
import { expectAccessible } from './support/accessibility.ts'
import { addPhotos, enrol } from './support/newCustomer.ts'

let signedIn: Parameters<BrowserContext['addCookies']>[0]

/** A customer with a photo of 2021, a month of 60 photos of which 24 are loaded at first, and an older one of 40. */
test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext()
  const customer = await enrol(await context.newPage())
  const taken = '2021:03:02 10:00:00'
  await addPhotos(customer, [
    { name: 'first.jpg', mimeType: 'image/jpeg', buffer: await makeJpeg({ seed: 301, taken }) },
  ])
  const settings = readSettings({ PORT: process.env['E2E_PORT'], DATA_DIR: process.env['E2E_DATA_DIR'] })
  const { accountId } = customer
  await callOperator(settings, '/dev/photos/synthetic', { accountId, count: 60, month: '2020-08' })
  await callOperator(settings, '/dev/photos/synthetic', { accountId, count: 40, month: '2020-07' })
  signedIn = await context.cookies()
  await context.close()
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
  await page.context().addCookies(signedIn)
  await page.goto('/my-photos/photos')
  // On a phone the last rows of the month are too far below the window to be in the document.
  await expect(cells(page, 'August 2020').nth(16)).toBeAttached()
  // What is pressed on the photos is listened to once these are on screen.
  await expect(page.locator('[data-tooltips]')).toBeAttached()
}

for (const width of [390, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('by mouse: a photo by its circle, a range over two months, a month, everything', async ({ page }) => {
      await open(page)
      const first = cells(page, 'August 2020').nth(2)
      await first.hover()
      await first.click({ position: { x: 14, y: 14 } })
      await expect(amount(page, 1)).toBeVisible()
      await expect(first).toHaveAttribute('aria-selected', 'true')

      await expect(async () => {
        await page.mouse.wheel(0, 400)
        await expect(cells(page, 'July 2020').nth(4)).toBeInViewport({ timeout: 1_000 })
      }).toPass()
      await cells(page, 'July 2020')
        .nth(4)
        .click({ modifiers: ['Shift'] })
      // 60 but for the two before, of which 36 are not loaded; and five of July.
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

    test('by keyboard only: toggle, range over two months, look at a photo and come back, everything, stop', async ({
      page,
    }) => {
      await open(page)
      const focused = page.locator('[data-photo]:focus')
      for (let presses = 0; presses < 60 && !(await focused.isVisible()); presses += 1) await page.keyboard.press('Tab')
      await page.keyboard.press('ControlOrMeta+Home')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Space')
      await expect(amount(page, 1)).toBeVisible()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Shift+ArrowRight')
      await expect(amount(page, 3)).toBeVisible()
      await page.keyboard.press('Shift+ArrowLeft')
      await expect(amount(page, 2)).toBeVisible()
      for (let presses = 0; presses < 23; presses += 1) await page.keyboard.press('Shift+ArrowRight')
      // From the second photo over the 36 that are not loaded into July.
      await expect(amount(page, 1 + 59 + 1)).toBeVisible()
      await expect(month(page, 'July 2020').locator('[data-photo]:focus')).toBeVisible()

      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/preview\//)
      // The address is there before the view that hears the key.
      await expect(page.getByRole('button', { name: 'Next photo' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(amount(page, 1 + 59 + 1)).toBeVisible()
      await expect(focused).toBeVisible()
      await page.keyboard.press('ControlOrMeta+a')
      await expect(page.getByRole('checkbox', { name: 'Select all photos of July 2020' })).toBeChecked()

      const disabled = page.getByRole('toolbar').getByRole('button', { name: 'Download' })
      for (let presses = 0; presses < 40 && !(await page.locator('[role=toolbar] :focus').isVisible()); presses += 1) {
        await page.keyboard.press('Shift+Tab')
      }
      for (let presses = 0; presses < 4 && !(await isFocused(disabled)); presses += 1) {
        await page.keyboard.press('ArrowLeft')
      }
      await expect(page.getByRole('tooltip', { name: 'Up to 100 photos can be downloaded at a time' })).toBeVisible()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('toolbar')).toBeHidden()
      await expect(focused).toBeVisible()
    })
  })
}

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('a resting finger begins, drawing it on selects a range, the page still scrolls', async ({ page }) => {
    await open(page)
    const finger = await fingerOf(page)
    const from = cells(page, 'August 2020').nth(1)
    await from.scrollIntoViewIfNeeded()
    await page.evaluate(() => window.scrollBy(0, 200))
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

    const top = await page.evaluate(() => window.scrollY)
    await finger.down({ x: 200, y: 600 })
    for (let y = 580; y >= 300; y -= 20) await finger.move({ x: 200, y })
    await finger.up()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(top + 100)
    await expect(amount(page, 2)).toBeVisible()
  })

  test('at the lower edge the page scrolls under the finger, and selects what comes', async ({ page }) => {
    await open(page)
    const finger = await fingerOf(page)
    const from = cells(page, 'August 2020').first()
    await from.scrollIntoViewIfNeeded()
    await page.evaluate(() => window.scrollBy(0, 200))
    const top = await page.evaluate(() => window.scrollY)
    await finger.down(await centreOf(from))
    await expect(amount(page, 1)).toBeVisible()
    await finger.move({ x: 200, y: 800 })
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(top + 800)
    await finger.up()
    const selected = await page.getByRole('gridcell', { selected: true }).count()
    expect(selected).toBeGreaterThan(10)
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

async function isFocused(element: Locator): Promise<boolean> {
  return await element.evaluate((found) => found === document.activeElement)
}

/** A finger, as the browser gets it from a screen. */
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
