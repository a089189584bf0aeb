import { expect, test, type Page, type Route } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { press, reach } from './support/keyboard.ts'
import { openLibraryOf, openNewLibrary, registerWithoutBrowser } from './support/newCustomer.ts'
import { mug } from '../tests/support/orderCalls.ts'
import { placeOrder, reportStep, sendPdf, soldOut } from './support/orders.ts'
import { expectNoShifts, watchShifts } from './support/shifts.ts'

const orderLinks = (page: Page) => page.getByRole('heading', { level: 2 }).getByRole('link')
const currentPage = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current]')

/** Answers that all seasons have begun, because the test runs on any day of the year. */
async function beginSeasons(route: Route): Promise<void> {
  const response = await route.fetch()
  await route.fulfill({ response, body: (await response.text()).replaceAll('"isActive":false', '"isActive":true') })
}

test('the demo’s orders: pages, search and year are in the address, and Back returns to them', async ({ page }) => {
  await openLibraryOf(page, 'anna@keepsake.example', '/orders?order_state=history')
  await expect(currentPage(page)).toHaveText('1')
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(currentPage(page)).toHaveText('2')
  await expect(page).toHaveURL(/\?order_state=history&page=2$/)

  await page.getByLabel('Search by order code or product').fill('canvas')
  await expect(page).toHaveURL(/\?order_state=history&search=canvas$/)
  await expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /canvas/i })
      .first(),
  ).toBeVisible()
  await page.getByLabel('Year').selectOption({ index: 2 })
  await expect(page).toHaveURL(/&search=canvas&year=20\d\d$/)
  await page.goBack()
  await expect(page.getByLabel('Year')).toHaveValue('')
  await page.goBack()
  await expect(page.getByLabel('Search by order code or product')).toHaveValue('')
  await expect(currentPage(page)).toHaveText('2')

  await page.goto('/orders?order_state=history&page=99')
  await expect(page).toHaveURL(/\?order_state=history&page=11$/)
  await expect(currentPage(page)).toHaveText('11')

  await page.goto('/orders?search=nothing-like-this')
  await expect(page.getByRole('heading', { name: 'No orders found' })).toBeVisible()
  await page.getByRole('link', { name: 'Search earlier orders' }).click()
  await expect(page).toHaveURL(/\?search=nothing-like-this&order_state=history$/)
})

test('a customer without orders is led to the shop', async ({ page }) => {
  await openNewLibrary(page, [], { path: '/orders' })
  await expect(page.getByRole('heading', { name: 'No orders in progress' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /^Order now/ })).toHaveAttribute('href', '/shop')
  await expectAccessible(page)
})

