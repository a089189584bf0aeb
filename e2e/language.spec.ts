import { expect, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { freshCustomer, register } from './support/session.ts'

test.use({ viewport: { width: 390, height: 844 }, locale: 'fr-FR' })

test('the language is chosen at the sign-in, in the footer and in the settings, by keyboard, and is kept', async ({
  page,
}) => {
  const root = page.locator('html')

  await test.step('the sign-in page', async () => {
    await page.goto('/settings')
    await expect(root).toHaveAttribute('lang', 'fr-FR')
    const list = page.getByRole('combobox', { name: 'Langue' })
    await list.selectOption('en-GB')
    await list.press('Tab')
    await page.keyboard.press('Enter')
    await expect(root).toHaveAttribute('lang', 'en-GB')
    await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('en-GB')
    await expectAccessible(page)
  })

  await test.step('the client has the language of the sign-in', async () => {
    await register(page, freshCustomer())
    await page.goto('/settings')
    await expect(page.getByRole('heading', { level: 1, name: 'My settings' })).toBeVisible()
    await expect(root).toHaveAttribute('lang', 'en-GB')
  })

  await test.step('the footer', async () => {
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('button', { name: 'Language English' }).press('Enter')
    await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeFocused()
    await page.keyboard.type('Nederlands (B')
    await page.keyboard.press('Enter')
    await expect(root).toHaveAttribute('lang', 'nl-BE')
    await expect(page).toHaveURL((url) => url.pathname === '/settings')
    await expect(page.getByRole('heading', { level: 1, name: 'Mijn instellingen' })).toBeVisible()
    await expect(footer.getByRole('link', { name: 'Voorwaarden' })).toHaveAttribute('href', '/help/terms')
    await expectAccessible(page)
  })

  await test.step('the settings', async () => {
    await page.getByRole('main').getByRole('link', { name: /^Taal/ }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Taal' })).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Taal' }).press('Enter')
    await page.getByRole('menuitemradio', { name: 'Svenska' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Språk' })).toBeVisible()
    await expectAccessible(page)
    await page.goBack()
    await expect(root).toHaveAttribute('lang', 'sv-SE')
  })

  await test.step('other pages of the product follow', async () => {
    await page.goto('/books/unknown')
    await expect(root).toHaveAttribute('lang', 'sv-SE')
    await page.goto('/logout')
    await expect(page.getByRole('combobox', { name: 'Språk' })).toBeVisible()
  })
})

test('a browser that stores no cookies keeps its language, and says so', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'cookie', { get: () => '', set() {} })
  })
  await page.goto('/start')
  await page.getByRole('button', { name: 'Langue Français' }).press('Enter')
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'n’enregistre pas les cookies' })).toBeVisible()
})
