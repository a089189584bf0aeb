import { expect, type Page, test } from '@playwright/test'
import { readPdf, type ReadPdf } from '../tests/services/invoices/pdfText.ts'
import { openLibraryOf } from './support/newCustomer.ts'

// One after the other: printing hundreds of photos needs a whole processor.
test.describe.configure({ mode: 'default' })

/** Prints the page on A4, as the browser does without background graphics. */
async function print(page: Page): Promise<ReadPdf> {
  return readPdf(await page.pdf({ format: 'A4' }))
}

/** The names of the controls that would be on paper. */
async function printedControls(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const names = await page
    .locator('button, [role="button"], nav a, [class*="skip"]')
    .evaluateAll((controls) =>
      controls.filter((control) => control.checkVisibility()).map((control) => control.textContent),
    )
  await page.emulateMedia({ media: null, colorScheme: null })
  return names
}

/** The background of the page on paper, for a customer who uses the dark theme. */
async function printedBackground(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const colour = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.emulateMedia({ media: null, colorScheme: null })
  return colour
}

const chrome = ['Skip to the content', 'My account overview', 'Sign out', 'Print this page', 'Order again']

test('a printed order has the brand, the address and the total, and no controls', async ({ page }) => {
  await openLibraryOf(page, 'anna@keepsake.example', '/orders')
  await page.getByRole('heading', { level: 2 }).getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Print this page' })).toBeVisible()
  expect(await printedControls(page)).toEqual([])
  expect(await printedBackground(page)).toBe('rgb(251, 250, 247)')
  const { text, pages } = await print(page)
  expect(pages).toBe(1)
  expect(text.startsWith('Keepsake')).toBe(true)
  expect(text).toMatch(/Delivery address.*Anna de Wit.*Amsterdam/)
  expect(text).toMatch(/Total € ?\d/)
  for (const control of chrome) expect(text).not.toContain(control)
})

test('printed invoices have their numbers and amounts, and no controls', async ({ page }) => {
  await openLibraryOf(page, 'studio@keepsake.example', '/invoices')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  expect(await printedControls(page)).toEqual([])
  const { text } = await print(page)
  expect(text).toMatch(/^Keepsake .*Invoice K\d{4}-\d{6} .*€/)
  expect(text).not.toContain('Download')
})

test('a printed album has the brand, its name, and all its loaded photos, each whole on one page', async ({ page }) => {
  await openLibraryOf(page, 'anna@keepsake.example', '/my-photos/albums')
  await page.getByRole('link', { name: /^Three weeks in Norway/ }).click()
  const photos = page.locator('main [data-photo]')
  await expect(photos.first()).toBeVisible()
  const drawn = await photos.count()
  expect(drawn).toBeLessThan(300)
  expect(await printedControls(page)).toEqual([])

  const printedPart = page.getByText('499 of 600 photos are printed.')
  await expect(printedPart).toBeAttached()
  await expect(printedPart).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(printedPart).toBeVisible()
  await page.setViewportSize({ width: 680, height: 900 })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(photos).toHaveCount(499)
  const cut = await photos.locator('img').evaluateAll((pictures) =>
    pictures.flatMap((picture) => {
      if (!(picture instanceof HTMLImageElement) || !picture.complete) return []
      const { left, right, width, height } = picture.getBoundingClientRect()
      const shape = width / height / (picture.naturalWidth / picture.naturalHeight)
      return left < 0 || right > innerWidth || Math.abs(shape - 1) > 0.02 ? [`${left} ${right} ${shape}`] : []
    }),
  )
  expect(cut).toEqual([])
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })
  await expect.poll(() => photos.count()).toBeLessThan(300)

  const { text, pages } = await print(page)
  // In a right-to-left language, the number comes after the word in the text of the file.
  expect(text).toMatch(/^Keepsake Three weeks in Norway (600 photos|Created .* photos 600)/)
  expect(text).not.toContain('Add photos')
  // Five rows of three to five photos on each page.
  expect(pages).toBeGreaterThan(10)
  expect(pages).toBeLessThan(60)
})
