import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brandOfShop, currentShop, featuresAt, linksIn, originAt } from '../../../services/platform/brands/brand.ts'
import { type Brands, createBrands, watchBrands } from '../../../services/platform/brands/brands.ts'
import { contrastOf } from '../../../services/platform/brands/palette.ts'
import { readBrands } from '../../../services/platform/brands/readBrands.ts'
import { themeStyle } from '../../../services/platform/brands/theme.ts'
import { brandsAt, changeBrand, copyBrands, demoBrands } from '../../support/brands.ts'
import { startServices } from '../../support/services.ts'

const publicUrl = 'http://localhost:4000'
const localesDir = 'web/locales'

let folder: string
beforeEach(async () => {
  folder = await copyBrands()
})
afterEach(() => rm(folder, { recursive: true }))

const mistakesNow = () => readBrands({ brandsDir: folder, localesDir, publicUrl }).mistakes
const change = async (changes: Readonly<Record<string, unknown>>) => changeBrand(folder, 'lumina', changes)

describe('a mistake in the file of a brand has a sentence with its file and its field', () => {
  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['name is missing', { name: undefined }],
    ['name must be a text of 1 to 100 characters', { name: ' ' }],
    ['colour is not a field of a brand', { colour: 'red' }],
    ['colours.light.accents is not a field of a brand', { 'colours.light.accents': '#000000' }],
    ['subdomain must be a label such as lumina, or null', { subdomain: 'lu_mina' }],
    ['hosts.0.host must be a host such as photos.lumina.example, in small letters', { hosts: [{ host: 'lumina' }] }],
    ['authority must be a label such as nordic, or null', { authority: 'no/dic' }],
    ['channel must be 1 to 20 letters, digits, hyphens or underscores', { channel: 'p p' }],
    ['locales must be a list of at least one locale', { locales: [] }],
    ['seller.vatId must be a VAT id such as NL812345678B01', { 'seller.vatId': '812345678' }],
    ['seller.email must be an e-mail address', { 'seller.email': 'invoices' }],
    ['invoicePrefix must be 1 to 3 capitals', { invoicePrefix: 'lum' }],
    ['colours.dark.accent must be a colour such as #1f5f55, with small letters', { 'colours.dark.accent': 'red' }],
    ['features.Reactivation must be true or false', { 'features.Reactivation': 'yes' }],
    ['currency must be one of EUR, GBP, SEK, DKK, NOK', { currency: 'USD' }],
    ['countries.0 must be one of GB, NL, BE, FR, DE, ES, IT, SE, DK, NO', { countries: ['US'] }],
    ['shape must be one of soft, round, square', { shape: 'oval' }],
    ['fonts.text.family must be a name of letters, digits and spaces', { 'fonts.text.family': "x';}" }],
    ['fonts.text.file must be a name such as nunito.woff2', { 'fonts.text.file': '../se/fraunces.woff2' }],
    ['fonts.display.weights must be weights such as 400 or 200 900', { 'fonts.display.weights': '250' }],
    ['fonts.headingWeight must be a weight from 100 to 900', { 'fonts.headingWeight': 1000 }],
    ['the file lumina/other.woff2 is missing', { 'fonts.text.file': 'other.woff2' }],
    ['localLinks.pt-PT is not a field of a brand', { localLinks: { 'pt-PT': {} } }],
    [
      'localLinks.nl-NL.faq must be a URL of http or https, or a path such as /editor',
      { localLinks: { 'nl-NL': { faq: 'x' } } },
    ],
    [
      'feedbackWidgets.nl-NL must be 1 to 60 letters, digits, hyphens or underscores',
      { 'feedbackWidgets.nl-NL': '<script>' },
    ],
    ['consentScript must be a URL of https, or a path such as /consent.js', { consentScript: 'http://x.example/a.js' }],
    ['consentScript must be a URL of https, or a path such as /consent.js', { consentScript: 'https://a;b.example/c' }],
    [
      'consentScript must be a URL of https, or a path such as /consent.js',
      { consentScript: 'data:text/javascript,1' },
    ],
    ['feedbackScript must be a URL of https, or a path, with {id} in it', { feedbackScript: 'https://x.example/a.js' }],
    ['feedbackScript must be a URL of https, or a path, with {id} in it', { feedbackScript: 'https://{id}.example/' }],
    ['trashDays must be a whole number from 0 to 365', { trashDays: 366 }],
    ['quotaBytes must be a whole number of bytes, at least 1, or null', { quotaBytes: 0 }],
    ['paymentMethods.personal.0 must be card or directDebit', { 'paymentMethods.personal': ['cash'] }],
    ['links.faq must be a URL of http or https, or a path such as /editor', { 'links.faq': 'javascript:alert(1)' }],
    ['links.editor must be a URL of http or https, or a path such as /editor', { 'links.editor': '//evil.example' }],
    [
      'formerShopHosts.0 must be a host such as www.lumina.example, in small letters',
      { formerShopHosts: ['https://a.example/'] },
    ],
    ['channel has k, which is that of keepsake.json', { channel: 'k' }],
    ['invoicePrefix has K, which is that of keepsake.json', { invoicePrefix: 'K' }],
    ['subdomain or hosts has localhost, which is that of keepsake.json', { subdomain: null }],
    [
      'links.storeFront or formerShopHosts has www.keepsake.example, which is that of keepsake.json',
      { 'links.storeFront': 'https://www.keepsake.example/' },
    ],
    [
      'colours.light.accent (#b9a0d4) on the light canvas (#fbfaf7) has a contrast of 2.22; WCAG AA needs 4.5',
      { 'colours.light': { accent: '#b9a0d4', onAccent: '#000000' } },
    ],
    [
      'colours.light.muted (#8a8a8a) on colours.light.sunken (#f3eef8) has a contrast of 3.02; WCAG AA needs 4.5',
      { 'colours.light.muted': '#8a8a8a' },
    ],
    [
      'the dark danger (#ff9d91) on colours.dark.surface (#a03030) has a contrast of 3.54; WCAG AA needs 4.5',
      { 'colours.dark.surface': '#a03030' },
    ],
    [
      'the light border of fields (#8a8478) on colours.light.canvas (#c0c0c0) has a contrast of 2.04; WCAG AA needs 3',
      { 'colours.light.canvas': '#c0c0c0' },
    ],
    [
      'colours.dark.onAccent (#cbb2e4) on colours.dark.accent (#cbb2e3) has a contrast of 1; WCAG AA needs 4.5',
      { 'colours.dark.onAccent': '#cbb2e4' },
    ],
  ])('%s', async (sentence, changes) => {
    await change(changes)
    expect(mistakesNow()).toContain(`lumina.json: ${sentence}.`)
  })

  test('a locale that we do not have', async () => {
    await change({ locales: ['pt-PT'] })
    expect(mistakesNow()).toEqual([
      expect.stringMatching(/^lumina\.json: locales\.0 must be one of en-GB, nl-NL, .*\.$/),
    ])
  })

  test('a file that is not JSON', async () => {
    await writeFile(join(folder, 'lumina.json'), '{"name": ')
    expect(mistakesNow()).toEqual([expect.stringMatching(/^lumina\.json: it is not JSON \(.+\)\.$/)])
  })

  test.each([
    ['logo.svg', 'is missing', null],
    ['logo.svg', 'is not an SVG', 'picture'],
    ['logo.png', 'is not a PNG of 96 × 96 pixels', 'picture'],
    ['sign-in.svg', 'is not an SVG', 'picture'],
    ['nunito.woff2', 'is not a WOFF2 font', 'font'],
  ])('the picture %s: %s', async (name, what, content) => {
    const path = join(folder, 'lumina', name)
    await (content === null ? rm(path) : writeFile(path, content))
    expect(mistakesNow()).toEqual([`lumina.json: the file lumina/${name} ${what}.`])
  })

  test('a logo of another size', async () => {
    const logo = sharp({ create: { width: 96, height: 95, channels: 3, background: 'red' } })
    await writeFile(join(folder, 'lumina', 'logo.png'), await logo.png().toBuffer())
    expect(mistakesNow()).toEqual(['lumina.json: the file lumina/logo.png is not a PNG of 96 × 96 pixels.'])
  })

  test('a file name that is not a valid key', async () => {
    await writeFile(join(folder, 'Lumina 2.json'), '{}')
    expect(mistakesNow()).toEqual(['Lumina 2.json: the name of the file must be small letters, digits and hyphens.'])
  })

  test('several mistakes in several files are all named', async () => {
    await change({ trashDays: -1, channel: '' })
    await changeBrand(folder, 'keepsake', { name: '' })
    expect(mistakesNow()).toEqual([
      'keepsake.json: name must be a text of 1 to 100 characters.',
      'lumina.json: channel must be 1 to 20 letters, digits, hyphens or underscores.',
      'lumina.json: trashDays must be a whole number from 0 to 365.',
    ])
  })

  test('no brand at the public URL, and an empty folder', async () => {
    await changeBrand(folder, 'keepsake', { subdomain: 'keepsake' })
    expect(mistakesNow()).toEqual(['No brand has the subdomain null, so nothing is at the public URL.'])
    await rm(join(folder, 'keepsake.json'))
    for (const { key } of demoBrands) await rm(join(folder, `${key}.json`), { force: true })
    expect(mistakesNow()).toEqual([`${folder} has no file of a brand, such as shop.json.`])
  })
})

