import { readFile } from 'node:fs/promises'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { demoAccountOf } from '../services/platform/demo.ts'
import { expectAccessible } from './support/accessibility.ts'
import { press } from './support/keyboard.ts'
import { openLibraryOf } from './support/newCustomer.ts'
import { placeOrder } from './support/orders.ts'
import { expectNoShifts, watchShifts } from './support/shifts.ts'

const studio = 'studio@keepsake.example'

/** Presses a button that downloads a file. Returns the name of the file and its content. */
async function download(page: Page, button: Locator) {
  const started = page.waitForEvent('download')
  await press(page, button)
  const file = await started
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

/**
 * Reloads the page until it shows the 40 invoices of the demo and the credit notes of its cancelled orders: jobs make
 * them in the first seconds after the start.
 */
async function expectDocumentsOfDemo(page: Page): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(/^\d+ documents$/)).toHaveText('43 documents', { timeout: 5_000 })
    await expect(page.getByText('This document is still being made.')).toHaveCount(0)
  }).toPass()
}

test('by keyboard only: a business account pages through its invoices, downloads them, and opens an order', async ({
  page,
}) => {
  await openLibraryOf(page, studio, '/invoices')
  await expectDocumentsOfDemo(page)
  const shifts = await watchShifts(page)
  await page.goto('/')
  await press(page, page.getByRole('navigation', { name: 'My account' }).getByRole('link', { name: 'B2B invoices' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible()
  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(titles).toHaveCount(10)
  await page.reload()
  await expect(page.getByText('43 documents')).toBeVisible()
  await expectNoShifts(shifts)
  await press(page, page.getByRole('link', { name: 'Next page' }))
  await expect(page.getByText('43 documents')).toBeFocused()
  await expect(page).toHaveURL(/\/invoices\?page=2$/)

  const title = (await titles.first().textContent()) ?? ''
  const pdf = await download(page, page.getByRole('button', { name: `Download PDF ${title}`, exact: true }))
  expect(pdf.name).toMatch(/^invoice_[\da-f-]{36}\.pdf$/)
  expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-')
  await expect(page.getByText(`The download of ${pdf.name} has started.`)).toBeVisible()
  const xml = await download(page, page.getByRole('button', { name: `E-invoice (XML) ${title}`, exact: true }))
  expect(xml.name).toBe(pdf.name.replace('.pdf', '.xml'))
  expect(xml.content.toString()).toContain(title.split(' ').at(-1))

  const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  await press(page, item.getByRole('link', { name: /^Order / }))
  const section = page.getByRole('region', { name: 'Invoices' })
  const own = section.getByRole('button', { name: `Download PDF ${title}`, exact: true })
  expect((await download(page, own)).name).toBe(pdf.name)
  await expectAccessible(page)
  await page.goBack()
  await expect(titles.first()).toHaveText(title)
  await page.goto('/invoices?page=99')
  await expect(page).toHaveURL(/\?page=5$/)
  await expect(titles).toHaveCount(3)

  await test.step('the invoice of a new order appears on its page', async () => {
    const order = await placeOrder(demoAccountOf(studio).id)
    await page.goto(`/orders/${order.code}`)
    const invoice = section.getByRole('heading', { level: 3, name: /^Invoice K\d{4}-\d{6}$/ })
    await expect(invoice).toBeVisible()
    const button = section.getByRole('button', { name: /^Download PDF/ })
    expect((await download(page, button)).content.subarray(0, 5).toString()).toBe('%PDF-')
  })
})

test('a private account has no invoices: the URL of their page leads to the overview', async ({ page }) => {
  await openLibraryOf(page, 'anna@keepsake.example', '/orders')
  await page.goto('/invoices?page=2')
  await expect(page).toHaveURL((url) => url.pathname === '/' && url.search === '')
  const menu = page.getByRole('navigation', { name: 'My account' })
  await expect(menu.getByRole('link', { name: 'Orders' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'B2B invoices' })).toHaveCount(0)
  await page.goto('/orders?search=5FFF2B1BB439')
  await page.getByRole('heading', { level: 2 }).getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Price' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Invoices' })).toHaveCount(0)
})
