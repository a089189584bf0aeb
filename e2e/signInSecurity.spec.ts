import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { openNewLibrary } from './support/newCustomer.ts'
import { signOut, submitSignIn } from './support/session.ts'

const path = '/settings/sign-in'

test('a customer adds a passkey, signs in with it, and signs out another browser, whose open tab notices', async ({
  page,
  browser,
}) => {
  const { customer } = await openNewLibrary(page, [], { path })
  const authenticator = await addAuthenticator(page)

  await test.step('this browser is the only one, and there is no passkey', async () => {
    await expect(page.getByText('You are signed in only in this browser.')).toBeVisible()
    await expect(page.getByText('You have no passkey yet.')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('adding a passkey by keyboard leads to the identity service and back', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Add a passkey' })).toBeVisible()
    await expect(page.getByText(customer.email)).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Name of the passkey').fill('Work laptop')
    await page.getByLabel('Name of the passkey').press('Enter')
    await expect(page).toHaveURL((url) => url.pathname === path)
    await expect(page.getByText('Work laptop')).toBeVisible()
    await expect(page.getByText('Not used yet')).toBeVisible()
  })

  await test.step('the same device gets no second passkey', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Create the passkey' }).click()
    await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible()
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect(page).toHaveURL((url) => url.pathname === path)
  })

  const other = await (await browser.newContext()).newPage()
  await test.step('another browser signs in with the password', async () => {
    await other.goto(path)
    await submitSignIn(other, customer.email, customer.password)
    await expect(other.getByRole('button', { name: 'Sign out all others' })).toBeVisible()
  })

  await test.step('after signing out, the passkey signs in without a password', async () => {
    await authenticator.agree(false)
    await signOut(page)
    await page.goto(path)
    const button = page.getByRole('button', { name: 'Sign in with a passkey' })
    await expect(button).toBeVisible()
    await authenticator.agree(true)
    await button.click()
    await expect(page).toHaveURL((url) => url.pathname === path)
    await expect(page.getByText(/^Last used/).first()).toBeVisible()
  })

  await test.step('ending the other session signs out its open tab and revokes its refresh token at once', async () => {
    await page.getByRole('button', { name: /^Sign out: / }).click()
    await expect(page.getByText('You are signed in only in this browser.')).toBeVisible()
    await expect(other.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
    await other.getByRole('button', { name: 'Sign in again' }).click()
    await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })

  await test.step('a passkey is renamed and removed', async () => {
    await page.getByRole('button', { name: 'Rename the passkey Work laptop' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Old laptop')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Remove the passkey Old laptop' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByText('You have no passkey yet.')).toBeVisible()
  })
})

test('a customer changes the password, which signs out another browser, whose open tab notices', async ({
  page,
  browser,
}) => {
  const { customer } = await openNewLibrary(page, [], { path })
  const newPassword = 'seven quiet herons'
  const other = await (await browser.newContext()).newPage()
  await other.goto(path)
  await submitSignIn(other, customer.email, customer.password)
  await expect(other.getByRole('button', { name: 'Change the password' })).toBeVisible()

  await test.step('the page of the identity service says what is wrong', async () => {
    await page.getByRole('button', { name: 'Change the password' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Change your password' })).toBeVisible()
    await expect(page.getByLabel('Current password')).toBeFocused()
    await expectAccessible(page)
    await page.getByLabel('Current password').fill('eight loud herons')
    await page.getByLabel('New password').fill(newPassword)
    await page.getByLabel('New password').press('Enter')
    await expect(page.getByRole('alert')).toContainText('This is not your current password.')
    await expectAccessible(page)
  })

  await test.step('the new password is saved, and the customer is back at the settings', async () => {
    await page.getByLabel('Current password').fill(customer.password)
    await page.getByLabel('New password').fill(newPassword)
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await expect(page).toHaveURL((url) => url.pathname === path)
    await expect(page.getByText('Your password was changed. All other browsers are signed out.')).toBeVisible()
    await expect(page.getByText(/^Last changed/)).toBeVisible()
    await expect(page.getByText('You are signed in only in this browser.')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the other browser is signed out, and only the new password signs in', async () => {
    await expect(other.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
    await other.getByRole('button', { name: 'Sign in again' }).click()
    await submitSignIn(other, customer.email, customer.password)
    await expect(other.getByRole('alert')).toBeVisible()
    await submitSignIn(other, customer.email, newPassword)
    await expect(other).toHaveURL((url) => !url.pathname.startsWith('/identity/'))
  })
})

/** Gives the browser of a page an authenticator, which agrees to every request until `agree(false)`. */
async function addAuthenticator(page: Page): Promise<{ agree(enabled: boolean): Promise<void> }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async agree(enabled) {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
  }
}
