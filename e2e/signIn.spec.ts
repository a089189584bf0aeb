import { expect, test } from '@playwright/test'
import { openNewLibrary } from './support/newCustomer.ts'
import { signIn, signOut } from './support/session.ts'

test('a signed-out visit to a deep link starts sign-in and comes back to it', async ({ page }) => {
  await signIn(page, 'anna@keepsake.example', { path: '/my-photos/albums' })
  await expect(page.getByRole('heading', { name: 'My photos' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'My photos' })).toBeVisible()
})

test('a wrong password is refused with a sentence, and the e-mail is kept', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('E-mail').fill('ben@keepsake.example')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('This e-mail and password do not go together')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue('ben@keepsake.example')
})

test('after signing out nothing can be seen, not by the back button either', async ({ page }) => {
  const { customer } = await openNewLibrary(page)
  await expect(page.getByText('Your photo library is empty')).toBeVisible()
  await signOut(page)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Your photo library is empty')).toBeHidden()
  await signIn(page, customer.email, { password: customer.password })
  await expect(page.getByText('Your photo library is empty')).toBeVisible()
})

test('signing out in one tab signs out the other', async ({ page, context }) => {
  await openNewLibrary(page)
  const other = await context.newPage()
  await other.goto('/my-photos/photos')
  await expect(other.getByText('Your photo library is empty')).toBeVisible()
  await signOut(page)
  await expect(other.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  await other.getByRole('button', { name: 'Sign in again' }).click()
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('a sign-in that failed with a state in the address starts again from the root', async ({ page }) => {
  await page.goto('/auth/callback?error=access_denied&state=of-another-time')
  await expect(page).toHaveURL((url) => !url.search.includes('state=of-another-time'))
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('with site data blocked, a page says how to go on', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    }
  })
  await page.goto('/my-photos/photos')
  await expect(page.getByRole('heading', { name: 'Please enable site data and cookies' })).toBeVisible()
})

test('an expired access token is renewed without a word', async ({ page }) => {
  await openNewLibrary(page)
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.includes('user:'))
    const stored: unknown = JSON.parse(localStorage.getItem(key ?? '') ?? '{}')
    if (key !== undefined) localStorage.setItem(key, JSON.stringify({ ...Object(stored), expires_at: 1 }))
  })
  await page.reload()
  await expect(page.getByText('Your photo library is empty')).toBeVisible()
})

test('another brand has its own name and looks, and signs in the same account', async ({ page, baseURL }) => {
  const lumina = (baseURL ?? '').replace('localhost', 'lumina.localhost')
  const accent = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand-accent'))
  await page.goto(lumina)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveTitle(/Lumina/)
  await page.getByLabel('E-mail').fill('ben@keepsake.example')
  await page.getByLabel('Password', { exact: true }).fill('keepsake-demo')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL((url) => url.hostname === 'lumina.localhost')
  await expect(page.getByRole('link', { name: 'Lumina, to the overview' })).toBeVisible()
  const lumenAccent = await accent()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Keepsake, to the overview' })).toBeVisible()
  expect(await accent()).not.toBe(lumenAccent)
})
