import { expect, test, type Page, type Route } from '@playwright/test'
import { firstView, type SentOperation } from '../tests/support/firstView.ts'
import { expectAccessible } from './support/accessibility.ts'
import { photosTaken } from './support/library.ts'
import { addPhotos, registerInBrowser } from './support/newCustomer.ts'
import { expectNoShifts, watchShifts } from './support/shifts.ts'

function byName(operations: readonly SentOperation[]): readonly SentOperation[] {
  return operations.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
}

/** Returns the operation in a request body or in a message to the gateway; an empty list if there is no operation. */
function operationsIn(text: string | null): SentOperation[] {
  const { payload, operationName, variables } = JSON.parse(text ?? '{}')
  const sent = payload ?? { operationName, variables }
  return sent.operationName ? [{ operationName: sent.operationName, variables: sent.variables }] : []
}

test('the first view of the timeline sends exactly the operations that the benchmarks measure', async ({ page }) => {
  const signedIn = await registerInBrowser(page)
  await addPhotos(signedIn, await photosTaken(['2024:05:03 10:00:00', '2024:04:03 10:00:00', '2024:03:03 10:00:00']))
  const sent: SentOperation[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) sent.push(...operationsIn(request.postData()))
  })
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => sent.push(...operationsIn(String(payload))))
  })
  await page.goto('/my-photos/photos')
  await expect(page.getByRole('link', { name: /^Photo / })).toHaveCount(3)
  await expect.poll(() => sent.length).toBeGreaterThanOrEqual(Object.values(firstView).flat().length)
  await page.waitForLoadState('networkidle')
  const { length } = firstView.untilPhotos
  expect(byName(sent.slice(0, length))).toEqual(byName(firstView.untilPhotos))
  expect(byName(sent.slice(length))).toEqual(byName(firstView.afterwards))
})

test('the page sends the timeline query before any script file arrives, and says when no script arrives', async ({
  page,
}) => {
  await registerInBrowser(page)
  const { promise: refused, resolve: refuse } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => refused.then(() => route.abort()))
  const sent = page.waitForRequest('**/graphql')
  await page.goto('/my-photos/photos', { waitUntil: 'commit' })
  expect((await sent).postDataJSON()).toMatchObject({ operationName: 'TimelinePageQuery' })
  refuse()
  await expect(page.getByRole('heading', { name: /^An unexpected error/ })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/assets/*.js')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByText('Your photo library is empty')).toBeVisible()
})

test.describe('while the services are down', () => {
  test.use({ locale: 'nl-NL' })

  test('a full page load says in the customer’s language that the services do not respond, and continues by itself', async ({
    page,
  }) => {
    await registerInBrowser(page)
    const address = '/my-photos/photos?sort=dateTaken-asc'
    const pages: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) pages.push(request.url())
    })
    const title = page.getByRole('main').getByRole('heading', { level: 1 })
    const retry = page.getByRole('button', { name: 'Opnieuw proberen' })
    let answer = fail
    await page.route('**/config.json', (route) => answer(route))

    await test.step('the message has a neutral frame if the edge does not know the brand', async () => {
      await markServicesDown(page, () => 'null')
      await page.goto(address)
      await expect(title).toHaveText('Deze pagina kan nu niet worden geopend')
      await expect(page).toHaveTitle('Deze pagina kan nu niet worden geopend')
      await expect(page.getByRole('banner').getByRole('link')).toBeHidden()
      await expectAccessible(page)
      const asked = page.waitForRequest('**/config.json')
      await retry.click()
      await asked
    })
    await test.step('the message has the frame of the brand if the edge has the last config of the brand', async () => {
      await markServicesDown(page, (config) => config)
      // The services accept connections and never answer.
      answer = () => new Promise(() => undefined)
      await page.goto(address)
      await expect(title).toHaveText('Keepsake reageert niet')
      await expect(page.getByRole('banner').getByRole('link', { name: 'Keepsake' })).toBeVisible()
      await expect(retry).toHaveAttribute('aria-busy', 'true')
      await expectAccessible(page)
    })
    await test.step('the requested address opens once the services answer', async () => {
      answer = fail
      await page.goto(address)
      await expect(retry).toBeVisible()
      answer = (route) => route.fallback()
      await expect(page.getByText('Je fotobibliotheek is leeg')).toBeVisible()
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(address)
      expect(pages).toHaveLength(3)
    })
  })
})

