import { expect, type Page, type Route, test } from '@playwright/test'
import { forwardKey } from './support/direction.ts'
import { expectAccessible } from './support/accessibility.ts'
import { photo, photosTaken, shows, tile, upload } from './support/library.ts'
import { addPhotos, registerInBrowser, shareCustomer } from './support/newCustomer.ts'
import { operate } from './support/product.ts'
import { expectNoShifts, watchShifts } from './support/shifts.ts'

const photosPath = '/my-photos/photos'

const slider = (page: Page) => page.getByRole('slider', { name: 'Months of your photos' })
const monthOf = (page: Page) => slider(page).getAttribute('aria-valuetext')
const inStripped = (url: URL) => url.searchParams.get('stripped') === 'true'

/** The title of the month whose photos are below the bar. */
function monthOnScreen(page: Page): Promise<string> {
  return page.evaluate(() => {
    const sections = [...document.querySelectorAll('section:has(> header h2)')]
    const top = sections.find((section) => section.getBoundingClientRect().bottom > 65)
    return top?.querySelector('h2')?.textContent ?? ''
  })
}

/** Expects the slider to name this month, and this month to be on screen. */
async function expectAt(page: Page, month: RegExp): Promise<void> {
  await expect(slider(page)).toHaveAttribute('aria-valuetext', month)
  await expect.poll(async () => (await monthOnScreen(page)) === (await monthOf(page))).toBe(true)
}

test.describe('in a library with photos of seven years', () => {
  /** Photos of each October and each May from 2023 back to 2017, so many that no two months share a row. */
  const enter = shareCustomer(async (signedIn) => {
    await addPhotos(signedIn, await photosTaken(['2023:10:02 10:00:00']))
    const { accountId } = signedIn
    for (const year of [2023, 2022, 2021, 2020, 2019, 2018, 2017]) {
      for (const month of ['10', '05']) {
        await operate('/dev/photos/synthetic', { accountId, count: 6, month: `${year}-${month}` })
      }
    }
  })
  const openYears = async (page: Page) => {
    await enter(page)
    await expect(page.locator('main [data-photo]').first()).toBeVisible()
    await expect(slider(page)).toHaveAttribute('max', '14')
  }

  test('the slider moves through the years by keyboard and mouse, and follows the scroll position', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 500 })
    await openYears(page)
    await expectAt(page, /^October 2023$/)
    await slider(page).focus()
    await page.keyboard.press('PageDown')
    await expectAt(page, /^October 2022$/)
    await page.keyboard.press('ArrowDown')
    await expectAt(page, /^May 2022$/)
    await page.keyboard.press('Home')
    await expectAt(page, /^October 2023$/)

    const box = await slider(page).locator('../..').boundingBox()
    const x = (box?.x ?? 0) + (box?.width ?? 0) / 2
    const at = (share: number) => (box?.y ?? 0) + (box?.height ?? 0) * share
    await page.mouse.click(x, at(0.5))
    await expectAt(page, / 2020$/)
    await page.mouse.move(x, at(0.5))
    await page.mouse.down()
    await page.mouse.move(x, at(0.3), { steps: 5 })
    await expectAt(page, / 202[12]$/)
    await page.mouse.up()

    const before = (await monthOf(page)) ?? ''
    await page.mouse.move(700, 300)
    await page.mouse.wheel(0, 1_500)
    await expect(slider(page)).not.toHaveAttribute('aria-valuetext', before)
    await expectAt(page, / 20\d\d$/)

    await test.step('typing a month moves the focus to its title', async () => {
      // Move the pointer away, because a tile under the pointer shows its tooltip.
      await page.mouse.move(0, 0)
      await page.getByRole('button', { name: 'Go to month' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('searchbox', { name: 'Go to month' })).toBeFocused()
      await page.keyboard.type('may 2019')
      await expect(page.getByRole('menuitem', { name: 'May 2019' })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.getByRole('heading', { name: 'May 2019' })).toBeFocused()
      await expectAt(page, /^May 2019$/)
    })
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

    test('while scrolling, a handle large enough for a thumb appears and can be dragged', async ({ page }) => {
      await openYears(page)
      const handle = slider(page).locator('..')
      const knob = handle.locator('span').first()
      await expect(knob).toHaveCSS('opacity', '0')
      await page.evaluate(() => {
        scrollBy(0, 300)
        // Keep scrolling until the pointer is pressed on the handle, because the handle hides when scrolling stops.
        let step = 1
        const scrolling = setInterval(() => scrollBy(0, (step = -step)), 100)
        addEventListener('pointerdown', () => clearInterval(scrolling), { once: true })
      })
      await expect(knob).toHaveCSS('opacity', '1')
      const box = await handle.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
      const [x, y] = [(box?.x ?? 0) + 30, (box?.y ?? 0) + 22]
      const touch = await page.context().newCDPSession(page)
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
      for (const down of [40, 120, 240, 320]) {
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y + down }] })
      }
      await expect(handle.getByText(/ 20(19|2[01])$/)).toBeVisible()
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await expectAt(page, / 20(19|2[01])$/)
      await expect(knob).toHaveCSS('opacity', '0')
    })
  })
})

