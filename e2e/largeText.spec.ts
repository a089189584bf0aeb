import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { settingsPaths } from '../web/shared/paths.ts'
import { openLibraryOf } from './support/newCustomer.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1_024 },
  { width: 1_440, height: 900 },
]

/** The browser's own setting of the text size, not a style of the page. */
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32']
      await use({ ...launchOptions, args })
    },
    { scope: 'worker' },
  ],
})

/** The visible texts that are left or right of the window. Texts for screen readers only do not count. */
function textsOutside(page: Page): Promise<string[]> {
  return page.locator('body :is(h1, h2, h3, p, a, button, label, input, li, dt, dd, span)').evaluateAll((elements) =>
    elements.flatMap((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      const { clipPath } = getComputedStyle(element)
      const isShown = width > 1 && clipPath === 'none' && element.checkVisibility({ visibilityProperty: true })
      const clips = element.closest('[data-photo], [class*="texts"], [class*="scene"]') !== null
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
      return isShown && !clips && hasText && (left < -1 || right > innerWidth + 1) ? [element.textContent] : []
    }),
  )
}

/**
 * Expects at every width that nothing is wider than the window, that no text is outside of it, and that axe finds no
 * violation.
 */
async function check(page: Page, open: () => Promise<void>): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await open()
    const where = `${new URL(page.url()).pathname} at ${size.width} px`
    const widthOfPage = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(widthOfPage, where).toBeLessThanOrEqual(size.width)
    await expect.poll(() => textsOutside(page), where).toEqual([])
    if (size.width !== 768) await expectAccessible(page)
  }
}

test('with text at 200 %, nothing is cut off, photos are on the first screen, and axe finds nothing', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  await check(page, async () => expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible())
  await openLibraryOf(page, 'anna@keepsake.example', '/my-photos/albums')
  const album = page.getByRole('link', { name: /^Summer in Brittany/ })
  await expect(album).toBeVisible({ timeout: 60_000 })
  const albumPath = (await album.getAttribute('href')) ?? ''
  for (const path of ['/my-photos/photos', albumPath]) {
    await check(page, async () => {
      await page.goto(path)
      const photo = page.locator('main [data-photo]').first()
      await expect(photo).toBeVisible()
      expect((await photo.boundingBox())?.y, 'the first photo is on the first screen').toBeLessThan(450)
    })
  }
  for (const path of ['/', '/my-photos/albums', '/orders', '/settings']) {
    await check(page, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    })
  }
  await check(page, async () => {
    await page.goto('/orders')
    await page.getByRole('heading', { level: 2 }).getByRole('link').first().click()
    await expect(page.getByText('Total', { exact: true })).toBeVisible()
  })
})

test('with text at 200 %, nothing of the settings and of the pages about help is cut off', async ({ page }) => {
  await openLibraryOf(page, 'anna@keepsake.example', settingsPaths.settings)
  // Leave out the pages that only business accounts have, because Anna's account is private, and those whose paths need
  // the id of an address.
  const { business, businessEmail, newBusinessAddress, businessAddress, address } = settingsPaths
  const others: string[] = [business, businessEmail, newBusinessAddress, businessAddress, address]
  const ofCustomers = Object.values(settingsPaths).filter((path) => !others.includes(path))
  const help = ['/help', '/help/contact', '/help/terms', '/help/privacy', '/shop']
  for (const path of [...ofCustomers, ...help]) {
    await check(page, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    })
  }
})
