import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogueVersion } from '../../../web/build/compiledCatalogues.ts'
import { changeBrand, copyBrands, demoBrands } from '../../support/brands.ts'
import { type RunningServices, startServices } from '../../support/services.ts'

let localesDir: string
let services: RunningServices
beforeAll(async () => {
  localesDir = await mkdtemp(join(tmpdir(), 'keepsake-locales-'))
  await cp('web/locales/en-GB.json', join(localesDir, 'en-GB.json'))
  await writeFile(join(localesDir, 'nl-NL.json'), '{"common.close":"Sluiten"}')
  await writeFile(join(localesDir, 'xx-XX.json'), '{}')
  services = await startServices({
    services: ['site'],
    environment: { LOCALES_DIR: localesDir, PUBLIC_URL: 'http://localhost:4000' },
  })
})
afterAll(async () => {
  await services.close()
  await rm(localesDir, { recursive: true })
})

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${services.url}/site${path}`, { headers })
}

describe('the public config', () => {
  test('describes the first brand on the first brand’s host', async () => {
    const answer = await get('/config.json', { 'x-forwarded-host': 'localhost:4000' })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      brand: 'keepsake',
      name: 'Keepsake',
      channel: 'k',
      defaultLocale: 'en-GB',
      locales: expect.arrayContaining(['en-GB', 'nl-NL']),
      catalogues: { 'en-GB': expect.any(String), 'nl-NL': expect.any(String) },
      logoUrl: '/brands/keepsake/logo.svg',
      mailLogoUrl: '/brands/keepsake/logo.png',
      theme: {
        common: expect.objectContaining({ '--brand-radius-md': '10px' }),
        light: expect.objectContaining({ '--brand-accent': '#1f5f55', '--brand-canvas': '#fbfaf7' }),
        dark: expect.objectContaining({ '--brand-accent': '#8fcdbf' }),
      },
      fonts: [],
      currency: 'EUR',
      countries: ['NL', 'BE', 'FR', 'DE', 'GB', 'ES', 'IT', 'SE', 'DK', 'NO'],
      vatId: 'NL812345678B01',
      graphqlUrl: '/graphql',
      authority: 'http://localhost:4000/identity',
      clientId: 'keepsake-web',
      scope: 'openid email profile',
      uploadUrl: 'http://localhost:4000/storage/files',
      features: {
        PhotoManagementTimelineViewEnabled: true,
        PhotoManagementAlbumViewEnabled: true,
        PhotoManagementSharedAlbumsViewEnabled: true,
        PhotoManagementUploadViewEnabled: true,
        PhotoManagementReactivationEnabled: true,
      },
      trashDays: 30,
      quotaBytes: 1_073_741_824_000,
      paymentMethods: { personal: ['card', 'directDebit'], business: ['directDebit'] },
      links: {
        faq: '/help',
        customerCare: '/help/contact',
        storeFront: '/shop',
        terms: '/help/terms',
        privacy: '/help/privacy',
        editor: '/editor',
      },
      localLinks: {},
      consentScript: null,
      feedbackScript: '/feedback/{id}.js',
      feedbackWidgets: expect.objectContaining({ 'en-GB': 'keepsake-en-gb', 'nb-NO': 'keepsake-nb-no' }),
    })
  })

  test('has the fonts of a brand', async () => {
    const config = await (await get('/config.json?host=se.localhost')).json()
    expect(config).toMatchObject({
      name: 'Solbild',
      channel: 's',
      currency: 'SEK',
      countries: ['SE', 'DK', 'NO'],
      vatId: 'SE556677889901',
    })
    expect(config.fonts.map(({ family }: { readonly family: string }) => family)).toEqual(['Figtree', 'Fraunces'])
    expect(config.theme.common['--brand-font-display']).toMatch(/^'Fraunces',/)
    for (const { url } of config.fonts) {
      const font = await get(url)
      expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2'])
      expect(font.headers.get('cache-control')).toBe('public, max-age=31536000')
    }
  })

  test.each<[string, string, Record<string, string>]>([
    ['the host of the request to the edge', '/config.json', { 'x-forwarded-host': 'lumina.localhost:4000' }],
    ['the host in the query', '/config.json?host=lumina.localhost:4000', {}],
    [
      'the host in the query rather than the host of the request',
      '/config.json?host=lumina.localhost',
      { 'x-forwarded-host': 'localhost' },
    ],
  ])('follows %s', async (_what, path, headers) => {
    expect(await (await get(path, headers)).json()).toMatchObject({
      brand: 'lumina',
      name: 'Lumina',
      channel: 'p',
      clientId: 'lumina-web',
      authority: 'http://localhost:4000/identity',
      uploadUrl: 'http://lumina.localhost:4000/storage/files',
    })
  })

  test('offers only locales that have a catalogue and belong to the brand', async () => {
    const config = await (await get('/config.json')).json()
    expect(config).toMatchObject({ locales: ['en-GB', 'nl-NL'] })
  })

  test('has the version of each catalogue, as the client’s build computes it', async () => {
    const text = await readFile(join(localesDir, 'en-GB.json'), 'utf8')
    const config = await (await get('/config.json')).json()
    expect(config).toMatchObject({ catalogues: { 'en-GB': catalogueVersion(text) } })
  })

  test('has a new catalogue version after a change, and the old version after the change is undone', async () => {
    const before = await (await get('/config.json')).json()
    await writeFile(join(localesDir, 'nl-NL.json'), '{"common.close":"Toe"}')
    expect(await (await get('/config.json')).json()).not.toEqual(before)
    await writeFile(join(localesDir, 'nl-NL.json'), '{"common.close":"Sluiten"}')
    expect(await (await get('/config.json')).json()).toEqual(before)
  })

  test.each(['?host=', '?host=a&host=b', `?host=${'a'.repeat(300)}`])(
    'is refused for the query %.20s',
    async (query) => {
      const answer = await get(`/config.json${query}`)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ code: 'INVALID_REQUEST' })
    },
  )
})

describe('a host of no brand', () => {
  let translated: RunningServices
  beforeAll(async () => {
    translated = await startServices({ services: ['site'], environment: { PUBLIC_URL: 'http://localhost:4000' } })
  })
  afterAll(() => translated.close())

  test.each(['unknown.example', 'wiki.localhost', 'lumina.localhost.evil.example'])(
    '%s has no config',
    async (host) => {
      const answer = await get('/config.json', { 'x-forwarded-host': host })
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 'UNKNOWN_HOST' })
    },
  )

  test.each([
    ['nl', 'nl-NL', 'Er is geen website op dit adres'],
    ['pt-PT', 'en-GB', 'There is no website at this address'],
    ['de', 'de-DE', 'Unter dieser Adresse gibt es keine Website'],
  ])('has a page in the language of a browser with %s', async (language, locale, title) => {
    const headers = { 'x-forwarded-host': 'wiki.localhost', 'accept-language': language }
    const answer = await fetch(`${translated.url}/site/unknown-host`, { headers })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const page = await answer.text()
    expect(page).toContain(`<html lang="${locale}"`)
    expect(page).toContain(`<h1>${title}</h1>`)
    expect(page).toContain('wiki.localhost')
    expect(page).toContain('<a href="http://localhost:4000/">')
    // The browser applies the style only if its hash is the one in the policy.
    const style = /<style>([^]*)<\/style>/.exec(page)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
  })

  test('is shown as text', async () => {
    const page = await (await get('/unknown-host', { 'x-forwarded-host': '<b>evil</b>' })).text()
    expect(page).not.toContain('<b>')
  })
})

describe('a catalogue', () => {
  test('is the file of its locale', async () => {
    const answer = await get('/locales/en-GB.json')
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await answer.text()).toBe(await readFile(join(localesDir, 'en-GB.json'), 'utf8'))
  })

  test('is read again after a change', async () => {
    const before = await get('/locales/nl-NL.json')
    const etag = before.headers.get('etag') ?? ''
    expect((await get('/locales/nl-NL.json', { 'if-none-match': etag })).status).toBe(304)
    await writeFile(join(localesDir, 'nl-NL.json'), '{"common.close":"Dicht doen"}')
    const after = await get('/locales/nl-NL.json', { 'if-none-match': etag })
    expect(await after.json()).toEqual({ 'common.close': 'Dicht doen' })
  })

  test.each([
    'de-DE.json',
    'en-GB',
    'en-gb.json',
    'EN-GB.json',
    '..%2Fen-GB.json',
    '..%2F..%2Fpackage.json',
    '%2e%2e%2fpackage.json',
    '%00.json',
    'en-GB.json%00',
    'en-GB%0A.json',
  ])('%s does not exist', async (name) => {
    const answer = await get(`/locales/${name}`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a logo', () => {
  test.each(['keepsake', 'lumina'])('of %s is a picture without scripts', async (brand) => {
    const answer = await get(`/brands/${brand}/logo.svg`)
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await answer.text()).toMatch(/^<svg [^>]*role="img" aria-label="/)
  })

  test.each(['keepsake', 'lumina'])('of %s is also a PNG, for mails', async (brand) => {
    const answer = await get(`/brands/${brand}/logo.png`)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 1, 4)).toBe('PNG')
  })

  test.each(demoBrands.map(({ key }) => key))(
    'and the picture of the sign-in pages of %s have no scripts',
    async (brand) => {
      const answer = await get(`/brands/${brand}/sign-in.svg`)
      expect(answer.headers.get('content-type')).toBe('image/svg+xml')
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      const text = await answer.text()
      expect(text).toMatch(/^<svg /)
      expect(text).not.toMatch(/<script|\son\w+=|href=/)
    },
  )

  test.each(['nunito.ttf', 'other.woff2', 'nunito-licence.txt', '..%2Flumina.json', 'logo.webp'])(
    'is not at %s',
    async (name) => {
      expect((await get(`/brands/lumina/${name}`)).status).toBe(404)
    },
  )

  test.each(['svg', 'png'])('of an unknown brand does not exist as %s', async (format) => {
    expect((await get(`/brands/nobody/logo.${format}`)).status).toBe(404)
    expect((await get(`/brands/constructor/logo.${format}`)).status).toBe(404)
  })
})

describe('conditional requests', () => {
  test.each(['/config.json', '/locales/en-GB.json', '/brands/keepsake/logo.svg', '/brands/keepsake/logo.png'])(
    '%s is not sent again if it is unchanged',
    async (path) => {
      const etag = (await get(path)).headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w-]{27}"$/)
      const again = await get(path, { 'if-none-match': `"x", W/${etag}` })
      expect(again.status).toBe(304)
      expect(await again.text()).toBe('')
      expect((await get(path, { 'if-none-match': '"x"' })).status).toBe(200)
    },
  )
})

test('a removed file of a brand removes its config and its logo without a restart', async () => {
  const folder = await copyBrands()
  const own = await startServices({ services: ['site'], environment: { BRANDS_DIR: folder } })
  const nameAt = async (host: string) => {
    const answer = await fetch(`${own.url}/site/config.json?host=${host}`)
    return (await answer.json()).name
  }
  expect(await nameAt('lumina.localhost')).toBe('Lumina')
  await changeBrand(folder, 'lumina', { name: 'Lumina Photo' })
  await expect.poll(() => nameAt('lumina.localhost'), { timeout: 5_000 }).toBe('Lumina Photo')
  await rm(join(folder, 'lumina.json'))
  const logo = async () => (await fetch(`${own.url}/site/brands/lumina/logo.svg`)).status
  await expect.poll(logo, { timeout: 5_000 }).toBe(404)
  await own.close()
  await rm(folder, { recursive: true })
})

test('the service does not start if no locale of a brand has a catalogue', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'keepsake-locales-'))
  await cp('web/locales/en-GB.json', join(empty, 'zz-ZZ.json'))
  const starting = startServices({ services: ['site'], environment: { LOCALES_DIR: empty } })
  await expect(starting).rejects.toThrow('keepsake.json: locales has no locale with a catalogue.')
  await rm(empty, { recursive: true })
})
