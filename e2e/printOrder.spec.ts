import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { ofFile, photo, expectKeysHandled } from './support/library.ts'
import { openNewLibrary, type SignedIn } from './support/newCustomer.ts'
import { reportStep } from './support/orders.ts'
import { ask, deletePhotos, withPhotosOf } from './support/sharedAlbum.ts'
import { setStorage } from './support/storage.ts'

const storageStatus = (page: Page) => page.getByRole('button', { name: /^Storage status/ })

/** Reads from the API what was ordered and paid. */
async function readOrder(customer: SignedIn, code: string): Promise<unknown> {
  const text = `query ($code: String!) { viewer { order(code: $code) {
    payment total { amount currency } lines { title quantity voucherCode }
  } } }`
  const { viewer } = await ask<{ viewer: { order: unknown } }>(customer, text, { code })
  return viewer.order
}

/** Adds an address to the address book, as in another tab. */
async function saveAddress(customer: SignedIn): Promise<void> {
  const address = { name: 'Mira Holt', street: 'Lindengracht', houseNumber: '14', postalCode: '1015 KH' }
  await ask(customer, 'mutation ($input: AddAddressInput!) { addAddress(input: $input) { __typename } }', {
    input: { address: { ...address, city: 'Amsterdam', country: 'NL' } },
  })
}

/** Deletes a photo and empties the trash, as in another window. */
async function deleteForGood(customer: SignedIn, photoId: string): Promise<void> {
  await deletePhotos(customer, [photoId])
  const { viewer } = await ask<{ viewer: { library: { id: string } } }>(customer, '{ viewer { library { id } } }')
  await ask(customer, 'mutation ($id: ID!) { emptyTrash(input: { libraryId: $id }) { __typename } }', {
    id: viewer.library.id,
  })
}

test('photos become prints: voucher, payment, new address, live updates until Sent, reorder without a photo, storage period', async ({
  page,
}) => {
  const signedIn = await openNewLibrary(page, [
    await photo('lake.jpg', { seed: 211, width: 2400, height: 1600, taken: '2024:06:02 10:00:00' }),
    await photo('hill.jpg', { seed: 212, width: 2400, height: 1600, taken: '2024:06:01 10:00:00' }),
  ])
  await setStorage(signedIn.customer.email, 'safe')
  await page.reload()
  await expect(storageStatus(page)).toHaveText('Storage status: 9 months left')

  await test.step('choose photos, their size, a voucher and an address', async () => {
    await expectKeysHandled(page)
    await page.getByRole('button', { name: 'Order photo prints' }).click()
    for (const name of ['lake.jpg', 'hill.jpg']) await page.getByRole('checkbox').and(ofFile(page, name)).click()
    await page.getByRole('button', { name: 'Next: Customise 2 photo prints' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your photo prints' })).toBeVisible()
    for (const name of ['lake.jpg', 'hill.jpg'])
      await page.getByRole('combobox', { name: `Size of ${name}` }).selectOption('20X30')
    await page.getByLabel('Country').selectOption('NL')
    await page.getByLabel('Voucher code').fill('winter20')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('WINTER20 gives you a discount. It is reserved for you for an hour.')).toBeVisible()
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByText('Postal Code must be valid')).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await expectAccessible(page)
    await page.getByLabel('Name', { exact: true }).fill('Mira Holt')
    await page.getByLabel('Street').fill('Lindengracht')
    await page.getByLabel('House number').fill('12')
    await page.getByLabel('City').fill('Amsterdam')
    await page.getByLabel('Postal code').fill('1015 KH')
    await page.getByRole('radio', { name: 'Fails' }).check()
  })

  await test.step('a reload keeps what was chosen and typed', async () => {
    await page.reload()
    await expect(page.getByLabel('Street')).toHaveValue('Lindengracht')
    await expect(page.getByRole('combobox', { name: 'Size of hill.jpg' })).toHaveValue('20X30')
    await expect(page.getByRole('region', { name: 'Your order' }).getByText('€7.13')).toBeVisible()
  })

  await test.step('choose an address of the address book', async () => {
    await saveAddress(signedIn)
    await page.getByRole('button', { name: 'Use a saved address' }).press('Enter')
    const saved = page.getByRole('menuitem', { name: /Mira Holt/ })
    await expect(saved).toBeFocused()
    await expect(saved).toContainText('Lindengracht 14')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Use a saved address' })).toBeFocused()
    await expect(page.getByLabel('House number')).toHaveValue('14')
    await expect(page.getByRole('region', { name: 'Your order' }).getByText('€7.13')).toBeVisible()
  })

  await test.step('place the order, and pay it after the payment has failed', async () => {
    await page.getByRole('button', { name: 'Place order' }).dblclick()
    await expect(page.getByText('The payment has failed. You can pay again.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('radio', { name: 'Succeeds' }).check()
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(page).toHaveURL(/\/orders\/[2-9A-Z]{12}$/)
  })

  const code = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect(await readOrder(signedIn, code)).toEqual({
    payment: 'SUCCEEDED',
    total: { amount: '7.13', currency: 'EUR' },
    lines: [{ title: 'Photo prints 30 × 20 cm', quantity: 2, voucherCode: 'WINTER20' }],
  })

  await test.step('change the address before production starts', async () => {
    await expect(page.getByText(/^The address can be changed until .*, then we print\./)).toBeVisible()
    const address = page.getByRole('region', { name: 'Delivery address' })
    await address.getByRole('button', { name: 'Change address' }).click()
    await address.getByRole('button', { name: 'Use a saved address' }).click()
    await expect(page.getByRole('menuitem', { name: /Mira Holt/ })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await address.getByLabel('House number', { exact: true }).fill('99')
    await page.keyboard.press('Enter')
    await expect(address.getByText('The address was changed.')).toBeVisible()
    await expect(address).toContainText('Lindengracht 99')
  })

  await test.step('the page follows the order until it is sent', async () => {
    await reportStep({ code }, { step: 'ProductionStarted' })
    await expect(page.getByText('We are making your order.')).toBeVisible()
    await reportStep({ code }, { step: 'ProductionCompleted' })
    const parcel = {
      number: 1,
      carrier: 'PostNL',
      trackingNumber: '3SKEEP0000001',
      trackingUrl: 'https://tracking.example/3SKEEP0000001',
      lines: [{ number: 1, quantity: 2 }],
    }
    await reportStep({ code }, { step: 'ParcelDispatched', parcel })
    await expect(page.getByText('Sent', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Track parcel/ })).toHaveAttribute('href', parcel.trackingUrl)
    await expectAccessible(page)
  })

  await test.step('order again, after one of the photos was deleted for good', async () => {
    const { photoIds } = await withPhotosOf(signedIn)
    await deleteForGood(signedIn, photoIds[0] ?? '')
    const dialog = page.getByRole('dialog', { name: 'Order again?' })
    // The orders service learns of the deletion by an event a moment later.
    await expect(async () => {
      await page.reload()
      await page.getByRole('button', { name: 'Order again' }).click()
      await expect(dialog.getByText('1 photo is no longer in your library.')).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await expect(dialog.getByText('€1.99 each')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Continue to the shop' }).click()
    await expect(page).toHaveURL(/\/shop\/reorder\/[\w-]+\?key=/)
  })

  await test.step('the order has started a new storage period', async () => {
    await page.goto('/my-photos/photos')
    await expect(storageStatus(page)).toHaveText('Storage status: 18 months left')
  })
})
