import { expect, type Page, test } from '@playwright/test'
import { demoReceiver } from '../schema/rules/callbackUrl.ts'
import { expectAccessible } from './support/accessibility.ts'
import { press } from './support/keyboard.ts'
import { openLibraryOf } from './support/newCustomer.ts'
import { operate } from './support/product.ts'

/** A business account of the demo whose details are missing. No other journey uses it. */
const email = 'atelier@keepsake.example'
const missing = 'Missing account details, please complete additional details'
const pending = 'Pending account validation'
const blocked = 'Blocked account, please contact customer care'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const banner = (page: Page) => page.getByRole('main').locator('output[data-status]')

/** Sets the status of the account, as an operator does. */
const setStatus = (status: 'New' | 'Validated' | 'Blocked') =>
  operate('/dev/customers/business-accounts', { email, status })

async function save(page: Page): Promise<void> {
  await button(page, 'Save').press('Enter')
  await expect(page.getByText('Your changes are saved.', { exact: true })).toBeVisible()
}

/** Saves where delivery notices go, and sends a test. */
async function testNotices(page: Page, address: string, result: string): Promise<void> {
  await field(page, 'Address of your system (URL)').fill(address)
  await save(page)
  await press(page, button(page, 'Send a test notice'))
  await expect(page.getByText(result, { exact: true })).toBeVisible()
}

test('a business account completes its details, waits for its validation, tests its integration, and is blocked', async ({
  page,
}) => {
  await test.step('the banner of an account without details leads to what is missing', async () => {
    await openLibraryOf(page, email, '/')
    await expect(banner(page)).toContainText(missing)
    await expectAccessible(page)
    await press(page, banner(page).getByRole('link'))
    await expect(page).toHaveURL(/\/settings\/b2b$/)
    await expect(
      page.getByText(
        'We need this before we can validate your account: VAT ID, First name, Last name and Phone number.',
      ),
    ).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a field that is wrong gets the focus, and the missing details are saved on two pages', async () => {
    await field(page, 'VAT ID').fill('12345')
    await field(page, 'VAT ID').press('Enter')
    await expect(field(page, 'VAT ID')).toBeFocused()
    await expect(field(page, 'VAT ID')).toHaveAccessibleDescription(/^Please enter a VAT ID with its country/)
    await field(page, 'VAT ID').fill('FR40303265045')
    await save(page)
    await expect(page.getByText(/: First name, Last name and Phone number\./)).toBeVisible()
    await expect(banner(page)).toContainText(missing)
    await page.getByRole('link', { name: 'Go to the personal details', exact: true }).press('Enter')
    await field(page, 'First name').fill('Louise')
    await field(page, 'Last name').fill('Roux')
    await field(page, 'Phone number').fill('+33 1 42 60 30 30')
    await save(page)
    await expectAccessible(page)
  })

  await test.step('the account then waits for its validation, and can be changed', async () => {
    await expect(banner(page)).toHaveText(pending)
    await page.goto('/settings/b2b')
    await expect(banner(page)).toHaveText(pending)
    await expect(page.getByText(/^We need this before/)).toBeHidden()
    await field(page, 'Trade register number (optional)').fill('RCS Paris 303 265 045')
    await save(page)
    await expect(banner(page)).toHaveText(pending)
  })

  await test.step('a validated account has no banner', async () => {
    await setStatus('Validated')
    await page.goto('/integration')
    await expect(field(page, 'Address of your system (URL)')).toBeEnabled()
    await expect(banner(page)).toBeHidden()
  })

  await test.step('delivery notices cannot go to a private network; a test shows what the receiver has answered', async () => {
    await field(page, 'Format of the notices').selectOption('JSON')
    await field(page, 'Address of your system (URL)').fill('https://192.168.1.20/notices')
    await button(page, 'Save').press('Enter')
    await expect(field(page, 'Address of your system (URL)')).toBeFocused()
    await expect(field(page, 'Address of your system (URL)')).toHaveAccessibleDescription(
      'The address must be reachable from the public internet',
    )
    await expectAccessible(page)
    // A name has at most 63 characters between dots, so no name server is asked for this one.
    const nowhere = `https://${'n'.repeat(64)}.com/notices`
    await testNotices(page, nowhere, 'This name does not exist in the public internet.')
    await field(page, 'Address of your system (URL)').fill('https://')
    await expect(button(page, 'Send a test notice'), 'only the saved address is called').toBeDisabled()
    await testNotices(page, demoReceiver, 'Your system has accepted the notice.')
    await expectAccessible(page)
  })

  await test.step('a blocked account can see its data, but cannot change it', async () => {
    await setStatus('Blocked')
    await page.reload()
    await expect(banner(page)).toContainText(blocked)
    await expect(banner(page).getByRole('link', { name: 'Contact customer care', exact: true })).toBeVisible()
    await expect(field(page, 'Address of your system (URL)')).toHaveValue(demoReceiver)
    await expect(field(page, 'Address of your system (URL)')).toBeDisabled()
    await expect(button(page, 'Send a test notice')).toBeDisabled()
    await expectAccessible(page)
    await page.goto('/settings/b2b')
    await expect(field(page, 'VAT ID')).toHaveValue('FR40303265045')
    await expect(field(page, 'VAT ID')).toBeDisabled()
    await expect(button(page, 'Save')).toBeDisabled()
    // The newsletter belongs to the person, not to the business, so it can still be changed.
    await expect(button(page, 'Subscribe')).toBeEnabled()
    await expectAccessible(page)
    await page.goto('/settings/addresses/all')
    await expect(page.getByText(/^Your business account is blocked/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'New address', exact: true })).toBeHidden()
    await expectAccessible(page)
  })

  await test.step('a reopened account waits for its validation again', async () => {
    await setStatus('New')
    await page.goto('/settings/personal-details')
    await expect(banner(page)).toHaveText(pending)
    await expect(field(page, 'First name')).toBeEnabled()
  })
})
