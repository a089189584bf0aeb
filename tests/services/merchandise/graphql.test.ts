import { readFileSync } from 'node:fs'
import { auditServer } from 'graphql-http'
import { buildClientSchema, buildSchema, getIntrospectionQuery, printSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import type { Answer, Customer } from '../storage/customer.ts'

const path = '/merchandise/graphql'
const graphql = 'application/graphql-response+json'

async function ask(
  customer: Customer,
  query: unknown,
  { headers = {}, ...rest }: { headers?: Record<string, string>; variables?: unknown; operationName?: string } = {},
): Promise<Answer> {
  return customer.call('POST', path, { body: { query, ...rest }, headers: { accept: graphql, ...headers } })
}

function aliases(count: number): string {
  return `{ ${Array.from({ length: count }, (_, index) => `a${index}: Channels { ID }`).join(' ')} }`
}

describe.each(databaseKinds)('merchandise, on %s', (kind) => {
  const services = new ServiceGroup(kind, ['merchandise'], { DEMO: 'true' })

  test('passes the server audits of GraphQL over HTTP', async () => {
    const token = await services.newCustomer().token()
    const results = await auditServer({
      url: `${services.url}${path}`,
      fetchFn: async (url: string, init: RequestInit = {}) => {
        const headers = new Headers(init.headers)
        headers.set('authorization', `Bearer ${token}`)
        return fetch(url, { ...init, headers })
      },
    })
    const failed = results.filter(({ status }) => status === 'error' || status === 'warn')
    expect(failed.map((result) => ('reason' in result ? `${result.name}: ${result.reason}` : ''))).toEqual([])
    expect(results).toHaveLength(61)
  })

  test('answers the channels in the language of the customer, with the currency of the country', async () => {
    const query = '{ Channels { ID Vendor { ID Locale } ShopUrl Currency { ID } } }'
    const swedish = await ask(services.newCustomer(), query, { headers: { 'accept-language': 'sv' } })
    expect([swedish.status, swedish.headers.get('content-type')]).toEqual([200, `${graphql}; charset=utf-8`])
    const shops = [
      ['k', 'keepsake'],
      ['g', 'korrel'],
      ['p', 'lumina'],
      ['s', 'se'],
    ] as const
    expect(swedish.body.data.Channels).toEqual(
      shops.map(([channel, vendor]) => ({
        ID: channel,
        Vendor: { ID: vendor, Locale: 'sv-SE' },
        ShopUrl: expect.stringMatching(/^http:[/][/][^/]+[/]shop$/),
        Currency: { ID: 'SEK' },
      })),
    )
    const some = await ask(services.newCustomer(), '{ Channels(IDs: ["p", "x"]) { ID Currency { ID } } }')
    expect(some.body).toEqual({ data: { Channels: [{ ID: 'p', Currency: { ID: 'GBP' } }] } })
  })

  test('answers the articles of a channel with their lists of options', async () => {
    const list = '{ ID Options { ID Title } }'
    const query = `query ($channel: ID!) { Articles(Channel: $channel) { ID ArticleType Title PageHeight PageWidth Visible
      Links { Rel Href } Border ${list} CoverText ${list} CoverType ${list} ExtraPages ${list} Paper ${list}
      PrintSize ${list} Wrappers ${list} PosterFrame ${list} Passepartout ${list} HangingKit ${list} } }`
    const headers = { 'accept-language': 'de' }
    const { body } = await ask(services.newCustomer(), query, { headers, variables: { channel: 'k' } })
    expect(body.errors).toBeUndefined()
    expect(body.data.Articles).toHaveLength(12)
    const article = (id: string) => body.data.Articles.find(({ ID }: { ID: string }) => ID === id)
    expect(article('PAP_620')).toEqual({
      ID: 'PAP_620',
      ArticleType: 'Card',
      Title: 'Klappkarten',
      PageHeight: 100,
      PageWidth: 150,
      Visible: true,
      Links: [{ Rel: 'product', Href: '/v1/Products/PAP_620' }],
      Border: {
        ID: 'Border',
        Options: [
          { ID: 'NO_BORDER', Title: 'Ohne Rand' },
          { ID: 'WHITE_BORDER', Title: 'Weißer Rand' },
        ],
      },
      Paper: {
        ID: 'Paper',
        Options: [
          { ID: 'GLOSSY', Title: 'Glänzend' },
          { ID: 'MATT', Title: 'Matt' },
        ],
      },
      PrintSize: {
        ID: 'PrintSize',
        Options: [
          { ID: '10X15', Title: '15 × 10 cm' },
          { ID: '15X15', Title: '15 × 15 cm' },
        ],
      },
      CoverText: null,
      CoverType: null,
      ExtraPages: null,
      Wrappers: null,
      PosterFrame: null,
      Passepartout: null,
      HangingKit: null,
    })
    const { Options: pages } = article('PAP_370').ExtraPages
    expect([pages.length, pages[1], pages.at(-1)]).toEqual([49, { ID: '2', Title: '+2' }, { ID: '96', Title: '+96' }])
    expect(article('PAP_451').PosterFrame.Options).toHaveLength(4)
    const unknown = await ask(services.newCustomer(), '{ Articles(Channel: "x") { ID } }')
    expect([unknown.status, unknown.body]).toEqual([200, { data: { Articles: null } }])
  })

  test('serves the schema that is in git, in a demo', async () => {
    const { body } = await ask(services.newCustomer(), getIntrospectionQuery())
    const committed = readFileSync('services/merchandise/schema.graphql', 'utf8')
    expect(printSchema(buildClientSchema(body.data))).toBe(printSchema(buildSchema(committed)))
  })

  test('needs the token of a customer', async () => {
    const headers = { authorization: '' }
    const { status, body } = await ask(services.newCustomer(), '{ Channels { ID } }', { headers })
    expect([status, body.code]).toEqual([401, 'UNAUTHENTICATED'])
  })

  test('refuses documents that are too deep or too long, or have too many aliases', async () => {
    const customer = services.newCustomer()
    const spread =
      'fragment a on Channel { Vendor { Locale ...b } } fragment b on Vendor { ID { ID { ID { ID { ID } } } } }'
    const refused = [
      await ask(customer, '{ Channels { Vendor { ID { ID { ID { ID { ID } } } } } } }'),
      await ask(customer, `{ Channels { ...a } } ${spread}`),
      await ask(customer, aliases(21)),
      await ask(customer, `{ ${'Channels { ID } '.repeat(300)} }`),
      await ask(customer, '{ Channels { ...a } } fragment a on Channel { ...b } fragment b on Channel { ...a }'),
      await ask(customer, 'subscription { Channels { ID } }'),
      await ask(customer, 'query a { Channels { ID } } query b { Channels { ID } }'),
      await ask(customer, '{ Nothing }'),
      await ask(customer, '{'),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400))
    expect(refused.map(({ body }) => [body.data, body.errors[0].message])).toEqual([
      [undefined, 'Fields may be nested 6 levels deep.'],
      [undefined, 'Fields may be nested 6 levels deep.'],
      [undefined, 'At most 20 aliases are allowed.'],
      [undefined, expect.stringContaining('Document contains more than 1000 tokens')],
      [undefined, expect.stringContaining('Cannot spread fragment')],
      [undefined, expect.any(String)],
      [undefined, 'Name one query of the document in operationName.'],
      [undefined, expect.stringContaining('Cannot query field "Nothing"')],
      [undefined, expect.stringContaining('Syntax Error')],
    ])
    expect((await ask(customer, aliases(20))).status).toBe(200)
    const large = await ask(customer, `{ Channels { ID } } # ${'x'.repeat(16 * 1024)}`)
    expect([large.status, large.body.code]).toEqual([413, 'BODY_TOO_LARGE'])
    const one = 'query a { Channels { ID } } query b { Articles(Channel: "k") { ID } }'
    expect((await ask(customer, one, { operationName: 'a' })).status).toBe(200)
  })

  test('answers a refused document with 200 to clients that accept only JSON', async () => {
    const headers = { accept: 'application/json' }
    const { status, headers: sent, body } = await ask(services.newCustomer(), '{ Nothing }', { headers })
    expect([status, sent.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(Object.keys(body)).toEqual(['errors'])
  })
})

describe('merchandise without the demo', () => {
  const services = new ServiceGroup(databaseKinds[0], ['merchandise'])

  test('does not show its schema', async () => {
    const { status, body } = await ask(services.newCustomer(), '{ __schema { types { name } } }')
    expect([status, body.data]).toEqual([400, undefined])
    expect(body.errors[0].message).toContain('introspection has been disabled')
    expect((await ask(services.newCustomer(), '{ __typename }')).body).toEqual({ data: { __typename: 'Query' } })
  })
})
