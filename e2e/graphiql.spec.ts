import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { photo } from './support/library.ts'
import { addPhotos, registerInBrowser } from './support/newCustomer.ts'

/**
 * Collects the errors and warnings in the browser's console, such as violations of the security policy. Ignores the
 * status 400, which the gateway returns for invalid documents.
 */
function watch(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    const isComplaint = ['error', 'warning'].includes(message.type()) && !message.text().includes('status of 400')
    if (isComplaint) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

const editor = (page: Page) => page.getByRole('region', { name: 'Operation Editor' })
const result = (page: Page) => page.getByRole('region', { name: 'Result Window' })

async function open(page: Page): Promise<void> {
  await page.goto('/graphql')
  await expect(editor(page).getByText('query Timeline')).toBeVisible({ timeout: 60_000 })
}

/** Types a document into the editor. */
async function write(page: Page, text: string): Promise<void> {
  await editor(page).locator('.view-lines').first().click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.keyboard.type(text)
  // Until this tab appears, the page still offers the choice between the two earlier operations.
  await expect(page.getByRole('tab', { name: '<untitled>' })).toBeVisible()
}

const run = (page: Page) => page.getByRole('button', { name: /Execute query/ }).click()

test('the API explorer completes input, marks mistakes, runs operations and shows docs, within its security policy', async ({
  page,
}) => {
  const complaints = watch(page)
  await open(page)
  const policy = (await page.request.get('/graphql', { headers: { accept: 'text/html' } })).headers()
  expect(policy['content-security-policy']).not.toContain('unsafe')

  await write(page, 'query { sit')
  await expect(page.locator('.suggest-widget').getByText('site', { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type(' { nmae } }')
  await expect(page.locator('.squiggly-error').first()).toBeVisible()
  await run(page)
  await expect(result(page)).toContainText(/Cannot\squery\sfield/)
  await write(page, 'query { site { name } viewer { email } }')
  await run(page)
  await expect(result(page)).toContainText('"Keepsake"')

  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
  await page.getByRole('link', { name: 'Query', exact: true }).click()
  await expect(page.getByRole('link', { name: 'viewer' }).first()).toBeVisible()
  // Each tab of GraphiQL contains a button, which this rule forbids. All other rules are checked.
  await expectAccessible(page, { except: ['nested-interactive'] })
  expect(complaints).toEqual([])
})

test('the API explorer shows costs, and says at once that a subscription needs a sign-in', async ({ page }) => {
  await open(page)
  await write(page, 'query { site { name } }')
  await run(page)
  await expect(result(page)).toContainText(/"cost":\s*{\s*"requested":\s*\d+,\s*"maximum":\s*10000/)
  await write(page, 'subscription { libraryEvents { cursor } }')
  await run(page)
  await expect(result(page)).toContainText(/Sign\sin\sto\sdo\sthis/, { timeout: 5_000 })
})

test('the API explorer signs in and shows live events of the library', async ({ page, context }) => {
  const signedIn = await registerInBrowser(page)
  const explorer = await context.newPage()
  const complaints = watch(explorer)
  await open(explorer)
  await explorer.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(explorer.getByText(signedIn.customer.email)).toBeVisible()
  await expect(editor(explorer).getByText('query Timeline')).toBeVisible()
  await write(explorer, 'subscription { libraryEvents { endedUploads { photoId } } }')
  await run(explorer)
  await expect(result(explorer)).toContainText('"libraryEvents"')
  await addPhotos(signedIn, [await photo('live.jpg', { seed: 91, taken: '2024:02:02 02:02:02' })])
  // This is the last event of an upload. The explorer shows only the latest event.
  await expect(result(explorer)).toContainText(/"photoId":\s*"/)
  await explorer.getByRole('button', { name: 'Sign out' }).click()
  await expect(explorer.getByText('Anonymous')).toBeVisible()
  expect(complaints).toEqual([])
})

/** Calls `api` from a page at `address`, by a request and by a socket. Returns both results. */
async function askFrom(page: Page, address: string, api: string): Promise<{ answer: unknown; socket: string }> {
  await page.goto(address)
  return page.evaluate(async (url) => {
    const body = JSON.stringify({ query: '{ __typename }' })
    const headers = { 'content-type': 'application/json' }
    const answer: unknown = await fetch(url, { method: 'POST', headers, body }).then(
      (response) => response.json(),
      () => 'refused',
    )
    const socket = await new Promise<string>((resolve) => {
      const opened = new WebSocket(url.replace('http', 'ws'), 'graphql-transport-ws')
      opened.addEventListener('open', () => resolve('open'))
      opened.addEventListener('error', () => resolve('refused'))
    })
    return { answer, socket }
  }, api)
}

test('pages of the brands may use the API on the host of another brand; pages of other origins may not', async ({
  page,
  baseURL,
}) => {
  const own = baseURL ?? ''
  const api = `${own}/graphql`
  const allowed = { answer: { data: { __typename: 'Query' } }, socket: 'open' }
  expect(await askFrom(page, `${own.replace('localhost', 'lumina.localhost')}/livez`, api)).toEqual(allowed)
  const foreign = `${own.replace('localhost', '127.0.0.1')}/livez`
  expect(await askFrom(page, foreign, api)).toEqual({ answer: 'refused', socket: 'refused' })
})
