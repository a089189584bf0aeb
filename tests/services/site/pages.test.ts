import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeBrand, copyBrands, demoBrands } from '../../support/brands.ts'
import { type RunningServices, startServices } from '../../support/services.ts'

const paths = ['/help', '/help/contact', '/help/terms', '/help/privacy', '/shop', '/shop/reorder/K-1']

let brandsDir: string
let services: RunningServices
beforeAll(async () => {
  brandsDir = await copyBrands()
  await changeBrand(brandsDir, 'korrel', {
    'links.faq': 'https://www.korrel.example/faq',
    localLinks: { 'nl-BE': { terms: 'https://www.korrel.example/be' } },
    feedbackScript: 'https://widgets.example/{id}.js',
    trashDays: 0,
  })
  services = await startServices({
    services: ['site'],
    environment: { BRANDS_DIR: brandsDir, PUBLIC_URL: 'http://localhost:4000' },
  })
})
afterAll(async () => {
  await services.close()
  await rm(brandsDir, { recursive: true })
})

/** Requests a page as the edge does. */
function get(path: string, host = 'localhost', headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${services.url}/site/pages${path}`, {
    headers: { 'x-forwarded-host': `${host}:4000`, 'accept-language': 'en-GB', ...headers },
    redirect: 'manual',
  })
}

async function htmlOf(path: string, host?: string, headers?: Record<string, string>): Promise<string> {
  return (await get(path, host, headers)).text()
}

/** Where the answer to a request redirects. Null: the answer is the page itself. */
async function leads(path: string, from: Record<string, string>): Promise<string | null> {
  return (await get(path, 'localhost', from)).headers.get('location')
}

function referer(path: string): Record<string, string> {
  return { referer: `http://localhost:4000${path}` }
}