test('by keyboard only: open an order, change its address, resolve a change in another tab, reorder; live updates until Sent', async ({
  page,
}) => {
  const { accountId } = await openNewLibrary(page, [], { path: '/orders' })
  await expect(page.getByRole('heading', { name: 'No orders in progress' })).toBeVisible()
  const order = await placeOrder(accountId, { lines: [mug, soldOut] })
  await sendPdf(accountId, `${order.code}-1`)

  await test.step('a new order appears in the open list', async () => {
    await expect(orderLinks(page)).toHaveText('Photo mug and 1 other product')
    await press(page, orderLinks(page))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${order.code}`)
    await expect(
      page.getByText(/^The address can be changed until .*, then we print\. (30|2\d) minutes left\.$/),
    ).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the PDF of a product is downloaded', async () => {
    const download = page.waitForEvent('download')
    await press(page, page.getByRole('button', { name: /^Download PDF/ }))
    expect((await download).suggestedFilename()).toBe(`${order.code}-1.pdf`)
    await expect(page.getByText(`The download of ${order.code}-1.pdf has started.`)).toBeVisible()
  })

  const address = page.getByRole('region', { name: 'Delivery address' })
  const other = await page.context().newPage()
  const otherAddress = other.getByRole('region', { name: 'Delivery address' })
  await other.goto(`/orders/${order.code}`)
  await otherAddress.getByRole('button', { name: 'Change address' }).click()

  await test.step('invalid fields are named, and keep what was typed', async () => {
    await page.bringToFront()
    await press(page, address.getByRole('button', { name: 'Change address' }))
    await expect(address.getByLabel('Name', { exact: true })).toBeFocused()
    await reach(page, address.getByLabel('Street name'))
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.press('Delete')
    await reach(page, address.getByLabel(/^Phone number/))
    await page.keyboard.type('call me')
    await page.keyboard.press('Enter')
    await expect(address.getByText('Street name must be valid')).toBeVisible()
    await expect(address.getByText('Phone number must be valid')).toBeVisible()
    await expect(address.getByLabel('Street name')).toBeFocused()
    await expect(address.getByLabel(/^Phone number/)).toHaveValue('call me')
    await expectAccessible(page)
  })

  await test.step('a valid address is saved, and the other tab shows it', async () => {
    await page.keyboard.type('Prinsengracht 263')
    await reach(page, address.getByLabel(/^Phone number/))
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.press('Delete')
    // The house number was typed with the street name, but has a field of its own.
    await reach(page, address.getByLabel('House number', { exact: true }), 'Shift+Tab')
    await page.keyboard.type('263')
    await reach(page, address.getByLabel('Street name'), 'Shift+Tab')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Prinsengracht')
    await page.keyboard.press('Enter')
    await expect(address.getByText('The address was changed.')).toBeVisible()
    await expect(address).toContainText('Prinsengracht 263')
    await expect(address.getByRole('heading')).toBeFocused()
    await expect(page.getByText('Delivery address changed')).toBeVisible()
  })

  await test.step('the other tab has an older version: it shows the new address, and the customer decides', async () => {
    await other.bringToFront()
    await expect(other.getByText('Delivery address changed')).toBeVisible()
    await otherAddress.getByLabel('House number', { exact: true }).fill('99')
    await other.keyboard.press('Enter')
    const notice = otherAddress.getByRole('alert')
    await expect(notice).toContainText('The address has changed in the meantime')
    await expect(notice).toContainText('Prinsengracht 263')
    await expect(otherAddress.getByLabel('House number', { exact: true })).toHaveValue('99')
    await expectAccessible(other)
    await press(other, notice.getByRole('button', { name: 'Use the one I typed' }))
    await expect(otherAddress).toContainText('Lindengracht 99')
    await page.bringToFront()
    await expect(address).toContainText('Lindengracht 99')
    await other.close()
  })

  await test.step('the check before a reorder says what is left out, and at which price', async () => {
    await press(page, page.getByRole('button', { name: 'Order again' }))
    const dialog = page.getByRole('dialog', { name: 'Order again?' })
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Old card' })).toContainText(
      'Left out: no longer sold.',
    )
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Photo mug' })).toContainText(
      '€11.95 each, instead of €10.95',
    )
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Order again' })).toBeFocused()
  })

  await test.step('the page follows the production until the parcel is sent', async () => {
    await reportStep(order, { step: 'ProductionStarted' })
    await expect(page.getByText('We are making your order.')).toBeVisible()
    await expect(address.getByText('Production has started, so the address can no longer be changed.')).toBeVisible()
    await expect(address.getByRole('button', { name: 'Change address' })).toBeHidden()
    await reportStep(order, { step: 'ProductionCompleted' })
    const lines = [1, 2].map((number) => ({ number, quantity: 2 }))
    const parcel = { number: 1, carrier: 'PostNL', trackingNumber: null, trackingUrl: null, lines }
    await reportStep(order, { step: 'ParcelDispatched', parcel })
    await expect(page.getByText('Sent', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your parcel' })).toBeVisible()
    await expect(page.getByText('This parcel has no tracking')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('from its second view on, the overview begins with the order and the order-by dates', async () => {
    await page.route('**/graphql', beginSeasons)
    await page.goto('/')
    const dates = page.getByRole('region', { name: 'Order in time' })
    await expect(page.getByRole('region', { name: 'Your latest order' })).toContainText('Expected delivery')
    // The dates are for the country of the delivery address, although the page is in the language of another country.
    await expect(dates).toContainText('(Netherlands)')
    const shifts = await watchShifts(page)
    await page.reload()
    await expect(page.locator('h1 + section')).toContainText('Photo mug')
    await expect(page.locator('h1 + section + section')).toContainText('(Netherlands)')
    await expectNoShifts(shifts)
    await expectAccessible(page)
    // A request that is still running would fail when the page is closed.
    await page.unrouteAll({ behavior: 'wait' })
  })
})

test('Continue to the shop opens the basket, the same one for each attempt', async ({ page }) => {
  const { accountId } = await openNewLibrary(page)
  const order = await placeOrder(accountId)
  const baskets: string[] = []
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await page.goto(`/orders/${order.code}`)
    await page.getByRole('button', { name: 'Order again' }).click()
    await page.getByRole('button', { name: 'Continue to the shop' }).click()
    await expect(page).toHaveURL(/\/shop\/reorder\/[\w-]+\?key=/)
    baskets.push(page.url())
  }
  expect(baskets[0]).toBe(baskets[1])
})

test('an order that does not exist, or is somebody else’s, has the message of the specification', async ({ page }) => {
  const { accountId } = await registerWithoutBrowser()
  const order = await placeOrder(accountId)
  await openNewLibrary(page, [], { path: `/orders/${order.code}` })
  const message = 'An error occurred loading this order, please contact us to report this issue.'
  await expect(page.getByRole('alert')).toContainText(message)
  await expectAccessible(page)
})
