import { expect, type Page, test } from '@playwright/test'
import { backKey, forwardKey } from './support/direction.ts'
import { expectAccessible } from './support/accessibility.ts'
import { press } from './support/keyboard.ts'
import { neighboursAreKnown, photo, shows, tile } from './support/library.ts'
import { addPhotos, registerInBrowser } from './support/newCustomer.ts'
import { libraryPath, registerWithPhotos, scale } from './support/preview.ts'
import { isInWindow, settledScrollPosition, wheelTo } from './support/scrolling.ts'

/** Deletes the shown photo. */
async function remove(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
}

test('a zoomed photo loads its full size, unless the rendition already has enough pixels', async ({ page }) => {
  const customer = await registerInBrowser(page)
  await addPhotos(customer, [
    await photo('large.jpg', { seed: 41, width: 2600, height: 1950, taken: '2023:05:02 10:00:00' }),
    await photo('small.jpg', { seed: 42, width: 640, height: 480, taken: '2023:05:01 10:00:00' }),
  ])
  await page.goto('/my-photos/photos')
  await tile(page, 'large.jpg').click()
  const rendition = page.locator('figure img[data-shown=true]')
  const sharp = page.locator('figure img[data-sharp]')
  const naturalWidth = (image: typeof sharp) => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)
  await expect(rendition).toBeVisible()
  expect(await naturalWidth(rendition)).toBe(1300)
  await expect(sharp).toHaveCount(0)
  await page.getByRole('button', { name: /^Zoom/ }).click()
  await expect(sharp).toBeVisible()
  expect(await naturalWidth(sharp)).toBe(2600)
  // The rendition stays beneath the full size, in the same place.
  await expect(rendition).toHaveCount(1)
  await expect.poll(() => scale(page)).toBe(2.5)
  expect(await sharp.boundingBox()).toEqual(await rendition.boundingBox())
  await neighboursAreKnown(page)
  await page.keyboard.press(forwardKey)
  await shows(page, 'small.jpg')
  await expect(sharp).toHaveCount(0)
  await page.getByRole('button', { name: /^Zoom/ }).click()
  await expect.poll(() => scale(page)).toBe(2.5)
  await expect(sharp).toHaveCount(0)
})

