import { type Browser, type BrowserContextOptions, expect, type Locator, type Page, test } from '@playwright/test'
import { type PublicLink, shareNewBook } from './support/books.ts'
import { photosTaken } from './support/library.ts'
import { addPhotos, registerWithoutBrowser } from './support/newCustomer.ts'
import { inPieces } from './support/pieces.ts'
import { withPhotosOf } from './support/sharedAlbum.ts'

test.describe.configure({ mode: 'default' })

let link: PublicLink

test.beforeAll(async () => {
  const signedIn = await registerWithoutBrowser()
  const days = ['04', '05', '06', '07', '08'].map((day) => `2025:07:${day} 10:00:00`)
  await addPhotos(signedIn, await photosTaken(days))
  link = await shareNewBook(await withPhotosOf(signedIn), 'Summer on the Lofoten')
})

/** A piece of the page starts with each of these elements. */
const starts = /(?=<script|<h1|<li|<div class="(?:spread|controls)|<nav|<footer)/

/**
 * The positions (pixels) of the cover, its picture and the numbers, after each piece of a page. Equal positions are
 * listed once.
 */
async function placesWhileArriving(browser: Browser, url: string, options: BrowserContextOptions): Promise<string[]> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const arriving = await inPieces(url, starts)
  const watched = {
    cover: page.locator('#page-1 .sheet'),
    picture: page.locator('#page-1 img'),
    numbers: page.locator('.numbers li').first(),
  }
  const places = new Set<string>()
  await page.goto(arriving.url, { waitUntil: 'commit' })
  const elements = page.locator('*')
  for (let count = 0, isOpen = true; isOpen; isOpen = arriving.next()) {
    await expect.poll(() => elements.count()).toBeGreaterThan(count)
    count = await elements.count()
    for (const [name, element] of Object.entries(watched)) places.add(`${name} ${await placeOf(element)}`)
  }
  await page.waitForLoadState()
  for (const [name, element] of Object.entries(watched)) places.add(`${name} ${await placeOf(element)}`)
  arriving.close()
  await context.close()
  return [...places].filter((place) => !place.endsWith('nowhere'))
}

async function placeOf(element: Locator): Promise<string> {
  // An element that is missing or hidden has no box.
  const box = (await element.count()) > 0 ? await element.boundingBox() : null
  return box ? [box.x, box.y, box.width, box.height].map(Math.round).join(' ') : 'nowhere'
}

const windows = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
]

for (const viewport of windows) {
  test(`a book stays where it is while the rest of its page arrives, ${viewport.width} pixels wide`, async ({
    browser,
  }) => {
    for (const javaScriptEnabled of [true, false]) {
      const options = { viewport, javaScriptEnabled }
      expect(await placesWhileArriving(browser, link.url, options)).toEqual([
        expect.stringMatching(/^cover/),
        expect.stringMatching(/^picture/),
        expect.stringMatching(/^numbers/),
      ])
      const embedded = await placesWhileArriving(browser, `${link.url}/embed`, options)
      // An embedded book shows its numbers only to readers without the script.
      expect(embedded.map((place) => place.split(' ')[0])).toEqual(
        javaScriptEnabled ? ['cover', 'picture'] : ['cover', 'picture', 'numbers'],
      )
    }
  })
}

/** Opens the book while the picture of its cover does not arrive. */
async function openWithoutCover(page: Page, fragment = '') {
  const requested: number[] = []
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/pages\/\d+\/\d+\.jpg$/, async (route) => {
    const number = Number(/pages\/(\d+)/.exec(route.request().url())?.[1])
    requested.push(number)
    if (number === 1) await isReleased
    await route.continue()
  })
  await page.goto(`${link.url}${fragment}`, { waitUntil: 'commit' })
  return { requested: () => requested.toSorted((one, other) => one - other), release }
}

/** How long (ms) the test waits: long enough for the browser to request a picture, if it were allowed to. */
const patience = 1_000

for (const viewport of windows) {
  test(`the cover arrives before the other pictures are requested, ${viewport.width} pixels wide`, async ({ page }) => {
    await page.setViewportSize(viewport)
    const { requested, release } = await openWithoutCover(page)
    await expect(page.locator('.controls')).toBeVisible()
    await page.waitForTimeout(patience)
    // A header of the page requests the cover early. The page uses this picture, and does not request it again.
    expect(requested()).toEqual([1])
    release()
    await expect.poll(requested).toEqual(expect.arrayContaining([1, 2, 3]))
    expect(requested().filter((number) => number === 1)).toHaveLength(1)
  })
}

test('pages that the address names are shown at once, and a reader who leafs does not wait for the cover', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { requested, release } = await openWithoutCover(page, '#page-2')
  await expect.poll(requested).toEqual([1, 2, 3])
  await page.waitForTimeout(patience)
  expect(requested()).toEqual([1, 2, 3])
  await page.keyboard.press('PageDown')
  await expect.poll(requested).toEqual(expect.arrayContaining([4, 5]))
  await expect(page.locator('#page-4 .sheet')).toBeInViewport({ ratio: 0.9 })
  release()
})

test('without JavaScript, the pictures of a page are requested when the reader comes to it', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const { requested, release } = await openWithoutCover(page, '#page-6')
  await expect.poll(requested).toEqual(expect.arrayContaining([1, 6]))
  await expect(page.locator('#page-6 .sheet')).toBeInViewport({ ratio: 0.9 })
  release()
  await context.close()
})
