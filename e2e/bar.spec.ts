import { expect, type Page, test } from '@playwright/test'
import { photosTaken } from './support/library.ts'
import { addPhotos, registerInBrowser } from './support/newCustomer.ts'
import { makeAlbum, withPhotosOf } from './support/sharedAlbum.ts'

/** A phone, a tablet, a desktop, and the desktop at a zoom of 200 %. */
const windows = [
  { width: 390, height: 844 },
  { width: 768, height: 1_024 },
  { width: 1_440, height: 900 },
  { width: 720, height: 450 },
]

const bar = (page: Page) => page.locator('[data-page-bar]')

/**
 * The position of the first photo and of the bar, and the lowest edge of its controls, in pixels from the window's top.
 */
async function measure(page: Page) {
  await expect(page.locator('main [data-photo]').first()).toBeVisible()
  return bar(page).evaluate((element) => {
    const { top, height } = element.getBoundingClientRect()
    const controls = [...element.querySelectorAll('a, button')].filter((control) =>
      control.checkVisibility({ visibilityProperty: true }),
    )
    const shown = controls
      .map((control) => control.getBoundingClientRect())
      .toSorted((one, other) => one.left - other.left)
    return {
      firstPhoto: document.querySelector('main [data-photo]')?.getBoundingClientRect().top,
      bar: { top, height },
      // True if the controls are side by side in one row, large enough for a finger, and within the window.
      areTogether: shown.every(
        (box, index) =>
          box.height >= 44 &&
          box.top >= top &&
          box.bottom <= top + height &&
          box.right <= innerWidth &&
          box.left >= (shown[index - 1]?.right ?? 0),
      ),
    }
  })
}

/** The text that the bar shows in place of its title. */
function placeOf(page: Page): Promise<string> {
  return bar(page)
    .locator('[data-place]')
    .evaluate((place) => {
      const { opacity } = getComputedStyle(place)
      return opacity === '1' ? getComputedStyle(place, '::before').content : ''
    })
}

test('photos begin at most 200 pixels below the top at every width, and the bar stays', async ({ page }) => {
  const signedIn = await registerInBrowser(page)
  const moments = Array.from({ length: 40 }, (_, index) => {
    const month = String(12 - (index % 10)).padStart(2, '0')
    return `${2023 - Math.floor(index / 10)}:${month}:02 10:00:00`
  })
  await addPhotos(signedIn, await photosTaken(moments))
  const albumId = await makeAlbum(
    await withPhotosOf(signedIn),
    'An album with a name that is longer than the bar of a phone',
  )
  await page.goto('/my-photos/photos')
  const close = page.getByRole('button', { name: 'Close this message' })
  for (const banner of ['with', 'without']) {
    if (banner === 'without') await close.click()
    for (const size of windows) {
      await test.step(`${banner} a banner at ${size.width} × ${size.height}`, async () => {
        await page.setViewportSize(size)
        await page.reload()
        if (banner === 'with') await expect(close).toBeVisible()
        const { firstPhoto, ...rest } = await measure(page)
        expect(firstPhoto).toBeLessThanOrEqual(banner === 'with' ? 200 : 160)
        expect(rest).toEqual({ bar: { top: 48, height: 64 }, areTogether: true })
      })
    }
  }

  await test.step('while scrolling, the bar stays and shows the month', async () => {
    expect(await placeOf(page)).toBe('')
    await page.mouse.move(300, 300)
    await page.mouse.wheel(0, 600)
    await expect(bar(page)).toHaveAttribute('data-scrolled', '')
    await expect.poll(() => placeOf(page)).toMatch(/ 202\d"$/)
    expect((await measure(page)).bar).toEqual({ top: 0, height: 64 })
    await expect(bar(page).getByRole('button', { name: 'Select' })).toBeVisible()
  })

  await test.step('during a selection, the selection bar is in the same place', async () => {
    await bar(page).getByRole('button', { name: 'Select' }).press('Enter')
    await expect(bar(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(bar(page).getByRole('button', { name: 'Select', exact: true })).toBeHidden()
    // The actions for the selection cover the navigation bar at the bottom.
    await expect(page.getByRole('navigation', { name: 'Shortcuts' })).toBeHidden()
    expect((await measure(page)).bar).toEqual({ top: 0, height: 64 })
    await page.keyboard.press('Escape')
  })

  await test.step('with text at twice the size, the first screen still shows photos', async () => {
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.setProperty('font-size', '200%')
      })
    })
    for (const size of windows) {
      await page.setViewportSize(size)
      await page.goto('/my-photos/photos')
      const { firstPhoto, areTogether } = await measure(page)
      expect(firstPhoto).toBeLessThanOrEqual(260)
      expect(areTogether).toBe(true)
      await page.goto('/my-photos/photos?order=prints')
      await expect(page.getByRole('button', { name: /^Next/ })).toBeVisible()
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, 'nothing is wider than the window').toBeLessThanOrEqual(size.width)
    }
    // At this width the actions for the selected photos are in the bar.
    await page.setViewportSize({ width: 1_440, height: 900 })
    await page.goto('/my-photos/photos')
    await bar(page).getByRole('button', { name: 'Select' }).press('Enter')
    await expect(bar(page).getByRole('button', { name: 'Delete' })).toBeVisible()
    expect((await measure(page)).areTogether).toBe(true)
  })

  await test.step('the bar of an album', async () => {
    for (const size of windows) {
      await page.setViewportSize(size)
      await page.goto(`/my-photos/albums/${albumId}`)
      const { firstPhoto, ...rest } = await measure(page)
      expect(firstPhoto).toBeLessThanOrEqual(200)
      expect(rest).toEqual({ bar: { top: 48, height: 64 }, areTogether: true })
    }
  })
})
