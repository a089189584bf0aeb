import { describe, expect, test } from 'vitest'
import { ask } from '../support/gateway.ts'
import { setUpGateway } from '../support/gatewaySetup.ts'

const gateway = setUpGateway()

async function fetchConfig(): Promise<{ body: { links: Record<string, string>; [field: string]: unknown } }> {
  const response = await fetch(`${gateway.upstreams.url}/site/config.json`)
  return { body: await response.json() }
}

describe('site', () => {
  const document =
    'query ($host: String) { site(host: $host) { brand locales features { name enabled } uploadUrl links { faq editor } } }'

  test('is the brand of the requested host', async () => {
    const { data } = await ask(gateway.app, document, { headers: { 'x-forwarded-host': 'lumina.localhost:4000' } })
    expect(data.site).toEqual({
      brand: 'lumina',
      locales: ['nl-NL', 'en-GB'],
      features: [
        { name: 'PhotoManagementTimelineViewEnabled', enabled: true },
        { name: 'PhotoManagementAlbumViewEnabled', enabled: false },
      ],
      uploadUrl: 'http://lumina.keepsake.test/storage/files',
      links: { faq: 'https://shop.test/faq', editor: '/editor' },
    })
  })

  test('has a currency, countries, and the links of a locale', async () => {
    const { data } = await gateway.ask('{ site { currency countries links(locale: "nl-BE") { faq terms } } }')
    expect(data.site).toEqual({
      currency: 'EUR',
      countries: ['NL', 'BE'],
      links: { faq: 'https://shop.test/be/faq', terms: 'https://shop.test/terms' },
    })
    const other = await gateway.ask('{ site { links(locale: "en-GB") { faq } } }')
    expect(other.data.site.links.faq).toBe('https://shop.test/faq')
  })

  test('of a site service of the previous release has no countries, and fails only if the currency is requested', async () => {
    const { body } = await fetchConfig()
    const before = { ...body, currency: undefined, countries: undefined, localLinks: undefined }
    const answerBefore = () =>
      gateway.upstreams.fail('/site/config.json', { kind: 'body', text: JSON.stringify(before) })
    answerBefore()
    const { data, errors } = await gateway.ask('{ site { name countries links(locale: "nl-BE") { faq } } }')
    expect([data.site, errors]).toEqual([{ name: body['name'], countries: [], links: { faq: body.links['faq'] } }, []])
    answerBefore()
    const other = await gateway.ask('{ site { currency } }')
    expect([other.data, other.errors]).toMatchObject([
      { site: null },
      [{ path: ['site', 'currency'], extensions: { code: 'UPSTREAM_INVALID_RESPONSE' } }],
    ])
  })

  test('is the brand of a given host, and the caller’s token is not sent', async () => {
    const { data } = await gateway.ask(document, { host: 'lumina.localhost' })
    expect(data.site.brand).toBe('lumina')
    expect(
      gateway.upstreams.calls.find(({ path }) => path.startsWith('/site'))?.headers['authorization'],
    ).toBeUndefined()
  })

  test('is null at a host of no brand', async () => {
    const { data, errors } = await gateway.ask(document, { host: 'wiki.localhost' })
    expect([data, errors]).toEqual([{ site: null }, []])
  })

  test.each(['', 'a b', 'evil.test/\r\nx: y', 'http://x'])('rejects an invalid host: %j', async (host) => {
    const { data, errors } = await ask(gateway.app, document, { variables: { host } })
    expect([data, errors[0]?.extensions['code']]).toEqual([{ site: null }, 'BAD_USER_INPUT'])
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://shop.test/', '//evil.test/', 'editor', ''])(
    'rejects links that are not web pages: %j',
    async (editor) => {
      const { body } = await fetchConfig()
      gateway.upstreams.fail('/site/config.json', {
        kind: 'body',
        text: JSON.stringify({ ...body, links: { ...body.links, editor } }),
      })
      const { data, errors } = await ask(gateway.app, document)
      expect([data, errors]).toMatchObject([
        { site: null },
        [{ message: 'Unable to parse response!', extensions: { code: 'UPSTREAM_INVALID_RESPONSE' } }],
      ])
    },
  )

  test.each(['https://editor.test/start?x=1', 'http://localhost:5000', '/', '/editor'])(
    'accepts the address of a web page or a path as the editor link: %s',
    async (editor) => {
      const { body } = await fetchConfig()
      gateway.upstreams.fail('/site/config.json', {
        kind: 'body',
        text: JSON.stringify({ ...body, links: { ...body.links, editor } }),
      })
      const { data, errors } = await ask(gateway.app, document)
      expect([data.site.links.editor, errors]).toEqual([editor, []])
    },
  )
})
