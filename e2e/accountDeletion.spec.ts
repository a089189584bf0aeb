import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { press } from './support/keyboard.ts'
import { photosTaken, tile } from './support/library.ts'
import { addPhotos, openLibraryOf, openNewLibrary, registerInBrowser } from './support/newCustomer.ts'
import { openMail, openMailedLink } from './support/outbox.ts'
import { operate } from './support/product.ts'
import { type Customer, submitSignIn } from './support/session.ts'
import { ask, type CustomerWithPhotos, makeAlbum, share, withPhotosOf } from './support/sharedAlbum.ts'

const path = '/settings/delete-account'
const photosPath = '/my-photos/photos'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const field = (page: Page) => page.getByRole('textbox', { name: 'Type DELETE to confirm' })
const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Delete account', exact: true })
const signedOut = (page: Page) => expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()

/** Fills an account: three photos, an album, an address, and a shared album in which the friend has a photo. */
async function fillAccount(owner: CustomerWithPhotos, friend: CustomerWithPhotos): Promise<void> {
  await makeAlbum(owner, 'Harbour')
  await share(await makeAlbum(owner, 'Norway'), owner, [friend])
  const address = { country: 'NL', name: 'Mira Lindqvist', street: 'Kade', houseNumber: '1', city: 'Amsterdam' }
  await ask(owner, 'mutation ($input: AddAddressInput!) { addAddress(input: $input) { __typename } }', {
    input: { address: { ...address, postalCode: '1011 AB' } },
  })
}

/** Types the word and asks for the mail, by keyboard only. */
async function requestDeletion(page: Page): Promise<void> {
  await field(page).fill('DELETE')
  await field(page).press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeFocused()
}

/** Confirms the deletion by the newest mailed link. Returns the page that reports the deletion. */
async function confirmDeletion(page: Page, email: string): Promise<Page> {
  const confirmation = await openMailedLink(page, email, '/delete-account-confirmation')
  await press(confirmation, confirmation.getByRole('button', { name: 'Delete my account' }))
  await expect(heading(confirmation, 'Your account has been successfully deleted')).toBeFocused()
  return confirmation
}

/** Signs in to an account that is marked for deletion. Ends at the page that offers to undo the deletion. */
async function signInDuringGrace(page: Page, { email, password }: Customer, address = photosPath): Promise<void> {
  await page.goto(address)
  await submitSignIn(page, email, password)
  await expect(heading(page, 'Your account will be deleted')).toBeVisible()
}

