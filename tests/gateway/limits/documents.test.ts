import { describe, expect, test } from 'vitest'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { transports } from './transports.ts'

const gateway = setUpGateway()

const repeated = (times: number, text: (index: number) => string) =>
  Array.from({ length: times }, (_, index) => text(index)).join(' ')

const nested = (levels: number) =>
  `{ __schema { types ${'{ ofType '.repeat(levels - 3)}{ name }${' }'.repeat(levels - 3)} } }`

/** A value in so many lists that a parser which calls itself for each list would use up the stack. */
const deepValue = (levels: number) => `{ node(id: ${'['.repeat(levels)}1${']'.repeat(levels)}) { id } }`

/** A chain of fragments. Each spreads the next fragment twice, and so doubles the number of fields. */
const exploding = `{ viewer { ...F0 } } ${repeated(12, (index) => `fragment F${index} on Viewer { ...F${index + 1} ...F${index + 1} }`)} fragment F12 on Viewer { email }`

const page = (size: number | string) => `{ viewer { library { photos(first: ${size}) { edges { node { id } } } } } }`
const pageByVariable =
  'query Q($size: Int) { viewer { library { mine: photos(first: $size) { edges { node { id } } } } } }'
const tooManyIds = { ids: Array.from({ length: 101 }, () => 'UGhvdG86MQ') }

const costly = `{ viewer { library { albums(first: 100) { edges { node { photos(first: 500) { edges { node { id } } } } } } } } }`

interface Refused {
  readonly limit: string
  readonly query: string
  readonly variables?: Record<string, unknown>
  readonly message: string
}

const refused: Refused[] = [
  { limit: 'tokens', query: `{ ${'__typename '.repeat(2_000)} }`, message: 'more than 2000 tokens' },
  { limit: 'nesting', query: deepValue(20_000), message: 'more than 200 levels of brackets' },
  { limit: 'depth', query: nested(21), message: '21 levels of fields; it may have 20' },
  {
    limit: 'aliases',
    query: `{ viewer { ${repeated(51, (index) => `a${index}: email`)} } }`,
    message: '51 aliases with fragments expanded; it may have 50',
  },
  {
    limit: 'aliases in fragments',
    query: `{ viewer { ${'...A '.repeat(2)} } } fragment A on Viewer { ${repeated(26, (index) => `a${index}: email`)} }`,
    message: '52 aliases',
  },
  {
    limit: 'fields',
    query: `{ viewer { ${'email '.repeat(500)} } }`,
    message: '501 fields with fragments expanded; it may have 500',
  },
  {
    limit: 'fields in nested fragments',
    query: exploding,
    message: '4097 fields with fragments expanded; it may have 500',
  },
  {
    limit: 'fields at the root',
    query: `{ ${'__typename '.repeat(31)} }`,
    message: '31 fields at the root; it may have 30',
  },
  {
    limit: 'directives',
    query: `{ viewer { email ${'@include(if: true) '.repeat(5)} } }`,
    message: '5 directives in one place; it may have 4',
  },
  { limit: 'cost', query: costly, message: 'costs 101313; it may cost 10000' },
  { limit: '"first" of 0', query: page(0), message: '"first" of viewer.library.photos is 0; it must be from 1 to 500' },
  {
    limit: '"first" of 501',
    query: page(501),
    message: '"first" of viewer.library.photos is 501; it must be from 1 to 500',
  },
  {
    limit: '"first" below 0',
    query: page(-1),
    message: '"first" of viewer.library.photos is -1; it must be from 1 to 500',
  },
  {
    limit: '"first" by a variable',
    query: pageByVariable,
    variables: { size: 501 },
    message: '"first" of viewer.library.mine is 501',
  },
  {
    limit: '"ids"',
    query: 'query Q($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    variables: tooManyIds,
    message: '"ids" of nodes names 101 objects; it may name 100',
  },
]

describe.each(transports)('over $name', (transport) => {
  test.each(refused)(
    'the limit on $limit rejects a document, and no service is called',
    async ({ query, variables, message }) => {
      const { data, errors } = await transport.send(gateway.url, {
        query,
        token: gateway.token,
        ...(variables && { variables }),
      })
      expect(data ?? undefined).toBeUndefined()
      expect(errors.map((error) => error.message)).toEqual([expect.stringContaining(message)])
      expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', correlationId: expect.any(String) })
      expect(gateway.upstreams.calls.filter(({ path }) => !path.startsWith('/identity'))).toEqual([])
    },
  )

  test.each([
    ['is absent', {}],
    ['is null', { size: null }],
    ['is 1', { size: 1 }],
    ['is 500', { size: 500 }],
  ])('a page whose size %s is accepted', async (_what, variables) => {
    const { data, errors } = await transport.send(gateway.url, {
      query: pageByVariable,
      variables,
      token: gateway.token,
    })
    expect(errors).toEqual([])
    expect(data.viewer.library.mine.edges).toEqual(expect.any(Array))
  })

  test('a page that is skipped may have any size', async () => {
    const query = `query Q($size: Int) { viewer { email library @include(if: false) { photos(first: $size) { edges { node { id } } } } } }`
    const { data, errors } = await transport.send(gateway.url, {
      query,
      variables: { size: 501 },
      token: gateway.token,
    })
    expect(errors).toEqual([])
    expect(data.viewer.email).toEqual(expect.any(String))
  })
})
