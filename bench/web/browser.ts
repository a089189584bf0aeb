import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { demoPassword } from '../../services/platform/demo.ts'
import { browserLaunch } from '../../tests/support/browser.ts'
import { unexpectedPage } from './until.ts'

/** Launches the full Chromium, or the headless shell if Chromium is not installed. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(browserLaunch('/usr/bin/chromium', '/usr/bin/chromium-headless-shell'))
}

/** Opens a window, signs in to a demo account and shows its timeline once, so that caches are warm. */
export async function signedIn(browser: Browser, url: string, email: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${url}/my-photos/photos`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // The services may still be processing the demo's photos.
  try {
    await page.locator('[data-photo]').first().waitFor({ timeout: 120_000 })
  } catch (cause) {
    throw await unexpectedPage(page, 'the first photo after the sign-in', cause)
  }
  await page.close()
  return context
}
