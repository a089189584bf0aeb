import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { openNewLibrary } from './support/newCustomer.ts'
import { openMailedLink } from './support/outbox.ts'
import { freshCustomer, submitSignIn } from './support/session.ts'

const signedOut = (page: Page) => expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()

test('the e-mail address is changed by the mailed link, other tabs sign out at once, and the old address reverts it', async ({
  page,
  context,
}) => {
  const { customer } = await openNewLibrary(page)
  const newEmail = freshCustomer().email
  await test.step('the old address is confirmed', async () => {
    const mailbox = await openMailedLink(page, customer.email, '/identity/link/')
    await mailbox.getByRole('button', { name: 'Continue' }).click()
    await expect(mailbox.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
    await mailbox.close()
  })

  await test.step('the settings lead to the page, which refuses an invalid address and sends a link', async () => {
    await page.goto('/settings')
    await page.getByRole('link', { name: 'E-mail address' }).press('Enter')
    const field = page.getByLabel('New e-mail address')
    await field.fill('nora')
    await field.press('Enter')
    await expect(page.getByText('Enter an e-mail address such as name@example.com.')).toBeVisible()
    await expect(field).toBeFocused()
    await field.fill(newEmail)
    await field.press('Enter')
    await expect(page.getByText(`We’ve sent a link to ${newEmail}.`)).toBeVisible()
    await expectAccessible(page)
  })

  const other = await context.newPage()
  await other.goto('/downloads')
  await expect(other.getByRole('heading', { name: 'Downloads', exact: true })).toBeVisible()

  const mailbox = await openMailedLink(page, newEmail, '/change-email-confirmation')
  await test.step('the link changes nothing before its button is pressed', async () => {
    await expect(mailbox.getByText(`changes from ${customer.email} to ${newEmail}`)).toBeVisible()
    await expectAccessible(mailbox)
    await mailbox.reload()
    await mailbox.getByRole('button', { name: 'Change the address' }).press('Enter')
    await expect(mailbox.getByRole('heading', { name: 'Your email was changed' })).toBeVisible()
    await expect(mailbox).toHaveURL((url) => url.pathname === '/change-email-success')
    await expectAccessible(mailbox)
    await mailbox.reload()
    await expect(mailbox.getByRole('heading', { name: 'Your email was changed' })).toBeVisible()
  })

  await test.step('the other tabs are signed out', async () => {
    await signedOut(other)
    await signedOut(page)
    await other.close()
  })

  await test.step('the new address signs in, the old one does not', async () => {
    await mailbox.getByRole('button', { name: 'Sign in again' }).click()
    await submitSignIn(mailbox, customer.email, customer.password)
    await expect(mailbox.getByText('That e-mail and password don’t match')).toBeVisible()
    await submitSignIn(mailbox, newEmail, customer.password)
    await expect(mailbox).toHaveURL((url) => url.pathname === '/')
  })

  await test.step('the link in the mail to the old address reverts the change, with a new password', async () => {
    const revert = await openMailedLink(page, customer.email, '/identity/email-revert/')
    await expect(revert.getByText(`gets the address ${customer.email} back`)).toBeVisible()
    await expectAccessible(revert)
    await revert.getByLabel('New password').fill('short')
    await revert.getByRole('button', { name: 'Undo the change' }).click()
    await revert.getByLabel('New password').fill('seven quiet harbours')
    await revert.getByRole('button', { name: 'Undo the change' }).click()
    await expect(revert.getByRole('heading', { name: 'Your address is back' })).toBeVisible()
    await signedOut(mailbox)
    await revert.getByRole('link', { name: 'Go to your photos' }).click()
    await submitSignIn(revert, customer.email, 'seven quiet harbours')
    await expect(revert).toHaveURL((url) => url.pathname === '/')
    await revert.goto('/settings/email')
    await expect(revert.getByText(`Your e-mail address is ${customer.email}.`)).toBeVisible()
  })
})
