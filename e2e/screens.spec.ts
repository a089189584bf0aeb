import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, type AccessibilityRules } from './support/accessibility.ts'
import { startConnectedApp } from './support/connectedApp.ts'
import { jpegFile, upload } from './support/library.ts'
import { openLibraryOf, openNewLibrary } from './support/newCustomer.ts'
import { mug } from '../tests/support/orderCalls.ts'
import { placeOrder, soldOut } from './support/orders.ts'

const widths = [390, 768, 1440]
/** With `UPDATE_IMAGES=1`, a screenshot of each screen is written here for people to look at. */
const folder = 'test-results/screenshots'

type Theme = 'light' | 'dark'

/**
 * The axe rules to check in a theme at a width; null for none. All rules are checked in the light theme at a small and
 * at a large width. The dark theme differs only in colours, and the middle width only in the position of elements.
 */
function rulesOf(theme: Theme, width: number): AccessibilityRules | null {
  if (width === 768) return theme === 'light' ? { only: ['target-size', 'scrollable-region-focusable'] } : null
  return theme === 'light' ? {} : { only: ['color-contrast', 'link-in-text-block'] }
}

/** Expects that, at every width and in these themes, nothing is wider than the window and axe finds nothing. */
async function checkScreen(page: Page, name: string, themes: readonly Theme[] = ['light', 'dark']): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      const rules = rulesOf(theme, width)
      if (rules) await expectAccessible(page, rules)
      await takeScreenshot(page, `${name}-${theme}-${width}`)
    }
  }
}

async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (process.env['UPDATE_IMAGES']) await page.screenshot({ path: `${folder}/${name}.png` })
}