test.describe('a page of the services that is opened while they are down', () => {
  test('says so, and opens by itself; after a form was sent, the form comes back', async ({ page }) => {
    const title = page.getByRole('main').getByRole('heading', { level: 1 })
    let answer = fail
    await page.route('**/config.json', (route) => answer(route))
    await test.step('a page opens at its address', async () => {
      await page.route('**/help', takePlace('reload'), { times: 1 })
      await page.goto('/help')
      await expect(title).toHaveText('Keepsake isn’t responding')
      await expect(page.getByRole('button', { name: 'Try again' })).not.toHaveAttribute('aria-busy')
      await expectAccessible(page)
      answer = (route) => route.fallback()
      await expect(title).toHaveText('Frequently asked questions')
      expect(new URL(page.url()).pathname).toBe('/help')
    })
    await test.step('a form comes back', async () => {
      await page.goto('/my-photos/photos')
      await page.getByLabel('E-mail').fill('anna@keepsake.example')
      await page.getByLabel('Password', { exact: true }).fill('wrong password')
      const form = page.url()
      answer = fail
      const takeForm = takePlace('back')
      await page.route(form, (route) => (route.request().method() === 'POST' ? takeForm(route) : route.fallback()))
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(title).toHaveText('Keepsake isn’t responding')
      answer = (route) => route.fallback()
      await expect(page.getByLabel('E-mail')).toBeVisible()
      expect(page.url()).toBe(form)
    })
  })
})

/** Answers as the edge does while the services are down: with the client's page in place of theirs. */
function takePlace(way: 'reload' | 'back'): (route: Route) => Promise<void> {
  return async (route) => {
    const answer = await route.fetch({ url: new URL('/', route.request().url()).href, method: 'GET' })
    const body = (await answer.text()).replace('id="public-config"', `id="public-config" data-away="${way}"`)
    await route.fulfill({ response: answer, status: 503, body })
  }
}

function fail(route: Route): Promise<void> {
  return route.fulfill({ status: 500, body: '{}' })
}

/**
 * Marks the config in the page as the edge does while the services are down.
 * @param last returns the last config that the edge knows
 */
async function markServicesDown(page: Page, last: (config: string) => string): Promise<void> {
  await page.route('**/my-photos/photos?*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(
      /(id="public-config")>(.*?)<\/script>/s,
      (_, id: string, config: string) => `${id} data-away>${last(config)}</script>`,
    )
    await route.fulfill({ response: answer, body })
  })
}

/** Holds back the requests to an address. @returns a function that lets these and later requests pass */
async function hold(page: Page, address: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** The names of our own fonts that have loaded. */
function ownFonts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...new Set(
        [...document.fonts]
          .filter(({ family, status }) => family.includes('Variable') && status === 'loaded')
          .map(({ family }) => family.replaceAll('"', '')),
      ),
    ].toSorted(),
  )
}

test('nothing moves when answers arrive late, and fonts even later', async ({ page }) => {
  const signedIn = await registerInBrowser(page)
  await addPhotos(signedIn, await photosTaken(['2024:05:03 10:00:00', '2024:04:03 10:00:00', '2024:03:03 10:00:00']))
  const shifts = await watchShifts(page)
  for (const width of [390, 768, 1440]) {
    await test.step(`at ${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 900 })
      const sendAnswers = await hold(page, '**/graphql')
      const sendFonts = await hold(page, '**/*.woff2')
      await page.goto('/my-photos/photos', { waitUntil: 'commit' })
      await expect(page.getByRole('main').locator('[class*=skeleton]').first()).toBeVisible()
      sendAnswers()
      await expect(page.getByRole('link', { name: /^Photo / })).toHaveCount(3)
      expect(await ownFonts(page)).toEqual([])
      sendFonts()
      await expect.poll(() => ownFonts(page)).toEqual(['Instrument Sans Variable', 'Newsreader Variable'])
      await expectNoShifts(shifts)
    })
  }
})
