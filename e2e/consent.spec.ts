import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { press, reach } from './support/keyboard.ts'
import { openLibraryOf } from './support/newCustomer.ts'
import { countViews, readFeedback } from './support/counts.ts'
import { startOtherCompany } from './support/otherCompany.ts'
import { otherCompanyOrigin } from './support/product.ts'

// A browser that has not decided yet.
test.use({ storageState: { cookies: [], origins: [] } })

const question = (page: Page) => page.getByRole('region', { name: 'Cookies and privacy' })

const feedback = (page: Page) => page.getByRole('button', { name: 'Feedback', exact: true })

/** Records every request of a page. */
function watchRequests(page: Page): string[] {
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  return urls
}

test('nothing is counted and no third party gets a request before the customer agrees, nor after a withdrawal', async ({
  page,
  baseURL,
}) => {
  const urls = watchRequests(page)
  const counted = () => urls.filter((url) => new URL(url).pathname === '/measurements').length
  const foreign = () => urls.filter((url) => !url.startsWith(baseURL ?? '-') && !/^(data|blob):/.test(url))
  await openLibraryOf(page, 'ben@keepsake.example')
  await expect(question(page)).toBeVisible()
  await page.goto('/orders')
  await expect(question(page)).toBeVisible()
  await expectAccessible(page)
  expect([counted(), foreign()]).toEqual([0, []])
  await expect(feedback(page)).toHaveCount(0)

  const before = await countViews('/orders')
  await press(page, question(page).getByRole('button', { name: 'Choose' }))
  await reach(page, question(page).getByRole('checkbox', { name: /^Analytics/ }))
  await page.keyboard.press('Space')
  await press(page, question(page).getByRole('button', { name: 'Save choice' }))
  await expect(question(page)).toBeHidden()
  await expect.poll(() => countViews('/orders')).toBe(before + 1)
  await page.reload()
  await expect.poll(() => countViews('/orders')).toBe(before + 2)
  await expect(question(page)).toBeHidden()

  await test.step('feedback that is sent again after a failure is stored once, and its text stays until then', async () => {
    const dialog = page.getByRole('dialog', { name: 'How do you like Keepsake?' })
    const text = dialog.getByRole('textbox', { name: /^What could be better/ })
    const send = dialog.getByRole('button', { name: 'Send feedback' })
    await press(page, feedback(page))
    await press(page, send)
    await expect(dialog.getByRole('alert')).toHaveText('Please choose a number from 1 to 5.')
    await page.keyboard.press('ArrowDown')
    await reach(page, text)
    const written = `The albums are nice. ${Date.now()}`
    await page.keyboard.insertText(written)
    await expectAccessible(page)
    // The answer is lost, although the service has stored the entry.
    await page.route('**/feedback', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await press(page, send)
    await expect(dialog.getByRole('alert')).toHaveText('Your feedback couldn’t be sent. Please try again.')
    await expect(text).toHaveValue(written)
    await page.unroute('**/feedback')
    await press(page, send)
    await expect(page.getByRole('dialog', { name: 'Thank you for your feedback' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(feedback(page)).toBeFocused()
    expect(await readFeedback(written)).toEqual([{ brand: 'keepsake', locale: 'en-GB', rating: 2, text: written }])
  })

  await page.goto('/settings')
  await press(page, page.getByRole('link', { name: 'Cookies and privacy' }))
  const analytics = page.getByRole('checkbox', { name: /^Analytics/ })
  await expect(analytics).toBeChecked()
  await reach(page, analytics)
  await page.keyboard.press('Space')
  await press(page, page.getByRole('button', { name: 'Save choice' }))
  await expect(page.getByText('Your choice is saved.')).toBeVisible()
  await expect(feedback(page)).toHaveCount(0)
  await expectAccessible(page)
  const then = counted()
  await page.goto('/orders')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByRole('link', { name: 'Cookies and privacy' })).toBeVisible()
  expect([counted(), foreign()]).toEqual([then, []])
})

test('on a phone, offline and with text of 200 %, the question can be read and answered', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openLibraryOf(page, 'ben@keepsake.example', '/settings')
  await expect(question(page)).toBeVisible()
  const expectButtons = async () => {
    for (const name of ['Reject all', 'Accept all', 'Choose']) {
      await question(page).getByRole('button', { name }).click({ trial: true })
      await expect(question(page).getByRole('button', { name })).toBeInViewport()
    }
  }
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline')).toBeVisible()
  await expectButtons()
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expect(page.getByText('You are offline')).toBeInViewport()
  await expectButtons()
  await page.context().setOffline(false)
  await question(page).getByRole('button', { name: 'Reject all' }).click()
  await expect(question(page)).toBeHidden()
})

test('the scripts of a brand load only at its hosts, from agreement to withdrawal, and pages work if they fail', async ({
  page,
  baseURL,
}) => {
  const company = await startOtherCompany('korrel')
  const { port } = new URL(baseURL ?? '')
  const korrel = `http://korrel.localhost:${port}/start`
  const both = ['/consent.js', '/feedback/korrel-en-gb.js']
  const heading = page.getByRole('heading', { level: 1 })
  const policyAt = async (url: string) => (await page.goto(url))?.headers()['content-security-policy'] ?? ''
  const save = async () => press(page, question(page).getByRole('button', { name: 'Save choice' }))
  const switchAnalytics = async () => {
    await press(page, question(page).getByRole('button', { name: 'Choose' }))
    await reach(page, question(page).getByRole('checkbox', { name: /^Analytics/ }))
    await page.keyboard.press('Space')
    await save()
  }
  const urls = watchRequests(page)
  const foreign = () => urls.filter((url) => !new URL(url).host.endsWith(`localhost:${port}`) && url.startsWith('http'))

  await test.step('the brand is read again, and nothing loads before the customer agrees', async () => {
    await expect.poll(() => policyAt(korrel)).toContain(`script-src 'self'`)
    await expect.poll(() => policyAt(korrel)).toContain(` ${otherCompanyOrigin()};`)
    await expect(question(page)).toBeVisible()
    await page.reload()
    await expect(question(page)).toBeVisible()
    expect([company.asked, foreign()]).toEqual([[], []])
  })

  await test.step('both scripts run after the agreement, and on the next page', async () => {
    await switchAnalytics()
    await expect(question(page)).toBeHidden()
    await expect(page.locator('html')).toHaveAttribute('data-script', 'cookie-consent=10cookie-consent=10')
    expect(company.asked.toSorted()).toEqual(both)
    await page.reload()
    await expect.poll(() => company.asked.length).toBe(4)
  })

  for (const mode of ['hangs', 'fails', 'throws'] as const) {
    await test.step(`the page works when the company ${mode}`, async () => {
      company.mode = mode
      const before = company.asked.length
      await page.goto(korrel, { waitUntil: 'commit' })
      await expect.poll(() => company.asked.length).toBe(before + 2)
      await expect(heading).toBeVisible()
      await expect(page.getByRole('alert').filter({ visible: true, hasText: /\S/ })).toHaveCount(0)
      await expect(page.locator('#startup-failure')).toHaveCount(0)
    })
  }

  await test.step('after a withdrawal, the page loads again without the scripts', async () => {
    company.mode = 'works'
    await page.goto(korrel)
    await expect(page.locator('html')).toHaveAttribute('data-script', /./)
    await press(page, page.getByRole('button', { name: 'Cookies and privacy' }))
    await switchAnalytics()
    await expect(page.locator('html')).not.toHaveAttribute('data-script')
    await expect(heading).toBeVisible()
    const before = company.asked.length
    await page.reload()
    await expect(heading).toBeVisible()
    await expect(question(page)).toBeHidden()
    await page.waitForLoadState('networkidle')
    expect(company.asked.length).toBe(before)
  })

  await test.step('another brand neither loads nor allows the scripts', async () => {
    expect(await policyAt(`${baseURL}/start`)).not.toContain(otherCompanyOrigin())
    const before = company.asked.length
    await press(page, question(page).getByRole('button', { name: 'Accept all' }))
    await page.reload()
    await expect(heading).toBeVisible()
    await page.waitForLoadState('networkidle')
    const isBlocked = await page.evaluate(async (src) => {
      const script = document.createElement('script')
      script.src = src
      const ended = new Promise((resolve) => {
        script.addEventListener('error', () => resolve(true))
        script.addEventListener('load', () => resolve(false))
      })
      document.head.append(script)
      return ended
    }, `${otherCompanyOrigin()}/consent.js`)
    expect([isBlocked, company.asked.length]).toEqual([true, before])
  })
  company.close()
})