test('closing the full-screen view restores the scroll position of the timeline', async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 420 })
  await registerWithPhotos(page, 14)
  await page.mouse.move(500, 300)
  await wheelTo(page, tile(page, '6.jpg'))
  await tile(page, '6.jpg').hover()
  const before = await settledScrollPosition(page)
  expect(before).toBeGreaterThan(0)
  await tile(page, '6.jpg').click()
  await shows(page, '6.jpg')
  await page.getByRole('button', { name: /^Zoom/ }).click()
  await expect.poll(() => scale(page)).toBe(2.5)
  await page.getByRole('button', { name: /^Zoom/ }).click()
  await expect.poll(() => scale(page)).toBe(1)
  await page.getByRole('button', { name: 'Previous photo' }).click()
  await shows(page, '5.jpg')
  await page.getByRole('button', { name: 'Next photo' }).click()
  await shows(page, '6.jpg')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(libraryPath)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
  await expect(tile(page, '6.jpg')).toBeFocused()

  await test.step('after many steps, the tile of the photo shown last is scrolled into view', async () => {
    await page.keyboard.press('Enter')
    await shows(page, '6.jpg')
    await neighboursAreKnown(page)
    for (const name of ['5.jpg', '4.jpg', '3.jpg', '2.jpg', '1.jpg']) {
      await page.keyboard.press(backKey)
      await shows(page, name)
    }
    await page.keyboard.press('Escape')
    await expect(tile(page, '1.jpg')).toBeFocused()
    await expect.poll(() => isInWindow(tile(page, '1.jpg'))).toBe(true)
  })

  await test.step('after a photo was opened by its URL, closing the view focuses the tile of the photo shown last', async () => {
    const address = await tile(page, '1.jpg').getAttribute('href')
    await page.goto(address ?? '')
    await shows(page, '1.jpg')
    await neighboursAreKnown(page)
    for (const name of ['2.jpg', '3.jpg', '4.jpg', '5.jpg', '6.jpg', '7.jpg']) {
      await page.keyboard.press(forwardKey)
      await shows(page, name)
    }
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(tile(page, '7.jpg')).toBeFocused()
    await expect.poll(() => isInWindow(tile(page, '7.jpg'))).toBe(true)
  })

  await test.step('steps follow the sort order of the URL, and quick steps skip no photo', async () => {
    await page.goto('/my-photos/photos?sort=dateTaken-asc')
    await tile(page, '14.jpg').click()
    await shows(page, '14.jpg')
    await expect(page).toHaveURL(/sort=dateTaken-asc/)
    await expect(page.getByRole('button', { name: 'Next photo' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Previous photo' })).toBeHidden()
    for (let step = 0; step < 12; step += 1) await page.keyboard.press(forwardKey)
    await shows(page, '2.jpg')
    await page.keyboard.press(forwardKey)
    await shows(page, '1.jpg')
    await expect(page.getByRole('button', { name: 'Next photo' })).toBeHidden()
  })
})

test('by keyboard only: open, zoom, pan, show the information, delete, undo, close', async ({ page }) => {
  await registerWithPhotos(page, 3)
  await tile(page, '1.jpg').focus()
  await page.keyboard.press(forwardKey)
  await expect(tile(page, '2.jpg')).toBeFocused()
  await page.keyboard.press('Enter')
  await shows(page, '2.jpg')

  await test.step('zoom, and pan the zoomed photo', async () => {
    await press(page, page.getByRole('button', { name: /^Zoom/ }))
    await expect.poll(() => scale(page)).toBe(2.5)
    const left = () =>
      page
        .locator('figure [data-following]')
        .last()
        .evaluate((photo) => photo.getBoundingClientRect().left)
    const before = await left()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(left).toBeLessThan(before)
    await page.keyboard.press('Enter')
    await expect.poll(() => scale(page)).toBe(1)
  })

  await test.step('show the information', async () => {
    await page.keyboard.press('i')
    const panel = page.getByRole('complementary', { name: 'Information' })
    await expect(panel).toBeFocused()
    await expect(panel.getByText('2.jpg')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(page.getByRole('button', { name: 'Information' })).toBeFocused()
  })

  await test.step('delete the photo, and undo', async () => {
    await neighboursAreKnown(page)
    await page.keyboard.press('Delete')
    const dialog = page.getByRole('alertdialog', { name: 'Delete this photo?' })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await press(page, dialog.getByRole('button', { name: 'Delete' }))
    await shows(page, '3.jpg')
    await page.keyboard.press(backKey)
    await shows(page, '1.jpg')
    // F6 leads to the toast. With Tab, the toast would disappear before the focus reaches it.
    await page.keyboard.press('F6')
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
    await page.keyboard.press(forwardKey)
    await shows(page, '2.jpg')
  })

  await page.keyboard.press('Escape')
  await expect(tile(page, '2.jpg')).toBeFocused()
})

test('cached photo data is shown while the rest loads; the information panel has its own URL', async ({ page }) => {
  await registerWithPhotos(page, 2)
  await test.step('while photos are unavailable, cached data is shown; the rest follows later', async () => {
    await page.route('**/graphql', (route) => route.abort())
    await tile(page, '1.jpg').click()
    await shows(page, '1.jpg')
    await expect(page.getByText('Taken on 02 Dec 2023').first()).toBeVisible()
    const failure = page.getByRole('alert').filter({ hasText: 'This photo can’t be enlarged right now' })
    await expect(failure).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/graphql')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect(failure).toBeHidden()
    await expect(page.locator('figure img[data-shown=true]')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the information panel has its own URL: Back closes it, reload keeps it', async () => {
    await page.getByRole('button', { name: 'Information' }).click()
    await expect(page).toHaveURL((url) => url.searchParams.has('info'))
    const panel = page.getByRole('complementary', { name: 'Information' })
    const fact = (name: string) => panel.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd')
    await expect(fact('Taken')).toHaveText('Saturday, 02 Dec 2023, 10:00 (UTC+01:00)')
    await expect(fact('File name')).toHaveText('1.jpg')
    await expect(fact('Dimensions')).toHaveText(/^\d+ × \d+ \(.* megapixels\)$/)
    await expect(fact('File size')).toHaveText(/^\d[\d,]*\.\d\d\sKB$/)
    await expect(panel.getByRole('link', { name: /Show on a map/ })).toHaveAttribute('href', /openstreetmap/)
    await expect(fact('Camera')).toBeHidden()
    await panel.getByText('Details').click()
    await expect(fact('Camera')).toHaveText('Testcam T 1')
    await expect(fact('Coordinates')).toHaveText('52.37022° 4.89517°')
    await expect(panel.getByText('Lens')).toBeHidden()
    await expectAccessible(page)

    await page.reload()
    await expect(fact('File name')).toHaveText('1.jpg')
    await neighboursAreKnown(page)
    await page.keyboard.press(forwardKey)
    await expect(fact('File name')).toHaveText('2.jpg')
    await page.goBack()
    await expect(panel).toBeHidden()
    await shows(page, '2.jpg')
    await page.goForward()
    await expect(fact('File name')).toHaveText('2.jpg')
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL(libraryPath)
  })
})

test('a photo is deleted while it is shown, in another tab and in this one', async ({ page, context }) => {
  await registerWithPhotos(page, 3)
  await tile(page, '2.jpg').click()
  await shows(page, '2.jpg')

  await test.step('when the photo is deleted in another tab, a notice offers its neighbour', async () => {
    const other = await context.newPage()
    await other.goto(page.url())
    await neighboursAreKnown(other)
    await remove(other)
    await shows(other, '3.jpg')
    await other.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByRole('heading', { name: 'This photo was deleted' })).toBeVisible({ timeout: 60_000 })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Next photo' }).first().click()
    await shows(page, '3.jpg')
    await neighboursAreKnown(page)
    await page.keyboard.press(backKey)
    await shows(page, '1.jpg')
  })

  await test.step('deleting a photo opens its neighbour; deleting the only photo left opens the timeline', async () => {
    await neighboursAreKnown(page)
    await remove(page)
    await shows(page, '3.jpg')
    await expect(page.getByRole('button', { name: 'Previous photo' })).toBeHidden()

    await remove(page)
    await expect(page).toHaveURL(libraryPath)
    // The toast with Undo appears when the photo disappears, after the timeline is drawn.
    await expect(page.getByText('Your photo library is empty')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(tile(page, '3.jpg')).toBeVisible()
    await expect(tile(page, '1.jpg')).toBeHidden()
  })
})
