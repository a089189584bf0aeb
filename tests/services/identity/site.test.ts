import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSite, type Site } from '../../../services/identity/site.ts'
import { createHttpClient } from '../../../services/platform/http.ts'

const config = {
  brand: 'keepsake',
  name: 'Keepsake',
  defaultLocale: 'en-GB',
  locales: ['en-GB', 'nl-NL'],
  logoUrl: '/brands/keepsake/logo.svg',
  theme: { light: {}, dark: {} },
  links: { customerCare: '/help', terms: '/terms', privacy: '/privacy' },
}
let server: Server
let site: Site
let asked: string[]
let answers: Record<string, unknown>

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  asked = []
  answers = {
    '/config.json?host=keepsake.example': config,
    '/locales/en-GB.json': { both: 'English', english: 'Only English' },
    '/locales/nl-NL.json': { both: 'Nederlands' },
  }
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const answer = answers[request.url ?? '']
    response.writeHead(answer === undefined ? 503 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  site = createSite(createHttpClient(''), `http://127.0.0.1:${port}`)
})

afterEach(async () => {
  vi.useRealTimers()
  await new Promise((resolve) => server.close(resolve))
})

describe('the site service, as the pages use it', () => {
  test('is asked for the brand of a host at most once a minute', async () => {
    const brands = await Promise.all([readBrand(), readBrand()])
    expect(brands.map(({ name }) => name)).toEqual(['Keepsake', 'Keepsake'])
    await readBrand()
    expect(asked).toEqual(['/config.json?host=keepsake.example'])
    letPass(61)
    answers['/config.json?host=keepsake.example'] = { ...config, name: 'Renamed' }
    expect((await readBrand()).name).toBe('Renamed')
  })

  test('may fail after an answer: that answer stays in use, and the service is asked again after 3 s', async () => {
    await readBrand()
    letPass(61)
    answers = {}
    expect((await readBrand()).name).toBe('Keepsake')
    expect((await readBrand()).name).toBe('Keepsake')
    expect(asked).toHaveLength(2)
    answers = { '/config.json?host=keepsake.example': { ...config, name: 'Back' } }
    letPass(4)
    expect((await readBrand()).name).toBe('Back')
  })

  test('causes an error if it fails before its first answer, and is asked again at the next request', async () => {
    const known = answers
    answers = {}
    await expect(readBrand()).rejects.toThrow('503')
    answers = known
    expect((await readBrand()).name).toBe('Keepsake')
  })

  test.each([
    ['a brand that could break out of its stylesheet', { ...config, brand: '../../x' }],
    ['a logo of another site', { ...config, logoUrl: 'https://evil.example/logo.svg' }],
    ['no locales', { ...config, locales: [] }],
    ['nothing', null],
  ])('is not trusted if it names %s', async (_name, answer) => {
    answers = { '/config.json?host=keepsake.example': answer }
    await expect(readBrand()).rejects.toThrow('does not match its schema')
  })

  test('gives missing translations in English', async () => {
    const messages = await site.messages('nl-NL')
    expect([messages.text('both'), messages.text('english')]).toEqual(['Nederlands', 'Only English'])
  })

  test('is asked for the messages of a locale at most once a minute', async () => {
    await site.messages('nl-NL')
    expect(await site.messages('nl-NL')).toBe(await site.messages('nl-NL'))
    expect(asked.toSorted()).toEqual(['/locales/en-GB.json', '/locales/nl-NL.json'])
    letPass(61)
    answers['/locales/nl-NL.json'] = { both: 'Opnieuw' }
    expect((await site.messages('nl-NL')).text('both')).toBe('Opnieuw')
  })
})

function readBrand() {
  return site.brand('https://keepsake.example')
}

function letPass(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000)
}
