import { type Browser, type Page, expect, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { shareNewBook } from './support/books.ts'
import { press, reach } from './support/keyboard.ts'
import { photosTaken } from './support/library.ts'
import { addPhotos, openLibraryOf, registerInBrowser } from './support/newCustomer.ts'
import { openMail } from './support/outbox.ts'
import { withPhotosOf } from './support/sharedAlbum.ts'
import { expectNoShifts, watchShifts } from './support/shifts.ts'

const books = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 })

/** A reader on a phone who is signed out. */
async function withReader(browser: Browser, read: (reader: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await read(await context.newPage())
  await context.close()
}

test('by keyboard only: share a book by mail; its reader pages through it on a phone, until the link is ended', async ({
  page,
  browser,
}) => {
  const recipient = `friend.${crypto.randomUUID().slice(0, 8)}@example.com`
  await openLibraryOf(page, 'anna@keepsake.example', '/online-products')
  const shifts = await watchShifts(page)
  const refusals: string[] = []
  page.on('console', (message) => message.text().includes('Security Policy') && refusals.push(message.text()))
  const share = page.getByRole('link', { name: /^Share / }).first()
  // The pictures of the demo are drawn, and its books made, while the product starts.
  await expect(async () => {
    await page.reload()
    await expect(share).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 180_000 })
  await expectNoShifts(shifts)
  await press(page, share)
  const form = page.getByRole('region', { name: 'Send by e-mail' })
  await reach(page, form.getByLabel('E-mail address of the recipient'))
  await page.keyboard.type(recipient)
  await reach(page, form.getByLabel('Personal message (optional)'))
  await page.keyboard.type('Have a look at our summer!')
  await press(page, form.getByRole('button', { name: 'Preview e-mail' }))
  const preview = page.frameLocator('iframe[title="Preview of the e-mail"]')
  await expect(preview.getByText('Have a look at our summer!')).toBeVisible()
  expect(refusals).toEqual([])
  await expectAccessible(page)
  await press(page, form.getByRole('button', { name: 'Send the link' }))
  const sent = page.getByRole('listitem').filter({ hasText: recipient })
  await expect(sent.getByText(/^Sent on /)).toBeVisible()

  const mail = await openMail(page, recipient, 'has shared a photo book with you')
  const address = await mail
    .getByRole('link', { name: /\/books\/(?!stop)/ })
    .first()
    .getAttribute('href')
  await mail.close()
  await withReader(browser, async (reader) => {
    await reader.goto(address ?? '')
    const book = reader.getByRole('region', { name: /^Photo book: / })
    await reach(reader, book)
    await reader.keyboard.press('ArrowRight')
    await expect(reader).toHaveURL(/#page-2$/)
    await press(page, sent.getByRole('button', { name: `End the link ${recipient}` }))
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await press(page, dialog.getByRole('button', { name: 'End the link' }))
    await expect(sent).toBeHidden()
    await reader.reload()
    await expect(reader.getByRole('heading', { level: 1, name: 'This book is no longer available' })).toBeVisible()
  })
})

test('by keyboard only: end the public link, delete a book and undo it, go to its order and back', async ({
  page,
  browser,
}) => {
  const signedIn = await registerInBrowser(page)
  await addPhotos(signedIn, await photosTaken(['2025:07:04 10:00:00', '2025:07:05 10:00:00']))
  const link = await shareNewBook(await withPhotosOf(signedIn), 'Summer')
  await page.goto('/online-products')
  await expect(books(page)).toHaveText(['Summer'])
  await press(page, page.getByRole('link', { name: 'Share Summer' }))
  const part = page.getByRole('region', { name: 'Public link and embedding' })
  await expect(part.getByLabel('Link to the book')).toHaveValue(link.url)
  await expectAccessible(page)
  await press(page, part.getByRole('button', { name: 'End the public link' }))
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'End the link' }))
  await expect(part.getByRole('button', { name: 'Create a public link' })).toBeVisible()
  await withReader(browser, async (reader) => {
    await reader.goto(link.url)
    await expect(reader.getByRole('heading', { level: 1, name: 'This book is no longer available' })).toBeVisible()
  })

  await page.goBack()
  await press(page, page.getByRole('button', { name: 'More for Summer' }))
  await reach(page, page.getByRole('menuitem', { name: 'Delete the online book' }), 'ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(page, dialog.getByRole('button', { name: 'Delete', exact: true }))
  await expect(books(page).filter({ hasText: 'Summer' })).toHaveCount(0)
  // The toast stays for 10 s.
  await press(page, page.getByRole('button', { name: 'Undo' }))
  await expect(books(page)).toHaveText(['Summer'])
  await press(page, page.getByRole('link', { name: 'Share Summer' }))
  await press(page, page.getByRole('link', { name: /^Order / }))
  await press(page, page.getByRole('link', { name: /^Online book / }))
  await expect(page.getByRole('heading', { level: 1, name: 'Share a book' })).toBeVisible()
})

test('on a phone with text of 200 %, nothing of a book is cut off', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openLibraryOf(page, 'anna@keepsake.example', '/online-products')
  const share = page.getByRole('link', { name: /^Share / }).first()
  await expect(async () => {
    await page.reload()
    await expect(share).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 180_000 })
  await share.click()
  await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible()
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const textsBeyondTheEdge = async () =>
    page
      .locator('main :is(h1, h2, h3, p, a, button, label, input, textarea, output):visible')
      .evaluateAll((elements) =>
        elements.filter((element) => element.getBoundingClientRect().right > innerWidth).map((one) => one.textContent),
      )
  await expect.poll(textsBeyondTheEdge).toEqual([])
  await test.step('nothing is cut off on the page that its readers open', async () => {
    await page.goto('/online-products')
    const book = page.locator('a[href*="/books/"]').first()
    await page.goto((await book.getAttribute('href')) ?? '')
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expect(page.getByRole('button', { name: 'Leaf forward' })).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
