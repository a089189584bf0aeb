import { request } from 'node:http'
import { expect, test } from '@playwright/test'
import { linksIn, writtenLinksIn } from '../services/platform/brands/brand.ts'
import { brandsAt } from '../tests/support/brands.ts'
import { expectAccessible } from './support/accessibility.ts'

/** The answer of the product. */
interface Answer {
  readonly status: number | undefined
  readonly html: string
}

/** Requests a page from 127.0.0.1: outside of browsers, names that end in `.localhost` have no address. */
function get(url: URL, locale: string): Promise<Answer> {
  const headers = { host: url.host, 'accept-language': locale, accept: 'text/html' }
  const { port, pathname, search } = url
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: pathname + search, headers }, (response) => {
      let html = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (html += chunk))
      response.on('end', () => resolve({ status: response.statusCode, html }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

const names = ['faq', 'customerCare', 'storeFront', 'terms', 'privacy', 'editor'] as const

test('each link of each demo brand leads to a page, in each of its languages, and so does each link of these pages', async ({
  baseURL,
}) => {
  for (const brand of brandsAt(new URL(baseURL ?? '').origin).all()) {
    for (const locale of brand.locales) {
      const links = linksIn(brand, locale)
      const inside = new Set<string>()
      for (const name of names) {
        const what = `${name} of ${brand.key} in ${locale}: ${links[name]}`
        const url = new URL(links[name])
        expect(url.origin, what).toBe(brand.origin)
        const { status, html } = await get(url, locale)
        expect(status, what).toBe(200)
        if (name === 'editor') continue
        expect(html, what).toContain(`<html lang="${locale}"`)
        for (const [, href = ''] of html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)) inside.add(href)
      }
      for (const href of inside) {
        expect((await get(new URL(href, brand.origin), locale)).status, `${href} of ${brand.key}`).toBe(200)
      }
    }
  }
})

test('the pages about help can be read by everyone, in both themes, and the language can be changed', async ({
  page,
  baseURL,
}) => {
  const brands = brandsAt(new URL(baseURL ?? '').origin)
  for (const { key, colorScheme } of [
    { key: 'keepsake', colorScheme: 'light' },
    { key: 'korrel', colorScheme: 'dark' },
  ] as const) {
    const brand = brands.named(key)
    await page.emulateMedia({ colorScheme })
    const { faq, customerCare, storeFront, terms, privacy: statement } = writtenLinksIn(brand, 'en-GB')
    for (const path of [faq, customerCare, storeFront, terms, statement, '/shop/reorder/K-1?key=1']) {
      await page.goto(brand.origin + path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expectAccessible(page)
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 844 })
        const actual = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(actual, `${path} at ${width} px`).toBeLessThanOrEqual(width)
      }
    }
  }
  const privacy = `${brands.named('korrel').origin}/help/privacy`
  await page.goto(privacy)
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de-DE')
  await page.getByRole('button', { name: 'Change language' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datenschutzerklärung')
  expect(page.url()).toBe(privacy)
  await page.goto(`${brands.named('korrel').origin}/start?stripped`)
  await page.evaluate(() => location.assign('/help'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Häufige Fragen')
  expect(new URL(page.url()).search).toBe('?stripped')
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
})