test('an account is deleted by its mailed link only, the deletion is undone, and after a second deletion nothing is left', async ({
  page,
  context,
  browser,
}) => {
  const days = ['2023:05:03 10:00:00', '2023:05:02 10:00:00', '2023:05:01 10:00:00']
  const friendsPage = await (await browser.newContext()).newPage()
  const [signedIn, signedInFriend] = await Promise.all([
    openNewLibrary(page, await photosTaken(days)),
    registerInBrowser(friendsPage),
  ])
  await addPhotos(signedInFriend, await photosTaken(days.slice(2)))
  const [owner, friend] = [await withPhotosOf(signedIn), await withPhotosOf(signedInFriend)]
  const { customer } = owner
  await fillAccount(owner, friend)

  await test.step('the settings lead to the page, which says what is lost, and offers an export first', async () => {
    await page.goto('/settings')
    await press(page, page.getByRole('link', { name: /^Delete account/ }))
    await expect(page).toHaveURL((url) => url.pathname === path)
    const lost = page.getByRole('main').getByRole('listitem')
    await expect(lost.filter({ hasText: '3 photos' })).toBeVisible()
    await expect(lost.filter({ hasText: '2 albums' })).toBeVisible()
    await expect(page.getByText('Nothing from your account.')).toBeVisible()
    await expect(page.getByText('you can undo it for 14 days')).toBeVisible()
    await expectAccessible(page)
    const exportButton = page.getByRole('button', { name: 'Export photos' })
    await press(page, exportButton)
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(exportButton).toBeFocused()
  })

  await test.step('the word must be typed', async () => {
    await press(page, submit(page))
    await expect(page.getByText('This is not DELETE.')).toBeVisible()
    await expect(field(page)).toBeFocused()
    await expectAccessible(page)
  })

  await test.step('an old sign-in needs the password again, and the typed word is kept', async () => {
    // Simulates a sign-in that was more than five minutes ago.
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('useRequestDeletionMutation')) return route.fallback()
      return route.fulfill({ json: { data: { requestAccountDeletion: { __typename: 'RecentSignInRequired' } } } })
    })
    await field(page).fill('DELETE')
    await field(page).press('Enter')
    await expect(page.getByText('For this change, enter your password again')).toBeVisible()
    await expectAccessible(page)
    await page.unrouteAll()
    await press(page, page.getByRole('button', { name: 'Enter the password' }))
    await submitSignIn(page, customer.email, customer.password)
    await expect(page).toHaveURL((url) => url.pathname === path)
    await expect(field(page)).toHaveValue('DELETE')
  })

  const other = await context.newPage()
  const first = await test.step('the mailed link deletes nothing before its button is pressed', async () => {
    await requestDeletion(page)
    await expect(page.getByText(`We’ve sent a link to ${customer.email}.`)).toBeVisible()
    await expectAccessible(page)
    await other.goto('/downloads')
    await expect(heading(other, 'Downloads')).toBeVisible()
    const opened = await openMailedLink(page, customer.email, '/delete-account-confirmation')
    await expect(opened.getByText(`Your account ${customer.email} will be deleted`)).toBeVisible()
    await expectAccessible(opened)
    await opened.reload()
    await expect(opened.getByRole('button', { name: 'Delete my account' })).toBeVisible()
    await other.reload()
    await expect(heading(other, 'Downloads')).toBeVisible()
    return opened
  })
  const link = first.url()

  await test.step('the link of another account is refused', async () => {
    await friendsPage.goto(link)
    await press(friendsPage, friendsPage.getByRole('button', { name: 'Delete my account' }))
    await expect(friendsPage.getByText('This link was sent to another account.')).toBeVisible()
    await expectAccessible(friendsPage)
  })

  await test.step('the button deletes the account, and signs out every tab', async () => {
    await press(first, first.getByRole('button', { name: 'Delete my account' }))
    await expect(heading(first, 'Your account has been successfully deleted')).toBeFocused()
    await expectAccessible(first)
    await signedOut(other)
    await signedOut(page)
    await expectAccessible(other)
    const mail = await openMail(page, customer.email, 'Your account will be deleted on')
    await expectAccessible(mail)
    await mail.close()
    await other.close()
  })

  await test.step('a sign-in offers to undo the deletion, and then everything is there', async () => {
    await signInDuringGrace(page, customer, '/settings/addresses/all')
    await expectAccessible(page)
    await press(page, page.getByRole('button', { name: 'Undo the deletion' }))
    // Check the address book first: it signs out customers whose profile is not found.
    await expect(page.getByText('1011 AB')).toBeVisible()
    await page.goto(photosPath)
    for (const name of ['1.jpg', '2.jpg', '3.jpg']) await expect(tile(page, name)).toBeVisible()
    const mail = await openMail(page, customer.email, 'Your account will not be deleted')
    await expectAccessible(mail)
    await mail.close()
  })

  await test.step('a used link says that it was used, and leads to a new one', async () => {
    await first.goto(link)
    await press(first, first.getByRole('button', { name: 'Delete my account' }))
    await expect(first.getByText('This link has already been used')).toBeVisible()
    await expectAccessible(first)
    await press(first, first.getByRole('link', { name: 'Get a new link' }))
    await expect(first).toHaveURL((url) => url.pathname === path)
  })

  await test.step('the account is deleted again, and this time the customer does not undo it', async () => {
    await friendsPage.goto('/my-photos/albums')
    await friendsPage.getByRole('link', { name: /^Norway, / }).click()
    await expect(friendsPage.getByText(`Shared by ${customer.email}`)).toBeVisible()
    await requestDeletion(first)
    await (await confirmDeletion(first, customer.email)).close()
    await signedOut(page)
    await signInDuringGrace(page, customer)
    await press(page, page.getByRole('link', { name: 'Leave it as it is' }))
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
  })

  await test.step('when the 14 days are over, nothing is left', async () => {
    await operate('/dev/identity/deletions/due', { email: customer.email })
    const receipt = await openMail(page, customer.email, 'Your account has been deleted')
    await expect(receipt.getByText('We keep nothing from it.').first()).toBeVisible()
    await expectAccessible(receipt)
    await expect(friendsPage.getByRole('heading', { name: 'This album is no longer shared with you' })).toBeVisible()
    await friendsPage.goto(photosPath)
    await expect(tile(friendsPage, '1.jpg')).toBeVisible()
    await submitSignIn(page, customer.email, customer.password)
    await expect(page.getByText('That e-mail and password don’t match.')).toBeVisible()
  })
})

test('a business account sees how many invoices stay, and until when', async ({ page }) => {
  await openLibraryOf(page, 'studio@keepsake.example', path)
  const invoices = page.getByText(/^\d+ invoices, until 31 December \d{4}\. The law requires it\.$/)
  // The invoices of the demo are issued after the product has started.
  await expect(async () => {
    await page.reload()
    await expect(invoices).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expectAccessible(page)
})
