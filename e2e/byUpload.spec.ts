import { expect, test } from '@playwright/test'
import { forwardKey } from './support/direction.ts'
import { neighboursAreKnown, photo, expectKeysHandled, shows, tile } from './support/library.ts'
import { addPhotos, registerInBrowser } from './support/newCustomer.ts'

const listPath = '/my-photos/photos?sort=created-desc'

/** The id that the service uses for a photo, from the address of its full-screen view. */
function serviceIdIn(address: string): string {
  const globalId = new URL(address).pathname.split('/').at(-1) ?? ''
  return Buffer.from(globalId, 'base64url').toString().replace('Photo:', '')
}

test('the photos by upload: select, step, sort, follow live changes, open links of older mails', async ({ page }) => {
  const customer = await registerInBrowser(page)
  // The order of the uploads differs from the order of the capture dates.
  const taken = ['2023:05:02 10:00:00', '2021:07:02 10:00:00', '2024:01:02 10:00:00']
  for (const [index, moment] of taken.entries()) {
    await addPhotos(customer, [await photo(`${index + 1}.jpg`, { seed: index, taken: moment })])
  }
  await page.goto(listPath)
  const tiles = page.locator('main [data-photo]')
  const names = () => tiles.evaluateAll((all) => all.map((one) => one.getAttribute('aria-description')))
  await expect.poll(names).toEqual(['3.jpg', '2.jpg', '1.jpg'])
  // The pattern leaves out the heading of the banner.
  const sections = page.getByRole('heading', { level: 2, name: /^Recently added$| \d{4}$/ })
  await expect(sections).toHaveText(['Recently added'])
  await expectKeysHandled(page)

  await test.step('a range and the whole list are selected by keyboard', async () => {
    const amount = page.locator('[data-page-bar]').getByText(/ selected$/, { exact: false })
    await tile(page, '3.jpg').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press(`Shift+${forwardKey}`)
    await expect(amount.first()).toHaveText('2 selected')
    await page.keyboard.press('Control+a')
    await expect(amount.first()).toHaveText('3 selected')
    await page.keyboard.press('Escape')
    await expect(amount).toHaveCount(0)
  })

  await test.step('the full-screen view steps in the same order, and returns to the tile', async () => {
    await tile(page, '3.jpg').focus()
    await page.keyboard.press('Enter')
    await shows(page, '3.jpg')
    await neighboursAreKnown(page)
    for (const name of ['2.jpg', '1.jpg']) {
      await page.keyboard.press(forwardKey)
      await shows(page, name)
    }
    await expect(page.getByRole('button', { name: 'Next photo' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(tile(page, '1.jpg')).toBeFocused()
  })

  await test.step('a photo uploaded on another device appears at the newest end, in either sort order', async () => {
    await addPhotos(customer, [await photo('4.jpg', { seed: 4, taken: '2019:05:02 10:00:00' })])
    await expect.poll(names).toEqual(['4.jpg', '3.jpg', '2.jpg', '1.jpg'])
    await page.getByRole('button', { name: /^Sort by/ }).click()
    await page.getByRole('menuitemradio', { name: 'Uploaded first' }).click()
    await expect.poll(names).toEqual(['1.jpg', '2.jpg', '3.jpg', '4.jpg'])
    await page.goBack()
    await expect.poll(names).toEqual(['4.jpg', '3.jpg', '2.jpg', '1.jpg'])
  })

  await test.step('the latest photos of the overview open in the order shown there', async () => {
    await page.goto('/')
    await page.getByRole('link', { description: '4.jpg' }).click()
    await shows(page, '4.jpg')
    await neighboursAreKnown(page)
    await expect(page.getByRole('button', { name: 'Previous photo' })).toHaveCount(0)
    await page.keyboard.press(forwardKey)
    await shows(page, '3.jpg')
    await page.goBack()
    await expect(page).toHaveURL((url) => url.pathname === '/')
    await page.goto(listPath)
  })

  await test.step('a link with the service’s own id opens the photo, and Back returns to the previous page', async () => {
    await tile(page, '2.jpg').click()
    await shows(page, '2.jpg')
    const address = page.url()
    await page.goto('/my-photos/albums')
    await page.goto(`/my-photos/photos/preview/${serviceIdIn(address)}?sort=created-desc`)
    await shows(page, '2.jpg')
    expect(page.url()).toBe(address)
    await neighboursAreKnown(page)
    await page.keyboard.press(forwardKey)
    await shows(page, '1.jpg')
    await page.goBack()
    await expect(page).toHaveURL(/\/my-photos\/albums$/)
    for (const unknown of ['a%2Fb%20%25', '7']) {
      await page.goto(`/my-photos/photos/preview/${unknown}`)
      await expect(page.getByText('Photo not found')).toBeVisible()
    }
  })
})
