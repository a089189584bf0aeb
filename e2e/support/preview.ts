import { type Page, expect } from '@playwright/test'
import { makeJpeg } from '../../tests/support/pictures.ts'
import { tile } from './library.ts'
import { openNewLibrary } from './newCustomer.ts'

/** The timeline's address, whatever it says. */
export const libraryPath = (url: URL) => url.pathname === '/my-photos/photos'

/** A library of so many photos, one per month, the newest first: `1.jpg`, `2.jpg`, … */
export async function registerWithPhotos(page: Page, count: number): Promise<void> {
  const files = Array.from({ length: count }, async (_, index) => ({
    name: `${index + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await makeJpeg({
      seed: 80 + index,
      taken: `${2023 - Math.floor(index / 12)}:${String(12 - (index % 12)).padStart(2, '0')}:02 10:00:00`,
      offset: '+01:00',
      position: { latitude: 52.370216, longitude: 4.895168 },
    }),
  }))
  await openNewLibrary(page, await Promise.all(files))
  await expect(tile(page, '1.jpg')).toBeVisible()
  // The keys of the photos are listened to once these are on screen.
  await expect(page.locator('[data-tooltips]')).toBeAttached()
}

/** How large the photo is drawn, where 1 fills the stage. */
export const scale = (page: Page) =>
  page
    .locator('figure [data-following]')
    .last()
    .evaluate((photo) => new DOMMatrix(getComputedStyle(photo).transform).a)

/** Waits until that photo is shown. */
export const shows = (page: Page, name: string) => expect(page).toHaveTitle(new RegExp(`^${name.replace('.', '\\.')}`))
