import { expect, type Page } from '@playwright/test'
import { demoPassword } from '../../services/platform/demo.ts'

/** Opens a URL signed out, signs in, and returns to the URL. */
export async function signIn(
  page: Page,
  email: string,
  options: { password?: string; path?: string } = {},
): Promise<void> {
  const path = options.path ?? '/my-photos/photos'
  await page.goto(path)
  await submitSignIn(page, email, options.password ?? demoPassword)
  await expect(page).toHaveURL((url) => `${url.pathname}${url.search}` === path)
}

/** Fills in the sign-in form and submits it. */
export async function submitSignIn(page: Page, email: string, password: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The input of the registration form. */
export interface Customer {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** Registers a new customer by the link on the sign-in page. Ends in the empty library. */
export async function register(page: Page, customer: Customer): Promise<void> {
  await page.goto('/my-photos/photos')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await page.getByLabel('Name').fill(customer.name)
  await page.getByLabel('E-mail').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/my-photos/photos')
}

/** Signs out by the URL of the menu entry. Ends at the sign-in form. */
export async function signOut(page: Page): Promise<void> {
  await page.goto('/logout')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

/** An e-mail address that no other test uses. */
export function freshCustomer(): Customer {
  const unique = crypto.randomUUID().slice(0, 8)
  return { name: 'Mira Lindqvist', email: `mira.${unique}@example.com`, password: 'heather over granite' }
}