/**
 * A page that failed to load requests `/` to learn whether the servers answer. This function answers that request with
 * a page that the edge sent earlier, because on a busy machine a new page may say that the services do not answer.
 */
async function startPageAnswers(page: Page): Promise<void> {
  let start = ''
  await expect(async () => {
    start = await (await page.request.get('/')).text()
    expect(start).not.toContain('id="public-config" data-away')
  }).toPass()
  await page.route(
    ({ pathname }) => pathname === '/',
    (route) => route.fulfill({ contentType: 'text/html', body: start }),
  )
}

test.describe('in a library with photos of two months', () => {
  const enter = shareCustomer(async (signedIn) => {
    await addPhotos(signedIn, await photosTaken(['2024:05:02 10:00:00', '2024:03:02 10:00:00']))
  })
  /** `1.jpg` and the older `2.jpg`. */
  const openMonths = async (page: Page) => {
    await enter(page)
    await expect(tile(page, '1.jpg')).toBeVisible()
  }

  test('the sort order is in the URL: it survives reload, Back and Forward, and orders the full-screen view', async ({
    page,
  }) => {
    await openMonths(page)
    const trigger = page.getByRole('button', { name: /^Sort by/ })
    await trigger.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitemradio', { name: 'Newest first' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL((url) => url.searchParams.get('sort') === 'dateTaken-asc')
    const first = page.locator('main [data-photo]').first()
    await expect(first).toHaveAccessibleDescription('2.jpg')
    await page.goBack()
    await expect(page).toHaveURL((url) => url.searchParams.get('sort') === 'dateTaken-desc')
    await expect(first).toHaveAccessibleDescription('1.jpg')
    await page.goForward()
    await page.reload()
    await expect(first).toHaveAccessibleDescription('2.jpg')
    await expect(trigger).toHaveText('Sort by Oldest first')

    await first.click()
    await shows(page, '2.jpg')
    await expect(page).toHaveURL((url) => url.searchParams.get('sort') === 'dateTaken-asc')
    await page.keyboard.press(forwardKey)
    await shows(page, '1.jpg')
    await page.goBack()
    await expect(page).toHaveURL((url) => url.pathname === photosPath)

    await page.goto(photosPath)
    await expect(first).toHaveAccessibleDescription('2.jpg')
  })

  test('a link shows within 0.1 s that its page is loading, and a page that cannot be loaded says why', async ({
    page,
  }) => {
    await openMonths(page)
    await page.waitForLoadState('networkidle')
    await startPageAnswers(page)
    const held: Route[] = []
    await page.route('**/assets/*', (route) => void held.push(route))
    const link = page.getByRole('link', { name: 'Downloads' }).first()
    await link.click()
    await expect(link).toHaveAttribute('aria-busy', 'true')
    const indicator = page.getByRole('status').filter({ hasText: 'Loading' })
    await expect(indicator).toBeVisible()
    // The delay (s) before the indicator and the mark of the link appear: pages that load faster show neither.
    expect(
      await indicator.evaluate((element) => Number.parseFloat(getComputedStyle(element).animationDelay)),
    ).toBeLessThan(0.1)
    expect(await link.evaluate((element) => Number.parseFloat(getComputedStyle(element).transitionDelay))).toBeLessThan(
      0.1,
    )
    await expectAccessible(page)

    await Promise.all(held.map((route) => route.abort()))
    await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeFocused()
    await expect(indicator).toBeHidden()
    await expect(link).not.toHaveAttribute('aria-busy')
    await page.context().setOffline(true)
    await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
    await page.unroute('**/assets/*')
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Downloads' })).toBeVisible()
  })

  test('stripped mode survives every navigation in the library', async ({ page }) => {
    await openMonths(page)
    await page.goto(`/my-photos?stripped`)
    await expect(page).toHaveURL((url) => url.pathname === photosPath && inStripped(url))
    await expect(page.getByRole('banner')).toBeHidden()
    await test.step('open a photo, go to the next, close', async () => {
      await tile(page, '1.jpg').click()
      await shows(page, '1.jpg')
      await expect(page).toHaveURL(inStripped)
      await page.keyboard.press(forwardKey)
      await shows(page, '2.jpg')
      await expect(page).toHaveURL(inStripped)
      const photo = page.url()
      await page.keyboard.press('Escape')
      await expect(page).toHaveURL((url) => url.pathname === photosPath && inStripped(url))
      await page.goto(photo)
      await shows(page, '2.jpg')
      await page.keyboard.press('Escape')
      await expect(page).toHaveURL((url) => url.pathname === photosPath && inStripped(url))
    })
    await test.step('change the sort order and the tab', async () => {
      await page.getByRole('button', { name: /^Sort by/ }).click()
      await page.getByRole('menuitemradio', { name: 'Uploaded first' }).click()
      await expect(page).toHaveURL((url) => url.searchParams.get('sort') === 'created-asc' && inStripped(url))
      await page.getByRole('link', { name: /^Albums/ }).click()
      await expect(page).toHaveURL((url) => url.pathname === '/my-photos/albums' && inStripped(url))
      await page.getByRole('link', { name: /^Photos/ }).click()
      await expect(page).toHaveURL((url) => url.pathname === photosPath && inStripped(url))
    })
    await test.step('add a photo', async () => {
      await upload(page, [await photo('3.jpg', { seed: 303 })])
      await page.getByRole('button', { name: 'View photos' }).click()
      await expect(page).toHaveURL((url) => url.pathname === photosPath && inStripped(url))
    })
  })
})

