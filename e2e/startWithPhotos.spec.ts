import { expect, type Page, test } from '@playwright/test'
import { makeBrokenJpeg } from '../tests/support/pictures.ts'
import { expectAccessible } from './support/accessibility.ts'
import { photo } from './support/library.ts'
import { freshCustomer, signOut } from './support/session.ts'

const dockOf = (tab: Page) => tab.getByRole('region', { name: 'Photos being added' })

test.use({ viewport: { width: 390, height: 844 } })

test('photos that were chosen before the registration are in the new library once, with two tabs open', async ({
  page,
}) => {
  const files = [
    await photo('beach.jpg', { seed: 41 }),
    await photo('tower.jpg', { seed: 42 }),
    { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: (await makeBrokenJpeg({ seed: 43 })).subarray(0, 300) },
  ]
  const customer = freshCustomer()

  await test.step('the sign-in page leads to the start page, by keyboard', async () => {
    await page.goto('/my-photos/photos')
    const link = page.getByRole('link', { name: 'Start with your photos' })
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL((url) => url.pathname === '/start')
    await expect(page.getByRole('heading', { name: 'Start with your photos' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('uploads start immediately, and survive a reload', async () => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose photos' }).press('Enter')
    await (await chooser).setFiles(files)
    await expect(page.getByText('3 photos are uploaded and kept until')).toBeVisible()
    await page.reload()
    await expect(page.getByText('3 photos are uploaded and kept until')).toBeVisible()
    await expect(page.getByRole('list').getByText('beach.jpg')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('after the registration, the photos are added to the library', async () => {
    await page.getByRole('button', { name: 'Create an account' }).press('Enter')
    await page.getByLabel('Name').fill(customer.name)
    await page.getByLabel('E-mail').fill(customer.email)
    await page.getByLabel('Password', { exact: true }).fill(customer.password)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL((url) => url.pathname === '/my-photos/photos')
    const other = await page.context().newPage()
    await other.goto('/my-photos/photos')
    // Either tab may be the first to claim the photos. Only that tab shows the result. The other may say that photos
    // are processed.
    const claimer = await Promise.any(
      [page, other].map(async (tab) =>
        dockOf(tab)
          .getByText('2 photos were added to your library.')
          .waitFor()
          .then(() => tab),
      ),
    )
    await expect(dockOf(claimer).getByText('1 file could not be added.')).toBeVisible()
    await dockOf(claimer).getByRole('button', { name: 'Details' }).press('Enter')
    await expect(claimer.getByText('This photo is damaged and cannot be opened.')).toBeVisible()
    await expect(dockOf(claimer === page ? other : page)).toHaveCount(0)
    await page.reload()
    for (const tab of [page, other]) await expect(tab.getByText('2 photos', { exact: false }).first()).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('keepsake.receivedUploads'))).toBeNull()
    await other.close()
  })

  await test.step('a customer who signs in from the start page gets the photos too', async () => {
    await signOut(page)
    await page.goto('/start')
    await page.locator('input[type=file][multiple]').setInputFiles([await photo('harbour.jpg', { seed: 44 })])
    await expect(page.getByText('1 photo is uploaded and kept until')).toBeVisible()
    await page.getByRole('button', { name: 'Sign in' }).press('Enter')
    await page.getByLabel('E-mail').fill(customer.email)
    await page.getByLabel('Password', { exact: true }).fill(customer.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(dockOf(page).getByText('1 photo was added to your library.')).toBeVisible()
  })

  await test.step('a signed-in customer is led from the start page to the library', async () => {
    await page.goto('/start')
    await expect(page).toHaveURL((url) => url.pathname === '/my-photos/photos')
  })
})
