import { readFileSync } from 'node:fs'
import type { ReactNode } from 'react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { compileCatalogue } from '../../../web/build/compiledCatalogues.ts'
import { configBody } from '../support/config.ts'

// Tests have no compiled catalogues, because only a build compiles them. This mock provides two of them.
vi.hoisted(() => vi.resetModules())
vi.mock('virtual:compiled-catalogues', () => ({
  compiledCatalogues: Object.fromEntries(
    ['en-GB', 'nl-NL'].map((locale) => [locale, { url: `/assets/${locale}.json`, version: '1' }]),
  ),
}))
const { Outage } = await import('../../../web/startup/Outage.ts')
// Later test files run in the same process, and must not get modules with these catalogues.
afterAll(() => void vi.resetModules())

const waitingAttribute = 'aria-disabled'
/** Whether the compiled catalogues can be loaded. */
let hasTexts: boolean
/** The attempts so far. The test ends each of them. */
let attempts: PromiseWithResolvers<string>[]
let show: (page: ReactNode) => void

beforeEach(() => {
  hasTexts = true
  attempts = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Makes the delays of retries exact, by removing their jitter.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.stubGlobal('reportError', () => undefined)
  vi.stubGlobal('fetch', async (path: string) => {
    if (!hasTexts) throw new TypeError('no network')
    const name = path.replace('/assets/', '')
    return Response.json(compileCatalogue(readFileSync(`web/locales/${name}`, 'utf8'), name))
  })
  CSSStyleSheet.prototype.replaceSync = () => undefined
  const { rerender } = render(<p>The start</p>)
  show = (page) => rerender(page)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  document.getElementById('public-config')?.remove()
})

/** Adds the config to the page, as the edge does while the services are away. */
function setAway(last: object | null): void {
  const data = document.createElement('script')
  data.type = 'application/json'
  data.id = 'public-config'
  data.dataset['away'] = ''
  data.textContent = JSON.stringify(last)
  document.head.append(data)
}

function attempt(): Promise<string> {
  const ending = Promise.withResolvers<string>()
  attempts.push(ending)
  return ending.promise
}

function start(): Promise<string> {
  return new Outage((page) => act(() => show(page))).untilAnswered(attempt(), attempt)
}

async function pass(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
}

async function fail(): Promise<void> {
  attempts.at(-1)?.reject(new Error('no answer'))
  await pass(0)
}

/** Waits for a condition without moving the clock. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await act(() => new Promise<void>((resolve) => void setImmediate(resolve)))
}

const retry = () => screen.getByRole('button', { name: /^(Try again|Opnieuw proberen)/ })

test('a page that is loaded while the services are away says so at once, with the brand, and requests the config', async () => {
  setAway(configBody)
  void start()
  await until(() => screen.queryByRole('heading', { name: 'Keepsake isn’t responding' }) !== null)
  expect(document.title).toBe('Keepsake isn’t responding')
  expect(screen.getByRole('link', { name: 'Keepsake' })).toBeTruthy()
  expect(retry().getAttribute(waitingAttribute)).toBe('true')
  expect(attempts).toHaveLength(1)
})

test('without the last known config, the page has no brand, and is in the browser’s language', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['nl-NL'])
  setAway(null)
  void start()
  await until(() => screen.queryByRole('button') !== null)
  expect(document.documentElement.lang).toBe('nl-NL')
  expect(screen.queryByRole('link')).toBeNull()
})

test('no outage is shown while the first request is pending', async () => {
  const answer = start()
  await pass(0)
  attempts[0]?.resolve('config')
  expect(await answer).toBe('config')
  expect(screen.getByText('The start')).toBeTruthy()
})

test('failed requests are repeated after 1, 2 and 4 s, and an answer ends the outage', async () => {
  const answer = start()
  for (const [index, delay] of [1_000, 2_000, 4_000].entries()) {
    await fail()
    await until(() => screen.queryByRole('button')?.getAttribute(waitingAttribute) === null)
    await pass(delay - 1)
    expect(attempts).toHaveLength(index + 1)
    await pass(1)
    expect(attempts).toHaveLength(index + 2)
    expect(retry().getAttribute(waitingAttribute)).toBe('true')
  }
  attempts.at(-1)?.resolve('config')
  expect(await answer).toBe('config')
})

test('the customer can retry at once, and the planned attempt is then dropped', async () => {
  const answer = start()
  await fail()
  await until(() => screen.queryByRole('button') !== null)
  act(() => retry().click())
  await pass(0)
  expect(attempts).toHaveLength(2)
  await pass(10_000)
  expect(attempts).toHaveLength(2)
  attempts.at(-1)?.resolve('config')
  expect(await answer).toBe('config')
})

test('no outage is shown if the answer arrives before the texts of the outage page', async () => {
  setAway(null)
  const texts = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => texts.promise)
  const answer = start()
  attempts[0]?.resolve('config')
  expect(await answer).toBe('config')
  texts.resolve(Response.json({}))
  await pass(0)
  expect(screen.getByText('The start')).toBeTruthy()
})

test('without the compiled catalogues, the English text of the HTML page is shown', async () => {
  hasTexts = false
  const failure = document.createElement('div')
  failure.id = 'startup-failure'
  failure.hidden = true
  document.body.append(failure)
  void start()
  await fail()
  await until(() => !failure.hidden)
  failure.remove()
})