test('the banner appears without a layout shift, and stays closed once it is closed', async ({ page }) => {
  const { accountId } = await registerInBrowser(page)
  // Sets the state after an import: only customers who had an older library get the banner.
  await page.addInitScript((id) => localStorage.setItem('keepsake.olderLibrary', `${id} 0 true`), accountId)
  const shifts = await watchShifts(page)
  const banner = page.getByRole('region', { name: 'Welcome to a new way to manage your photos' })
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(photosPath)
    await expect(banner).toBeVisible()
    const fillsItsReservedSpace = () =>
      banner.evaluate((shown) => {
        const [height, reserved] = [shown, shown.parentElement].map(
          (element) => element?.getBoundingClientRect().height,
        )
        return height !== undefined && height > 0 && height === reserved
      })
    await expect.poll(fillsItsReservedSpace, `at ${width}`).toBe(true)
    await expect(page.getByText('Your photo library is empty')).toBeVisible()
    await expectNoShifts(shifts)
  }
  await banner.getByRole('button', { name: 'Show more' }).click()
  await expect(banner.getByText(/^Open a photo/)).toBeVisible()
  await banner.getByRole('button', { name: 'Close this message' }).click()
  await expect(banner).toBeHidden()
  await page.reload()
  await expect(page.getByText('Your photo library is empty')).toBeVisible()
  await expect(banner).toBeHidden()
})