test.describe('axe finds nothing, in both themes and at every width, on', () => {
  test('sign-in and registration', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await checkScreen(page, 'sign-in')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
    await checkScreen(page, 'registration')
    await page.goto('/identity/nowhere')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await checkScreen(page, 'identity-error')
  })

  test('rarely seen pages', async ({ page }) => {
    for (const [name, path, title] of [
      ['signed-out', '/signed-out', 'You are signed out'],
      ['sign-in-failed', '/auth/callback', 'Signing in did not work'],
      ['outbox', '/dev/outbox', /./],
      ['api', '/dev/api', /REST API/],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await checkScreen(page, name)
    }
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Please enable site data and cookies' })).toBeVisible()
    await checkScreen(page, 'storage-blocked')
  })

  test('an empty library, and the result of an upload', async ({ page }) => {
    await openNewLibrary(page)
    await expect(page.getByText('Your photo library is empty')).toBeVisible()
    await checkScreen(page, 'empty')
    await page.getByRole('button', { name: 'Add photos' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await checkScreen(page, 'upload')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await upload(page, [jpegFile('letter.jpg', Buffer.from('no photo '.repeat(40)))])
    await checkScreen(page, 'receipt')
  })

  test('overview, timeline and albums', async ({ page }) => {
    await openLibraryOf(page, 'anna@keepsake.example', '/')
    await expect(page.getByRole('heading', { name: 'Welcome to Keepsake' })).toBeVisible()
    await checkScreen(page, 'overview')
    await page.goto('/my-photos/photos')
    await expect(page.locator('main img').first()).toBeVisible()
    await checkScreen(page, 'timeline')
    await page.goto('/my-photos/albums')
    // The demo creates this album last.
    await expect(page.getByText('Summer in Brittany').first()).toBeVisible({ timeout: 120_000 })
    await checkScreen(page, 'albums')
  })

  test('orders, an order, its address form, the check before a reorder, and a missing order', async ({ page }) => {
    await openLibraryOf(page, 'anna@keepsake.example', '/orders')
    await expect(page.getByText('In production').first()).toBeVisible()
    await checkScreen(page, 'orders')
    await page.goto('/orders?order_state=history&search=nothing')
    await expect(page.getByRole('heading', { name: 'No orders found' })).toBeVisible()
    await checkScreen(page, 'orders-none-found')
    await page.goto('/orders/nothing')
    await expect(page.getByRole('alert')).toBeVisible()
    await checkScreen(page, 'order-missing')
    await page.goto('/orders?search=5FFF2B1BB439')
    await page.getByRole('heading', { level: 2 }).getByRole('link').click()
    await page.getByText(/tracking event/).click()
    await checkScreen(page, 'order-in-parts')
  })

  test('invoices, their menu, and the invoice of an order', async ({ page }) => {
    await openLibraryOf(page, 'studio@keepsake.example', '/invoices')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await checkScreen(page, 'invoices')
    await page
      .getByRole('link', { name: /^Order / })
      .first()
      .click()
    await expect(page.getByRole('region', { name: 'Invoices' }).getByRole('listitem').first()).toBeVisible()
    await checkScreen(page, 'order-with-invoice')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/#menu')
    await expect(page.getByRole('main').getByRole('link', { name: 'B2B invoices' })).toBeVisible()
  })

  test('an order whose address can be changed', async ({ page }) => {
    const { accountId } = await openNewLibrary(page)
    const order = await placeOrder(accountId, { lines: [mug, soldOut] })
    await page.goto(`/orders/${order.code}`)
    await expect(page.getByText(/^The address can be changed until/)).toBeVisible()
    await checkScreen(page, 'order')
    await page.getByRole('button', { name: 'Change address' }).click()
    await page.getByLabel('Street name').fill('')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Street name must be valid')).toBeVisible()
    await checkScreen(page, 'order-address')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Order again' }).click()
    await expect(page.getByText('Left out: no longer sold.')).toBeVisible()
    await checkScreen(page, 'reorder')
  })

  test('the saved projects', async ({ page }) => {
    await openLibraryOf(page, 'anna@keepsake.example', '/saved-projects?page=2')
    await expect(page.getByText('Projects 11 to 20 of 23')).toBeVisible()
    await checkScreen(page, 'saved-projects')
  })

  test('the online books, a book with its links, and an empty list', async ({ page, browser }) => {
    await openLibraryOf(page, 'anna@keepsake.example', '/online-products')
    const share = page.getByRole('link', { name: /^Share / }).first()
    await expect(async () => {
      await page.reload()
      await expect(share).toBeVisible({ timeout: 3_000 })
    }).toPass({ timeout: 180_000 })
    await checkScreen(page, 'online-products')
    await share.click()
    await page.getByRole('button', { name: 'Show in the gallery' }).click()
    await expect(page.getByLabel('Title in the gallery')).toBeFocused()
    await page.getByRole('button', { name: 'Send the link' }).click()
    await checkScreen(page, 'online-product')
    await page.goto('/online-products/none')
    await expect(page.getByRole('heading', { name: 'Book not found' })).toBeVisible()
    await checkScreen(page, 'online-product-missing')
    const newcomer = await browser.newPage()
    await openNewLibrary(newcomer, [], { path: '/online-products' })
    await expect(newcomer.getByRole('heading', { name: 'No online books yet' })).toBeVisible()
    await checkScreen(newcomer, 'online-products-none')
    await newcomer.close()
  })

  test('the settings, the personal details, the addresses, and an address with mistakes', async ({ page }) => {
    await openLibraryOf(page, 'anna@keepsake.example', '/settings')
    await expect(page.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible()
    await checkScreen(page, 'settings')
    await page.goto('/settings/personal-details')
    await expect(page.getByLabel('First name', { exact: true })).toBeVisible()
    await checkScreen(page, 'personal-details')
    await page.goto('/settings/addresses/all')
    await expect(page.getByText('Default address', { exact: true })).toBeVisible()
    await checkScreen(page, 'addresses')
    await page.getByRole('link', { name: 'New address', exact: true }).click()
    await page.getByRole('button', { name: 'Save address', exact: true }).click()
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await checkScreen(page, 'address-with-mistakes')
  })

  test('an app that asks for access, and the connected apps', async ({ page }) => {
    const app = await startConnectedApp(1)
    await openNewLibrary(page, [], { path: '/settings/connected-apps' })
    await expect(page.getByRole('heading', { name: 'No app is connected to your account.' })).toBeVisible()
    await checkScreen(page, 'connected-apps-none')
    await app.askForAccess(page)
    const allow = page.getByRole('button', { name: 'Allow', exact: true })
    await expect(allow).toBeVisible()
    await checkScreen(page, 'consent-to-app')
    await allow.click()
    await expect(page.getByRole('heading', { name: app.name })).toBeVisible()
    await app.exchangeCode(page)
    await page.goto('/settings/connected-apps')
    await expect(page.getByRole('heading', { name: app.name })).toBeVisible()
    await checkScreen(page, 'connected-apps')
    await page.getByRole('button', { name: `Disconnect ${app.name}` }).click()
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await checkScreen(page, 'disconnect-app')
    app.close()
  })

  test('the settings, the addresses and the FTP integration of a blocked business account', async ({ page }) => {
    await openLibraryOf(page, 'copyshop@keepsake.example', '/settings/b2b')
    await expect(page.getByLabel('VAT ID', { exact: true })).toBeDisabled()
    await checkScreen(page, 'business-settings-blocked')
    await page.goto('/settings/addresses/all')
    await expect(page.getByText('Default address', { exact: true })).toBeVisible()
    await checkScreen(page, 'addresses-blocked')
    await page.goto('/integration')
    await expect(page.getByRole('button', { name: 'Send a test notice', exact: true })).toBeDisabled()
    await checkScreen(page, 'ftp-integration-blocked')
  })

  test('the double opt-in, and a link that cannot be confirmed', async ({ page }) => {
    for (const [name, path, title] of [
      ['opt-in', '?confirmation-token=none&email=mira@example.com', 'Confirm your subscription'],
      ['opt-in-success', '-success', 'Success!'],
      ['opt-in-used', '-error?reason=used', 'This link was already used'],
      ['opt-in-failed', '-error?reason=failed&confirmation-token=none&email=mira@example.com', /wasn’t confirmed$/],
    ] as const) {
      await page.goto(`/subscription-confirmation${path}`)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await checkScreen(page, name)
    }
    await page.goto('/newsletter/unsubscribe/none')
    await expect(page.getByRole('heading', { level: 1, name: 'This link is not valid' })).toBeVisible()
    await checkScreen(page, 'unsubscribe-not-valid')
  })

  test('a photo, a missing photo, a missing album, and an unknown URL', async ({ page }) => {
    await openLibraryOf(page, 'anna@keepsake.example')
    await page.locator('main a:has(img)').first().click()
    await expect(page).toHaveURL(/\/my-photos\/photos\/preview\//)
    await expect(page.locator('img').first()).toBeVisible()
    await checkScreen(page, 'preview')
    await page.goto('/my-photos/photos/preview/nothing')
    await expect(page.getByText('Photo not found')).toBeVisible()
    await checkScreen(page, 'preview-missing')
    await page.goto('/my-photos/albums/nothing')
    await expect(page.getByRole('heading', { name: 'Album not found' })).toBeFocused()
    await checkScreen(page, 'album-missing')
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeFocused()
    await checkScreen(page, 'not-found')
  })
})

test('the library’s menus, and its longest texts', async ({ page }) => {
  await openLibraryOf(page, 'anna@keepsake.example')
  // Sets the state after an import: only customers who had an older library get the welcome banner.
  await page.addInitScript(() => {
    const key = Object.keys(localStorage).find((each) => each.startsWith('keepsake.user:'))
    if (key === undefined) return
    const { profile } = JSON.parse(localStorage.getItem(key) ?? '')
    localStorage.setItem('keepsake.olderLibrary', `${profile.sub} 0 true`)
  })
  await page.reload()
  await page.getByRole('button', { name: /^Sort by/ }).click()
  await expect(page.getByRole('menu', { name: 'Sort by' })).toBeVisible()
  await checkScreen(page, 'sort-menu', ['light'])
  await page.keyboard.press('Escape')
  await page
    .getByRole('region', { name: /^Welcome/ })
    .getByRole('button', { name: 'Show more' })
    .click()
  await checkScreen(page, 'banner', ['light'])
  await page.evaluate(() => {
    document.cookie = 'locale=de-DE; path=/'
  })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Meine Fotos' })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Willkommen/ })).toBeVisible()
  await checkScreen(page, 'timeline-german', ['light'])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 })

  test('no page is wider than the screen, so the bottom bar stays visible', async ({ page }) => {
    await openLibraryOf(page, 'anna@keepsake.example')
    for (const path of ['/my-photos/photos', '/', '/my-photos/albums', '/orders', '/no/such/page']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (path === '/my-photos/photos') await expect(page.locator('main img').nth(3)).toBeVisible()
      await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight]), { message: path }).toEqual([390, 844])
    }
    await takeScreenshot(page, 'phone-390')
  })
})
