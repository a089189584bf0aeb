import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { makeHeic, makePng, quarters } from '../tests/support/pictures.ts'
import { backKey, forwardKey } from './support/direction.ts'
import { expectAccessible } from './support/accessibility.ts'
import { cornersOf, photo, shows, tile, tileInMonth, upload } from './support/library.ts'
import { freshCustomer, register, signIn, signOut } from './support/session.ts'

const portrait = { width: 480, height: 640 }

test('register, upload four kinds of photo, see them upright in their months, browse, download, sign out', async ({
  page,
}) => {
  const files = [
    await photo('beach.jpg', { seed: 11, taken: '2024:05:12 10:15:30', offset: '+02:00' }),
    await photo('tower.JPG', { seed: 12, ...portrait, orientation: 6, taken: '2024:05:31 23:59:00' }),
    { name: 'plan.png', mimeType: 'image/png', buffer: await makePng({ seed: 13 }) },
    {
      name: 'phone.HEIC',
      mimeType: 'image/heic',
      buffer: await makeHeic({ seed: 14, ...portrait, orientation: 8, taken: '2023:12:24 18:00:00' }),
    },
  ] as const
  const customer = freshCustomer()
  await register(page, customer)
  await expect(page.getByText('Your photo library is empty')).toBeVisible()

  await test.step('the library says that the address is not confirmed, until the mailed link was opened', async () => {
    const banner = page.getByRole('region', { name: 'Confirm your e-mail address' })
    await banner.getByRole('button', { name: 'Send the e-mail again' }).press('Enter')
    await expect(banner.getByRole('status')).toContainText(`We’ve sent an e-mail to ${customer.email}.`)
    await expectAccessible(page)
    const mailbox = await page.context().newPage()
    await mailbox.goto('/dev/outbox')
    const mails = mailbox.getByRole('listitem').filter({ hasText: customer.email })
    await mails.first().getByRole('link').click()
    await mailbox.getByRole('link', { name: '/identity/link/' }).first().click()
    await mailbox.getByRole('button', { name: 'Continue' }).click()
    await expect(mailbox.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
    await mailbox.close()
    await page.reload()
    await expect(page.getByRole('button', { name: /^Storage status/ })).toBeVisible()
    await expect(banner).toBeHidden()
  })

  await test.step('an upload started on the albums page ends on the photos page', async () => {
    await page
      .getByRole('navigation', { name: 'My photos', exact: true })
      .getByRole('link', { name: /^Albums/ })
      .click()
    await expect(page).toHaveURL((url) => url.pathname === '/my-photos/albums')
    await upload(page, files)
    await expect(page.getByRole('dialog').getByText('4 photos were added to your library.')).toBeVisible()
    await page.getByRole('button', { name: 'View photos' }).click()
    await expect(page).toHaveURL((url) => url.pathname === '/my-photos/photos')
  })

  await test.step('the new photos are shown together although their months differ, and one has the focus', async () => {
    for (const { name } of files) await expect(tile(page, name)).toBeInViewport({ timeout: 60_000 })
    await expect(page.locator('[data-photo]:focus')).toHaveCount(1)
    await page.reload()
    for (const { name } of files) await expect(tile(page, name)).toBeInViewport()
    await page.goBack()
    await expect(page).toHaveURL((url) => url.pathname === '/my-photos/albums')
    await page.goForward()
  })

  await test.step('each photo appears in its month, without a reload', async () => {
    await page.getByRole('button', { name: /^Sort by/ }).click()
    await page.getByRole('menuitemradio', { name: 'Newest first' }).click()
    await expect(tileInMonth(page, 'May 2024', 'beach.jpg')).toBeVisible({ timeout: 60_000 })
    await expect(tileInMonth(page, 'May 2024', 'tower.JPG')).toBeVisible()
    await expect(tileInMonth(page, 'December 2023', 'phone.HEIC')).toBeVisible({ timeout: 60_000 })
    await expect(tileInMonth(page, 'Unknown Date', 'plan.png')).toBeVisible()
    await expect(page.getByRole('link', { name: /^Photos\s*4/ })).toBeVisible()
    await tile(page, 'beach.jpg').hover()
    await expect(page.getByRole('tooltip', { name: 'Taken on 12 May 2024' })).toBeVisible()
  })

  await test.step('each photo is upright', async () => {
    for (const { name } of files) {
      const id = await tile(page, name).getAttribute('data-photo')
      const shown = await cornersOf(page, `[data-photo="${id}"] img`)
      for (const corner of ['topLeft', 'topRight', 'bottomLeft', 'bottomRight'] as const) {
        for (const [channel, value] of shown[corner].entries()) {
          expect(Math.abs(value - (quarters[corner][channel] ?? 0)), `${name} ${corner}`).toBeLessThan(40)
        }
      }
      expect(shown.width > shown.height, name).toBe(name === 'beach.jpg' || name === 'plan.png')
    }
  })

  await test.step('open a photo, step by keys and by the arrow buttons, download', async () => {
    await tile(page, 'tower.JPG').click()
    await expect(page.getByRole('heading', { name: 'tower.JPG' }).or(page.getByText('tower.JPG')).first()).toBeVisible()
    await page.keyboard.press(forwardKey)
    await shows(page, 'beach.jpg')
    await page
      .getByRole('button', { name: 'Next photo' })
      .or(page.getByRole('link', { name: 'Next photo' }))
      .click()
    await shows(page, 'phone.HEIC')
    await page.keyboard.press(forwardKey)
    await shows(page, 'plan.png')
    await page.keyboard.press(backKey)
    await shows(page, 'phone.HEIC')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const dialog = page.getByRole('dialog', { name: 'Download this photo?' })
    await dialog.getByRole('button', { name: 'Download' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('phone.HEIC')
    expect(readFileSync(await download.path()).equals(files[3].buffer)).toBe(true)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL((url) => url.pathname === '/my-photos/photos')
  })

  await test.step('a second upload of the same content is reported as already there', async () => {
    await upload(page, [{ ...files[0], name: 'copy of beach.jpg' }])
    await expect(page.getByRole('dialog').getByText('1 photo was in your library already.')).toBeVisible()
    await page.getByRole('button', { name: 'View photos' }).click()
    // The duplicate opens the photo that was uploaded first.
    await shows(page, 'beach.jpg')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL((url) => url.pathname === '/my-photos/photos')
  })

  await test.step('another account sees none of the photos', async () => {
    const address = await tile(page, 'beach.jpg').getAttribute('href')
    await signOut(page)
    await signIn(page, 'studio@keepsake.example')
    await expect(page.getByText('Your photo library is empty')).toBeVisible()
    await page.goto(address ?? '')
    await expect(page.getByText('Photo not found')).toBeVisible()
  })
})
