import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { press, reach } from './support/keyboard.ts'
import { openLibraryOf } from './support/newCustomer.ts'
import { countViews } from './support/counts.ts'

// A browser that has not decided yet.
test.use({ storageState: { cookies: [], origins: [] } })

const question = (page: Page) => page.getByRole('region', { name: 'Cookies and privacy' })

/** Records every request of a page. */
function watchRequests(page: Page): string[] {
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  return urls
}

test('nothing is counted and no third party is asked before the customer agrees, nor after a withdrawal', async ({
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

  await page.goto('/settings')
  await press(page, page.getByRole('link', { name: 'Cookies and privacy' }))
  const analytics = page.getByRole('checkbox', { name: /^Analytics/ })
  await expect(analytics).toBeChecked()
  await reach(page, analytics)
  await page.keyboard.press('Space')
  await press(page, page.getByRole('button', { name: 'Save choice' }))
  await expect(page.getByText('Your choice is saved.')).toBeVisible()
  await expectAccessible(page)
  const then = counted()
  await page.goto('/orders')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByRole('link', { name: 'Cookies and privacy' })).toBeVisible()
  expect([counted(), foreign()]).toEqual([then, []])
})

test('on a phone with text of 200 %, the question can be read and answered, and covers no focused element', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openLibraryOf(page, 'ben@keepsake.example', '/settings')
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expect(question(page)).toBeVisible()
  for (const name of ['Reject all', 'Accept all', 'Choose']) {
    await question(page).getByRole('button', { name }).scrollIntoViewIfNeeded()
    await expect(question(page).getByRole('button', { name })).toBeInViewport()
  }
  await question(page).getByRole('button', { name: 'Reject all' }).click()
  await expect(question(page)).toBeHidden()
})
