import { expect, type Page, test } from '@playwright/test'
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import { getCountries } from 'libphonenumber-js/max'
import { matchPath } from 'react-router-dom'
import { withAccents } from '../launcher/pseudoTexts.ts'
import { routePaths } from '../web/shared/routePaths.ts'
import { openLibraryOf, registerInBrowser } from './support/newCustomer.ts'

/** Pages that lead elsewhere, or that end the session. */
const leading = new Set(['/logout', '/signed-out', '/auth/callback', '/editor', '/start'])
const paths = Object.values(routePaths).filter((path) => !/[:*]/.test(path) && !leading.has(path))

type Messages = Record<string, MessageFormatElement[]>

/** Replaces the texts of the client on their way to the browser. */
async function replaceTexts(page: Page, replaced: (messages: Messages) => Messages): Promise<void> {
  await page.route(/\/assets\/en-GB-[^/]+\.json$/, async (route) => {
    const response = await route.fetch()
    const messages: Messages = await response.json()
    await route.fulfill({ response, json: replaced(messages) })
  })
}

/** Opens a page, and waits for its footer, which appears after its content. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('button')).toBeVisible()
}

/** The texts of the page that people read or hear. Texts in another language than the page are left out. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: (string | null)[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, nodeValue } = walker.currentNode
      if (!parentElement?.closest('script, style, noscript, [lang]:not(html)')) texts.push(nodeValue)
    }
    for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name))
    }
    return [...new Set(texts.flatMap((text) => text?.trim() || []))]
  })
}

/** The English names of codes. */
function names(type: 'region' | 'language', codes: readonly string[]): string[] {
  return codes.flatMap((code) => new Intl.DisplayNames('en-GB', { type, fallback: 'none' }).of(code) ?? [])
}

/** Matches words on a page that are data: names, months, countries, languages, and the products of the shop. */
function dataOf(email: string): RegExp {
  const months = Array.from({ length: 12 }, (_, month) => new Date(2026, month, 1))
  const words = [
    ['Keepsake', email, 'Mira Lindqvist', 'Chrome', 'Windows', 'Linux'],
    months.flatMap((date) =>
      (['long', 'short'] as const).map((month) => new Intl.DateTimeFormat('en-GB', { month }).format(date)),
    ),
    names('region', getCountries()),
    names('language', ['en-GB', 'nl', 'nl-BE', 'fr', 'de', 'es-ES', 'it', 'sv', 'da', 'nb']),
    ['Saint Nicholas', 'Christmas', 'Photo books', 'Calendars', 'Mugs', 'Photo prints', 'Wall pictures', 'Cards'],
  ].flat()
  const escaped = words.toSorted((one, other) => other.length - one.length).map((word) => RegExp.escape(word))
  return new RegExp(escaped.join('|'), 'g')
}

test('with texts of another language, every text of every page is in the catalogue', async ({ page }) => {
  await replaceTexts(page, (messages) =>
    Object.fromEntries(
      Object.entries(messages).map(([id, text]) => [id, id === 'language.direction' ? text : withAccents(text)]),
    ),
  )
  const { customer } = await registerInBrowser(page)
  const data = dataOf(customer.email)
  for (const path of paths) {
    await open(page, path)
    const unknown = (await textsOf(page)).filter((text) => /[A-Za-z]{3}/.test(text.replaceAll(data, '')))
    expect(unknown, path).toEqual([])
  }
})

test('from right to left, no page is wider than the window', async ({ page }) => {
  await replaceTexts(page, (messages) => ({ ...messages, 'language.direction': parse('rtl') }))
  await registerInBrowser(page)
  for (const path of paths) {
    await open(page, path)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: `${path} at ${width} px` })
        .toBeLessThanOrEqual(width)
    }
  }
})

/** The addresses of the page's links to pages of the client. */
async function linksOf(page: Page): Promise<URL[]> {
  const urls = await page
    .locator('a[href]:not([href^="#"])')
    .evaluateAll((links) => links.map((link) => (link instanceof HTMLAnchorElement ? link.href : '')))
  const { origin } = new URL(page.url())
  return urls
    .map((url) => new URL(url))
    .filter((url) => url.origin === origin && Object.values(routePaths).some((path) => matchPath(path, url.pathname)))
}

test('in stripped mode, no page has a header, a menu or a footer, and every link keeps the mode', async ({ page }) => {
  await openLibraryOf(page, 'anna@keepsake.example', '/orders')
  const patterns = new Set(Object.values(routePaths).filter((path) => /:/.test(path)))
  const found: string[] = []
  for (const path of [...paths, '/start']) await check(path)
  for (let path = found.pop(); path !== undefined; path = found.pop()) await check(path)

  async function check(path: string): Promise<void> {
    await page.goto(`${path}?stripped`)
    await expect(page.locator('h1, main').first()).toBeVisible()
    expect(new URL(page.url()).searchParams.has('stripped'), path).toBe(true)
    for (const role of ['banner', 'contentinfo'] as const) await expect(page.getByRole(role), path).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: /^(My account|Shortcuts)$/ }), path).toHaveCount(0)
    const links = await linksOf(page)
    expect(links.filter(({ searchParams }) => !searchParams.has('stripped')).map(String), path).toEqual([])
    for (const { pathname } of links) {
      const pattern = [...patterns].find((candidate) => matchPath(candidate, pathname))
      if (pattern === undefined || matchPath(pattern, path)) continue
      // One page of each pattern is enough.
      patterns.delete(pattern)
      found.push(pathname)
    }
  }
})
