import { type Page, expect } from '@playwright/test'
import { expectKeysHandled, photosTaken, tile } from './library.ts'
import { openNewLibrary } from './newCustomer.ts'

/** True for the timeline's URL, whatever its query parameters. */
export const libraryPath = (url: URL) => url.pathname === '/my-photos/photos'

/** Registers a customer whose library has `count` photos, one per month. The newest is `1.jpg`, the next `2.jpg`, … */
export async function registerWithPhotos(page: Page, count: number): Promise<void> {
  const months = Array.from(
    { length: count },
    (_, index) => `${2023 - Math.floor(index / 12)}:${String(12 - (index % 12)).padStart(2, '0')}:02 10:00:00`,
  )
  const shot = { offset: '+01:00', position: { latitude: 52.370216, longitude: 4.895168 } }
  await openNewLibrary(page, await photosTaken(months, shot))
  await expect(tile(page, '1.jpg')).toBeVisible()
  await expectKeysHandled(page)
}

/** The zoom factor of the shown photo. At 1 the photo fits the stage. */
export const scale = (page: Page) =>
  page
    .locator('figure [data-following]')
    .last()
    .evaluate((photo) => new DOMMatrix(getComputedStyle(photo).transform).a)
