import { expect, type Page, test } from '@playwright/test'
import { demoPassword } from '../services/platform/demo.ts'
import { photo, tile } from './support/library.ts'
import { openNewLibrary } from './support/newCustomer.ts'
import { signIn, signOut, submitSignIn } from './support/session.ts'

const photoOf = (tab: Page) => tile(tab, 'mine.jpg')

test('a signed-out visit to a deep link signs in and returns to it', async ({ page }) => {
  await test.step('after a failed sign-in with a state in the URL, the sign-in starts again from the root', async () => {
    await page.goto('/auth/callback?error=access_denied&state=of-another-time')
    await expect(page).toHaveURL((url) => !url.search.includes('state=of-another-time'))
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })

  // The URL keeps stripped mode and sort order.
  const path = '/my-photos/photos?stripped=true&sort=created-asc'
  const email = 'ben@keepsake.example'
  await test.step('a wrong password shows an error, and the e-mail stays filled in', async () => {
    await page.goto(path)
    await submitSignIn(page, email, 'not the password')
    await expect(page.getByText('That e-mail and password don’t match')).toBeVisible()
    await expect(page.getByLabel('E-mail')).toHaveValue(email)
  })

  await submitSignIn(page, email, demoPassword)
  await expect(page).toHaveURL((url) => `${url.pathname}${url.search}` === path)
  await expect(page.getByRole('heading', { name: 'My photos' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'My photos' })).toBeVisible()
})

test('two tabs: the session is renewed, signing out affects both, another account replaces the first', async ({
  page,
  context,
}) => {
  const { customer } = await openNewLibrary(page, [await photo('mine.jpg')])
  await expect(photoOf(page)).toBeVisible()

  await test.step('an expired access token is renewed silently', async () => {
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.includes('user:'))
      const stored: unknown = JSON.parse(localStorage.getItem(key ?? '') ?? '{}')
      if (key !== undefined) localStorage.setItem(key, JSON.stringify({ ...Object(stored), expires_at: 1 }))
    })
    await page.reload()
    await expect(photoOf(page)).toBeVisible()
  })

  const other = await context.newPage()
  await test.step('signing out in one tab signs out the other', async () => {
    await other.goto('/my-photos/photos')
    await expect(photoOf(other)).toBeVisible()
    await signOut(page)
    await expect(other.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
    await other.getByRole('button', { name: 'Sign in again' }).click()
    await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })

  await test.step('after signing out, the Back button shows no photos', async () => {
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(photoOf(page)).toBeHidden()
    await signIn(page, customer.email, { password: customer.password })
    await expect(photoOf(page)).toBeVisible()
  })

  await test.step('when another account signs in, the other tab shows none of the first account’s data', async () => {
    await signOut(other)
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
    await page.waitForLoadState()
    // The first tab loads itself again when the stored session changes. A reload at the same time would collide.
    const loadedItself = page.waitForEvent('load')
    await signIn(other, 'ben@keepsake.example')
    await loadedItself
    for (const visit of ['as it is', 'loaded again']) {
      if (visit === 'loaded again') await page.reload()
      await expect(photoOf(page)).toBeHidden()
      await expect(page.getByText(customer.email)).toBeHidden()
    }
  })
})

test('with site data blocked, a page explains how to continue', async ({ page }) => {
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

test('another brand has its own name and design, and signs in the same account', async ({ page, baseURL }) => {
  const lumina = (baseURL ?? '').replace('localhost', 'lumina.localhost')
  const accent = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand-accent'))
  await page.goto(lumina)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveTitle(/Lumina/)
  await submitSignIn(page, 'ben@keepsake.example', demoPassword)
  await expect(page).toHaveURL((url) => url.hostname === 'lumina.localhost')
  await expect(page.getByRole('link', { name: 'Lumina, to the overview' })).toBeVisible()
  const lumenAccent = await accent()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Keepsake, to the overview' })).toBeVisible()
  expect(await accent()).not.toBe(lumenAccent)
})

test('a brand with an authority of its own signs in and out through it', async ({ page, baseURL }) => {
  const solbild = (baseURL ?? '').replace('localhost', 'se.localhost')
  await page.goto(solbild)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveTitle(/Solbild/)
  const request = page.waitForRequest((sent) => sent.url().includes('/token'))
  await submitSignIn(page, 'ben@keepsake.example', demoPassword)
  expect(new URL((await request).url()).pathname).toBe('/identity/authorities/nordic/token')
  await expect(page.getByRole('link', { name: 'Solbild, to the overview' })).toBeVisible()
  await test.step('the gateway accepts its tokens', async () => {
    await page.goto(`${solbild}/my-photos/photos`)
    await expect(page.getByRole('heading', { name: 'My photos' })).toBeVisible()
  })
  await test.step('signing out ends its session', async () => {
    await page.goto(`${solbild}/logout`)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })
})

test('an address of no brand has a page that says so and leads to the product', async ({ page, baseURL }) => {
  const response = await page.goto((baseURL ?? '').replace('localhost', 'wiki.localhost'))
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'There is no website at this address' })).toBeVisible()
  await page.getByRole('link', { name: /^Go to localhost/ }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
