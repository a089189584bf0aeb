import { createServer } from 'node:http'
import { once } from 'node:events'
import { type Browser, type BrowserContextOptions, expect, type Frame, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { endLink, type PublicLink, shareNewBook } from './support/books.ts'
import { photosTaken } from './support/library.ts'
import { addPhotos, registerWithoutBrowser } from './support/newCustomer.ts'
import { type CustomerWithPhotos, withPhotosOf } from './support/sharedAlbum.ts'
import { expectNoShifts, watchShifts } from './support/shifts.ts'

test.describe.configure({ mode: 'default' })

let customer: CustomerWithPhotos
let link: PublicLink

test.beforeAll(async () => {
  const signedIn = await registerWithoutBrowser()
  const days = ['04', '05', '06', '07', '08'].map((day) => `2025:07:${day} 10:00:00`)
  await addPhotos(signedIn, await photosTaken(days))
  customer = await withPhotosOf(signedIn)
  link = await shareNewBook(customer, 'Summer on the Lofoten')
})

/** The reader's position, as the bar shows it. */
const where = (page: Page | Frame) => page.locator('.where')
const cover = (page: Page | Frame) => page.getByRole('heading', { level: 1, name: 'Summer on the Lofoten' })

/** The number of animations that move pages. */
const animations = async (page: Page) =>
  page.locator('#page-2 .sheet').evaluate((sheet) => sheet.getAnimations().length)

/** Opens the book signed out, in a window of its own. */
async function withReader(
  browser: Browser,
  options: BrowserContextOptions,
  read: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(link.url)
  await read(page)
  await context.close()
}

/** The numbers of the pages whose middle is in the window. */
async function pagesInView(page: Page | Frame): Promise<number[]> {
  return page.locator('.page[id]').evaluateAll((pages) =>
    pages.flatMap((element) => {
      const { left, width } = element.getBoundingClientRect()
      const middle = left + width / 2
      return middle > 0 && middle < innerWidth ? [Number(element.id.slice(5))] : []
    }),
  )
}

const sizes = [
  { width: 390, height: 844, places: ['Page 2 of 6', 'Page 3 of 6', 'Page 6 of 6'], last: [6] },
  { width: 768, height: 1024, places: ['Page 2 of 6', 'Page 3 of 6', 'Page 6 of 6'], last: [6] },
  { width: 1440, height: 900, places: ['Pages 2 and 3 of 6', 'Pages 4 and 5 of 6', 'Page 6 of 6'], last: [6] },
]

for (const { width, height, places, last } of sizes) {
  test(`a reader leafs through a book with the keyboard, ${width} pixels wide`, async ({ browser }) => {
    await withReader(browser, { viewport: { width, height } }, async (page) => {
      await expect(cover(page)).toBeVisible()
      await expect(where(page)).toHaveText('Page 1 of 6')
      const [second = '', third = '', end = ''] = places
      await page.keyboard.press('ArrowRight')
      await expect(where(page)).toHaveText(second)
      await page.keyboard.press('PageDown')
      await expect(where(page)).toHaveText(third)
      await page.keyboard.press('Shift+Space')
      await expect(where(page)).toHaveText(second)
      await page.keyboard.press('End')
      await expect(where(page)).toHaveText(end)
      await expect.poll(async () => pagesInView(page)).toEqual(last)
      await expect(page).toHaveURL(/#page-6$/)
      await page.reload()
      await expect(where(page)).toHaveText(end)
      await expect.poll(async () => pagesInView(page)).toEqual(last)
      await page.keyboard.press('Home')
      await expect(where(page)).toHaveText('Page 1 of 6')
      await page.getByRole('button', { name: 'Leaf forward' }).press(' ')
      await expect(where(page)).toHaveText(second)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page)
      }
    })
  })
}

