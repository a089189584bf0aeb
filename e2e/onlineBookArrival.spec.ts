import { type Browser, type BrowserContextOptions, expect, type Locator, test } from '@playwright/test'
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
const starts = /(?=<script|<div class="(?:spread|controls)|<nav|<footer)/

/** Where the cover and the numbers are after each piece of a page, in pixels. Each place is named once. */
async function placesWhileArriving(browser: Browser, url: string, options: BrowserContextOptions): Promise<string[]> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const arriving = await inPieces(url, starts)
  const watched = { cover: page.locator('#page-1 .sheet'), numbers: page.locator('.numbers') }
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
  // There is no box before the element is there, and none of a hidden one.
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
        expect.stringMatching(/^numbers/),
      ])
      const embedded = await placesWhileArriving(browser, `${link.url}/embed`, options)
      // The numbers of an embedded book are for readers without the script.
      expect(embedded.map((place) => place.split(' ')[0])).toEqual(javaScriptEnabled ? ['cover'] : ['cover', 'numbers'])
    }
  })
}
