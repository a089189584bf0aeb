import { type Page, expect, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { press, reach } from './support/keyboard.ts'
import { openLibraryOf } from './support/newCustomer.ts'
import { expectNoShifts, watchShifts } from './support/shifts.ts'

/** Opens the list when the first book of the demo can be shared: its pictures are drawn while the product starts. */
async function openBooks(page: Page): Promise<void> {
  await openLibraryOf(page, 'anna@keepsake.example', '/online-products')
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: /^Share / }).first()).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 180_000 })
}

test('by keyboard only: a public link opens a book for a reader on a phone, until its owner ends it', async ({
  page,
  browser,
}) => {
  await openBooks(page)
  const shifts = await watchShifts(page)
  await page.reload()
  const share = page.getByRole('link', { name: /^Share / }).first()
  await expect(share).toBeVisible()
  await expectNoShifts(shifts)
  await press(page, share)
  await expect(page.getByRole('heading', { level: 1, name: 'Share a book' })).toBeVisible()
  const part = page.getByRole('region', { name: 'Public link and embedding' })
  await press(page, part.getByRole('button', { name: 'Create a public link' }))
  await expectAccessible(page)
  const address = await part.getByLabel('Link to the book').inputValue()

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const reader = await context.newPage()
  await reader.goto(address)
  const book = reader.getByRole('region', { name: /^Photo book: / })
  await expect(book).toBeVisible()
  await reach(reader, book)
  await reader.keyboard.press('ArrowRight')
  await expect(reader).toHaveURL(/#page-2$/)

  await press(page, part.getByRole('button', { name: 'End the public link' }))
  const dialog = page.getByRole('alertdialog', { name: 'End the public link?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(page, dialog.getByRole('button', { name: 'End the link' }))
  await expect(part.getByRole('button', { name: 'Create a public link' })).toBeVisible()
  await reader.reload()
  await expect(reader.getByRole('heading', { level: 1, name: 'This book is not shown any more' })).toBeVisible()
  await context.close()
})

test('by keyboard only: delete a book and undo it, and go to its order and back', async ({ page }) => {
  await openBooks(page)
  const heading = page.getByRole('main').getByRole('heading', { level: 2 }).last()
  const title = (await heading.textContent()) ?? ''
  const count = await page.getByRole('main').getByRole('heading', { level: 2 }).count()
  await press(page, page.getByRole('button', { name: `More for ${title}`, exact: true }).last())
  await press(page, page.getByRole('menuitem', { name: 'Delete the online book' }))
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(page, dialog.getByRole('button', { name: 'Delete', exact: true }))
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(count - 1)
  // The toast stays for 10 s.
  await press(page, page.getByRole('button', { name: 'Undo' }))
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(count)
  await press(page, page.getByRole('main').getByRole('link', { name: title, exact: true }).last())
  await press(page, page.getByRole('link', { name: /^Order KS|^Order / }).last())
  await press(page, page.getByRole('link', { name: /^Online book / }).first())
  await expect(page.getByRole('heading', { level: 1, name: 'Share a book' })).toBeVisible()
})