test.each([
  'https://consent.example/loader.js?site=1',
  'https://consent.example:8443/loader.js',
  'http://127.0.0.1:4000/loader.js',
  '/consent.js',
])('scripts can be at %s', async (url) => {
  await change({ consentScript: url, feedbackScript: `${url}#{id}` })
  expect(mistakesNow()).toBeNull()
})

test('contrast is computed as WCAG defines it', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test('a faulty folder stops the start, with the sentences', async () => {
  await change({ trashDays: 400 })
  const starting = startServices({ services: ['site'], environment: { BRANDS_DIR: folder } })
  await expect(starting).rejects.toThrow('lumina.json: trashDays must be a whole number from 0 to 365.')
})

describe('while the product runs', () => {
  let time: number
  let logged: unknown[]
  let brands: Brands
  beforeEach(() => {
    time = 0
    logged = []
    const log = {
      error: ({ mistakes }: { readonly mistakes: readonly string[] }) => logged.push(mistakes),
      info: ({ brands: keys }: { readonly brands: readonly string[] }) => logged.push(keys),
    }
    brands = createBrands({ brandsDir: folder, localesDir, publicUrl }, log, { now: () => time })
  })
  const others = demoBrands.map(({ key }) => key).filter((key) => key !== 'keepsake')

  test('a changed file counts after a second, without a restart', async () => {
    await change({ name: 'Lumina Photo' })
    expect(brands.named('lumina').name).toBe('Lumina')
    time += 1_000
    expect(brands.named('lumina').name).toBe('Lumina Photo')
    expect(logged).toEqual([['keepsake', ...others]])
  })

  test('a faulty file keeps the last good state, and the log says once what is wrong', async () => {
    await change({ name: 'Lumina Photo', trashDays: 400 })
    time += 1_000
    expect(brands.named('lumina')).toMatchObject({ name: 'Lumina', trashDays: 0 })
    time += 1_000
    expect(brands.named('lumina').name).toBe('Lumina')
    expect(logged).toEqual([['lumina.json: trashDays must be a whole number from 0 to 365.']])
    await change({ trashDays: 40 })
    time += 1_000
    expect(brands.named('lumina')).toMatchObject({ name: 'Lumina Photo', trashDays: 40 })
  })

  test('a mistake is logged even without a visitor', async () => {
    const end = watchBrands(brands, { every: 5 })
    await change({ trashDays: 400 })
    time += 1_000
    await expect.poll(() => logged).toEqual([['lumina.json: trashDays must be a whole number from 0 to 365.']])
    end()
  })

  test('a new brand needs no restart, and the first brand takes over from a brand that was removed', async () => {
    const lumina = JSON.parse(await readFile(join(folder, 'lumina.json'), 'utf8'))
    const links = { ...lumina.links, storeFront: 'https://www.neue.example/' }
    const file = {
      ...lumina,
      formerShopHosts: [],
      name: 'Neue',
      subdomain: 'neue',
      channel: 'n',
      invoicePrefix: 'NEU',
      links,
    }
    await writeFile(join(folder, 'neue.json'), JSON.stringify(file))
    time += 1_000
    expect(brands.ofChannel('n')).toBeUndefined()
    const missing = ['logo.svg', 'logo.png', 'nunito.woff2']
    expect(logged).toEqual([missing.map((name) => `neue.json: the file neue/${name} is missing.`)])
    await cp(join(folder, 'lumina'), join(folder, 'neue'), { recursive: true })
    time += 1_000
    expect(brands.ofChannel('n')).toMatchObject({ key: 'neue', origin: 'http://neue.localhost:4000' })
    expect(brands.ofAccount({ clientId: 'neue-web' })?.key).toBe('neue')
    await rm(join(folder, 'neue.json'))
    time += 1_000
    expect([brands.find('neue'), brands.named('neue').key]).toEqual([undefined, 'keepsake'])
  })
})

describe('the look of a brand', () => {
  test('has its colours, corners and fonts; neutral colours that it does not set are those of the design system', () => {
    const [keepsake] = demoBrands
    expect(keepsake.theme.common).toEqual({
      '--brand-radius-sm': '4px',
      '--brand-radius-md': '10px',
      '--brand-radius-lg': '18px',
      '--brand-radius-full': '999px',
    })
    expect(keepsake.theme.light).toMatchObject({ '--brand-accent': '#1f5f55', '--brand-canvas': '#fbfaf7' })
    expect(keepsake.fontFaces).toEqual([])
    const solbild = brandsAt(publicUrl).named('se')
    expect(solbild.theme.dark).toMatchObject({ '--brand-accent': '#ffd166', '--brand-canvas': '#0e1622' })
    expect(solbild.theme.common['--brand-font-display']).toMatch(/^'Fraunces',.*,serif$/)
    expect(solbild.fontFaces).toEqual([
      {
        family: 'Figtree',
        url: expect.stringMatching(/^\/brands\/se\/figtree\.woff2\?v=[\w-]{12}$/),
        weight: '300 900',
      },
      { family: 'Fraunces', url: expect.stringMatching(/^\/brands\/se\/fraunces\.woff2\?v=/), weight: '100 900' },
    ])
    expect(themeStyle(solbild.theme)).toContain(';--brand-accent:light-dark(#0b4f8a,#ffd166);')
  })

  test('differs between the brands of the demo: no two have the same colour, type, shape and picture', async () => {
    const looks = demoBrands.map(({ theme, shape, fonts, assets }) => [
      theme.light['--brand-accent'],
      fonts?.display.family ?? 'Newsreader',
      assets.get('sign-in.svg')?.version,
      shape,
    ])
    for (const part of [0, 1, 2]) expect(new Set(looks.map((look) => look[part])).size).toBe(demoBrands.length)
    expect(new Set(looks.map((look) => look[3])).size).toBeGreaterThan(2)
  })

  test('has the links of a locale', () => {
    const local = { 'nb-NO': { faq: 'https://www.solbild.example/no/help', storeFront: '/butikk' } }
    const solbild = { ...brandsAt(publicUrl).named('se'), localLinks: local }
    expect(linksIn(solbild, 'nb-NO')).toMatchObject({
      faq: 'https://www.solbild.example/no/help',
      storeFront: 'http://se.localhost:4000/butikk',
      terms: 'http://se.localhost:4000/help/terms',
    })
    expect(linksIn(solbild, 'sv-SE').faq).toBe('http://se.localhost:4000/help')
  })

  test('has the current shop for an order of a former shop', () => {
    const all = brandsAt(publicUrl).all()
    const shopOf = (url: string) => [brandOfShop(all, url)?.key, currentShop(all, url)]
    const former = 'https://www.lumina.example/'
    expect(shopOf(former)).toEqual(['lumina', 'http://lumina.localhost:4000/shop/'])
    expect(shopOf('http://lumina.localhost:4000/shop/')).toEqual(['lumina', 'http://lumina.localhost:4000/shop/'])
    expect(shopOf('https://www.other.example/')).toEqual([undefined, 'https://www.other.example/'])
    expect(shopOf('')).toEqual([undefined, ''])
  })
})

describe('the brand of a host', () => {
  const brands = brandsAt('https://keepsake.example')

  test.each([
    ['localhost', 'keepsake'],
    ['localhost:4000', 'keepsake'],
    ['127.0.0.1:4000', 'keepsake'],
    ['[::1]:4000', 'keepsake'],
    ['keepsake.example', 'keepsake'],
    ['lumina.localhost', 'lumina'],
    ['lumina.localhost:4000', 'lumina'],
    ['LUMINA.LocalHost:80', 'lumina'],
    ['lumina.keepsake.example', 'lumina'],
    ['lumina', undefined],
    ['notlumina.localhost', undefined],
    ['lumina.localhost.evil.example', undefined],
    ['unknown.example', undefined],
    ['', undefined],
    ['../../etc/passwd', undefined],
  ])('%j is %s', (host, key) => {
    expect(brands.atHost(host)?.key).toBe(key)
  })

  test('the origin of each brand belongs to that brand only', () => {
    for (const { key, origin } of brands.all()) expect(brands.atHost(new URL(origin).host)?.key).toBe(key)
  })

  test('a brand can have hosts of its own, with flags that differ there', async () => {
    await change({
      hosts: [{ host: 'photos.lumina.example', features: { PhotoManagementUploadViewEnabled: false } }],
    })
    const lumina = brandsAt('https://keepsake.example', folder).named('lumina')
    expect(lumina).toMatchObject({
      key: 'lumina',
      origin: 'https://photos.lumina.example',
      origins: ['https://photos.lumina.example', 'https://lumina.keepsake.example'],
    })
    expect(originAt(lumina, 'LUMINA.keepsake.example')).toBe('https://lumina.keepsake.example')
    expect(originAt(lumina, 'lumina.localhost')).toBe('https://photos.lumina.example')
    const flags = ['photos.lumina.example', 'lumina.keepsake.example'].map((host) => featuresAt(lumina, host))
    expect(flags.map((one) => one['PhotoManagementUploadViewEnabled'])).toEqual([false, true])
    expect(flags.map((one) => one['PhotoManagementAlbumViewEnabled'])).toEqual([true, true])
  })
})