test('a screen reader finds each page with its place and the day of its photo', async ({ browser }) => {
  await withReader(browser, { viewport: { width: 1440, height: 900 } }, async (page) => {
    const book = page.getByRole('region', { name: 'Photo book: Summer on the Lofoten' })
    const pages = book.getByRole('figure')
    await expect(pages).toHaveCount(6)
    await expect(book.getByRole('figure', { name: 'Page 2 of 6' }).getByRole('img')).toHaveAccessibleName(
      /^Photo taken on \d July 2025$/,
    )
    await expect(where(page)).toHaveAttribute('aria-live', 'polite')
  })
})

test('a whole picture is shown on its page, and nothing moves while pictures are loaded', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const shifts = await watchShifts(page)
  await page.goto(link.url)
  const image = page.getByRole('figure', { name: 'Page 1 of 6' }).getByRole('img')
  await expect.poll(async () => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
  const { shown, natural, margin } = await image.evaluate((element: HTMLImageElement) => {
    const { width, height } = element.getBoundingClientRect()
    const sheet = element.closest('.sheet')?.getBoundingClientRect().width ?? 0
    return { shown: width / height, natural: element.naturalWidth / element.naturalHeight, margin: sheet - width }
  })
  expect(Math.abs(shown - natural)).toBeLessThan(0.02)
  expect(margin).toBeGreaterThan(20)
  await expectNoShifts(shifts)
})

test('a book works without JavaScript: its numbers are links', async ({ browser }) => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await withReader(browser, { javaScriptEnabled: false, viewport }, async (page) => {
      await expect(cover(page)).toBeInViewport()
      await expect(page.getByRole('button')).toHaveCount(0)
      await page.getByRole('navigation', { name: 'Pages of the book' }).getByRole('link', { name: '5' }).click()
      await expect(page).toHaveURL(/#page-5$/)
      await expect(page.locator('#page-5 .sheet')).toBeInViewport({ ratio: 0.9 })
      await expect(page.getByRole('banner')).toBeInViewport()
    })
  }
})

test('pages do not turn for readers who prefer no motion', async ({ browser }) => {
  const viewport = { width: 1440, height: 900 }
  await withReader(browser, { viewport, reducedMotion: 'reduce' }, async (page) => {
    expect(await animations(page)).toBe(0)
    await page.keyboard.press('ArrowRight')
    expect(await pagesInView(page)).toEqual([2, 3])
  })
  await withReader(browser, { viewport, reducedMotion: 'no-preference' }, async (page) => {
    expect(await animations(page)).toBeGreaterThan(0)
  })
})

test('a page of another origin with a strict policy embeds a book by one line, and its readers page through it there', async ({
  page,
}) => {
  const { origin } = new URL(link.url)
  const frame = `<iframe src="${link.url}/embed" title="Book" width="800" height="520" sandbox="allow-scripts"></iframe>`
  const server = createServer((_request, response) => {
    const headers = {
      'content-security-policy': `default-src 'none'; frame-src ${origin}`,
      'content-type': 'text/html',
    }
    response.writeHead(200, headers).end(`<!doctype html><title>Blog</title><h1>Blog</h1>${frame}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  const reported = page.waitForResponse((response) => response.url().endsWith('/views'))
  await page.goto(`http://127.0.0.1:${port}/`)
  const book = page.frame({ url: /\/embed$/ })
  if (!book) throw new Error('The page has no frame.')
  await expect(cover(book)).toBeVisible()
  await book.getByRole('button', { name: 'Leaf forward' }).click()
  await expect(where(book)).toHaveText('Pages 2 and 3 of 6')
  await book.locator('.book').press('End')
  await expect(where(book)).toHaveText('Page 6 of 6')
  await expect.poll(async () => pagesInView(book)).toEqual([6])
  const picture = book.locator('#page-6 img')
  await expect.poll(async () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect((await reported).status()).toBe(204)
  expect(problems).toEqual([])
  server.close()
})

test('a link that has ended shows a page that does not say why', async ({ browser }) => {
  await endLink(customer, link)
  await withReader(browser, { viewport: { width: 390, height: 844 } }, async (page) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This book is no longer available')
    await expect(page.getByText('Lofoten')).toHaveCount(0)
    await expectAccessible(page)
  })
})