function widget(file: string, host = 'localhost', headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${services.url}/site/feedback/${file}`, { headers: { 'x-forwarded-host': host, ...headers } })
}

describe('the pages of a brand', () => {
  test.each(demoBrands.map(({ key, subdomain }) => [key, subdomain === null ? 'localhost' : `${subdomain}.localhost`]))(
    'of %s exist in every language, with one title and without a missing message',
    async (key, host) => {
      for (const locale of demoBrands.find((brand) => brand.key === key)?.locales ?? []) {
        for (const path of key === 'korrel' ? ['/help/contact', '/shop'] : paths) {
          const answer = await get(path, host, { 'accept-language': locale })
          const html = await answer.text()
          expect([answer.status, html.match(/<html lang="([^"]*)" dir="ltr"/)?.[1]], path).toEqual([200, locale])
          expect(html.match(/<h1>/g)).toHaveLength(1)
          expect(html).not.toMatch(/\{\w+[,}]|undefined|<\/?(photos|orders|faq)>/)
        }
      }
    },
  )

  test('may run no script, and have only their own style', async () => {
    const answer = await get('/help')
    const html = await answer.text()
    const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(answer.headers.get('content-security-policy')).toMatch(
      new RegExp(`^default-src 'none'; style-src 'sha256-${RegExp.escape(hash)}';`),
    )
    expect(html).not.toContain('<script')
    expect(html).not.toContain(' style=')
  })

  test('are not sent again if the browser has them', async () => {
    const first = await get('/help')
    const etag = first.headers.get('etag') ?? ''
    expect([first.headers.get('cache-control'), first.headers.get('vary')]).toEqual([
      'no-cache',
      'Accept-Language, Host, X-Forwarded-Host, Referer',
    ])
    expect((await get('/help', 'localhost', { 'if-none-match': etag })).status).toBe(304)
    expect((await get('/help', 'localhost', { 'if-none-match': etag, 'accept-language': 'de' })).status).toBe(200)
  })

  test('say what is true of the brand: its seller, sizes, days, quota, exports and prices', async () => {
    const [keepsake, lumina, solbild] = await Promise.all(
      ['localhost', 'lumina.localhost', 'se.localhost'].map((host) => htmlOf('/help', host)),
    )
    expect(keepsake).toContain('Yes, for 30 days')
    expect(keepsake).toContain('up to 200 MB each')
    expect(keepsake).toContain('take up 1,000 GB')
    expect(keepsake).toContain('Export photos')
    expect(solbild).toContain('Yes, for 14 days')
    expect(lumina).toContain('Photos that you delete are gone at once')
    expect(lumina).not.toContain('Export photos')
    expect(await htmlOf('/help/contact', 'se.localhost')).toContain('211 45 Malmö<br />Sweden')
    expect(await htmlOf('/shop')).toContain('<td class="price">€0.19</td>')
    expect(await htmlOf('/shop', 'se.localhost')).toContain('<td class="price">SEK\u00a02.13</td>')
  })

  test('say that they load nothing from other companies, and which feedback is stored here, unless the brand has scripts of others', async () => {
    const own = await htmlOf('/help/privacy')
    const other = await htmlOf('/help/privacy', 'korrel.localhost')
    for (const text of ['load nothing from other companies', 'Of your feedback we store']) {
      expect([own.includes(text), other.includes(text)]).toEqual([true, false])
    }
  })

  test('lead to the pages of the brand itself, if it has some', async () => {
    const faq = await get('/help', 'korrel.localhost')
    expect([faq.status, faq.headers.get('location')]).toEqual([302, 'https://www.korrel.example/faq'])
    const terms = async (locale: string) =>
      (await get('/help/terms', 'korrel.localhost', { 'accept-language': locale })).headers.get('location')
    expect([await terms('nl-BE'), await terms('nl-NL')]).toEqual(['https://www.korrel.example/be', null])
    expect(await htmlOf('/help/contact', 'korrel.localhost')).toContain('href="https://www.korrel.example/faq"')
  })

  test('are not there at a host of no brand', async () => {
    const answer = await get('/help', 'nobody.example')
    expect([answer.status, (await answer.text()).includes('nobody.example')]).toEqual([404, true])
  })
})

describe('stripped mode', () => {
  test('has no header and no footer, and every link to this site keeps it', async () => {
    for (const path of paths) {
      const html = await htmlOf(`${path}?stripped`)
      expect(html).not.toMatch(/<(header|footer|nav)\b/)
      const links = [...html.matchAll(/<a href="(\/[^"]*)"/g)].map(([, href]) => href ?? '')
      expect(links.filter((href) => !href.endsWith('?stripped'))).toEqual([])
    }
    expect(await htmlOf('/help?stripped=false')).toContain('<footer>')
  })

  test('is kept when a stripped page links here without the flag', async () => {
    expect(await leads('/help', referer('/orders?stripped'))).toBe('/help?stripped')
    expect(await leads('/shop/reorder/K-1?key=2', referer('/orders?stripped=true'))).toBe(
      '/shop/reorder/K-1?key=2&stripped',
    )
    expect(await leads('/help?stripped=false', referer('/orders?stripped'))).toBeNull()
    expect(await leads('/help', referer('/orders'))).toBeNull()
    expect(await leads('/help', { referer: 'http://other.example/?stripped' })).toBeNull()
    expect(await leads('/help', { referer: 'no address' })).toBeNull()
  })
})

describe('the feedback widget', () => {
  test('has the texts of the language of its id', async () => {
    const answer = await widget('keepsake-de-de.js')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    const script = await answer.text()
    expect(script).toContain('Wie gefällt Ihnen Keepsake?')
    expect(script).not.toMatch(/common\.|feedback\.[a-z]+"/)
    const etag = answer.headers.get('etag') ?? ''
    expect((await widget('keepsake-de-de.js', 'localhost', { 'if-none-match': etag })).status).toBe(304)
  })

  test.each([
    ['the id of another brand', 'lumina-en-gb.js', 'localhost'],
    ['a host of no brand', 'keepsake-en-gb.js', 'nobody.example'],
    ['an unknown id', 'keepsake-xx.js', 'localhost'],
    ['another file', 'keepsake-en-gb', 'localhost'],
  ])('is not there for %s', async (_what, file, host) => {
    expect((await widget(file, host)).status).toBe(404)
  })
})
