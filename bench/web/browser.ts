import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { demoPassword } from '../../services/platform/demo.ts'
import { browserLaunch } from '../../tests/support/browser.ts'

/** Launches the browser as people use it, or its headless form if that is missing. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(browserLaunch('/usr/bin/chromium', '/usr/bin/chromium-headless-shell'))
}

/** A window in which a demo account is signed in and has shown its timeline, so that caches are warm. */
export async function signedIn(browser: Browser, url: string, email: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${url}/my-photos/photos`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  // The demo's photos may not be finished yet.
  await page.locator('[data-photo]').first().waitFor({ timeout: 120_000 })
  await page.close()
  return context
}
