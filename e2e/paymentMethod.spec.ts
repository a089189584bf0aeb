import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { press } from './support/keyboard.ts'
import { registerInBrowser } from './support/newCustomer.ts'

const address = /\/settings\/payment-method/

/** Waits for the page of the payment provider. */
async function expectProvider(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Demo payment provider' })).toBeVisible()
}

test('by keyboard only: add a payment method, reload, be refused another one, and remove it', async ({ page }) => {
  await registerInBrowser(page)
  await page.goto('/settings')
  await press(page, page.getByRole('link', { name: /^Payment method/ }))
  await expect(page.getByRole('heading', { name: 'No payment method saved' })).toBeVisible()
  await expectAccessible(page)

  await press(page, page.getByRole('button', { name: 'Add a payment method' }))
  await expectProvider(page)
  await expect(page.locator('input, textarea, select')).toHaveCount(0)
  await press(page, page.getByRole('button', { name: 'A card that works' }))
  await expect(page.getByText('Your payment method is saved.')).toBeVisible()
  await expect(page).toHaveURL(address)
  const card = page.getByRole('heading', { name: 'Visa ending in 4242' })
  await expect(card).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText('Your payment method is saved.')).toBeVisible()
  await expect(card).toBeVisible()

  await press(page, page.getByRole('button', { name: 'Replace' }))
  await expectProvider(page)
  // The customer goes back from the provider's page, and then starts again.
  await page.goBack()
  await expect(card).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Replace' }))
  await expectProvider(page)
  await press(page, page.getByRole('button', { name: 'A card that is refused' }))
  await expect(page.getByText('The payment method was refused. Nothing has changed.')).toBeVisible()
  await expect(card).toBeVisible()

  await press(page, page.getByRole('button', { name: 'Remove' }))
  const dialog = page.getByRole('alertdialog', { name: 'Remove Visa ending in 4242?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await press(page, dialog.getByRole('button', { name: 'Remove payment method' }))
  await expect(page.getByRole('heading', { name: 'No payment method saved' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No payment method saved' })).toBeVisible()
})
