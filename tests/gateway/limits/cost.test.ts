import { Kind, buildSchema, parse, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { createCostModel } from '../../../gateway/limits/cost.ts'

/** By default, paged fields and root fields that return objects cost 10. */
const schema = buildSchema(`
  directive @cost(weight: String!) on FIELD_DEFINITION
  directive @listSize(assumedSize: Int, slicingArguments: [String!]) on FIELD_DEFINITION
  interface Node { id: ID! }
  type Query {
    node(id: ID!): Node
    nodes(ids: [ID!]!): [Node]! @cost(weight: "0")
    shop: Shop! @cost(weight: "0")
    version: String
  }
  type Shop implements Node {
    id: ID!
    name: String
    rating: Int @cost(weight: "7")
    owner: Person
    albums(first: Int, after: String): AlbumConnection
    prints(first: Int = 20): PrintConnection @cost(weight: "1")
    books(count: Int): [Print!] @listSize(assumedSize: 5, slicingArguments: ["count"])
    people: [Person!]!
  }
  type Person { name: String, friends: [Person!]! @listSize(assumedSize: 3) }
  type AlbumConnection { edges: [AlbumEdge!]!, facets: [Person!]! @listSize(assumedSize: 2) }
  type AlbumEdge { cursor: String!, node: Album! }
  type Album implements Node { id: ID!, name: String, cover: Print }
  type PrintConnection { edges: [PrintEdge!]! }
  type PrintEdge { node: Print! }
  type Print { id: ID!, size: Int }
`)

function check(query: string, variables: Record<string, unknown> = {}, maximumCost = 10_000) {
  const document = parse(query)
  expect(validate(schema, document)).toEqual([])
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  if (!operation) throw new Error('There is no operation.')
  const { cost, errors } = createCostModel(schema, maximumCost).check(document, operation, variables)
  return {
    cost,
    messages: errors.map(({ message }) => message),
    codes: errors.map(({ extensions }) => extensions['code']),
  }
}

const costOf = (query: string, variables?: Record<string, unknown>) => check(query, variables).cost

describe('the cost of an operation', () => {
  test.each([
    ['a scalar is free', '{ version }', 0],
    ['an object costs 1', '{ shop { name } }', 1],
    ['a weight is added to the cost of the object', '{ shop { rating } }', 8],
    ['an object at the root costs a service call', '{ node(id: "1") { id } }', 11],
    ['a list has its assumed size', '{ shop { owner { friends { name } } } }', 5],
    ['a list without any size has 10 items', '{ shop { people { name } } }', 11],
    ['lists in lists multiply', '{ shop { people { friends { name } } } }', 1 + 10 * (1 + 3)],
    [
      'a page costs a call, and has as many items as "first" says',
      '{ shop { albums(first: 7) { edges { cursor node { id } } } } }',
      1 + 10 + 1 + 7 * 2,
    ],
    [
      'a page without "first" has as many items as the schema says',
      '{ shop { prints { edges { node { id } } } } }',
      1 + 1 + 1 + 20 * 2,
    ],
    ['a page without a size has 500 items', '{ shop { albums { edges { node { id } } } } }', 1 + 10 + 1 + 500 * 2],
    ['"first": null counts as omitted', '{ shop { prints(first: null) { edges { node { id } } } } }', 43],
    [
      '"first" counts for the edges only, not for other lists of the connection',
      '{ shop { albums(first: 7) { facets { name } } } }',
      1 + 10 + 1 + 2,
    ],
    ['the length of "ids" counts', '{ nodes(ids: ["1", "2", "3"]) { id } }', 3],
    ['a single id counts as a list of one', '{ nodes(ids: "1") { id } }', 1],
    ['the directive can name other arguments', '{ shop { books(count: 40) { id } } }', 1 + 10 + 40],
    ['introspection has a cost', '{ __schema { types { name } } }', 500],
  ])('%s', (_what, query, cost) => {
    expect(costOf(query)).toBe(cost)
  })

  test.each([
    [
      'fields that merge cost once',
      '{ shop { owner { name } owner { name } ...S } } fragment S on Shop { owner { friends { name } } }',
      5,
    ],
    ['each alias costs separately', '{ shop { a: owner { name } b: owner { name } } }', 3],
    [
      'only the most expensive of several possible types counts',
      '{ node(id: "1") { ... on Shop { owner { name } rating } ... on Album { cover { id } } } }',
      10 + 1 + 8,
    ],
    [
      'a field of the interface counts with each possible type',
      '{ node(id: "1") { ... on Node { ... on Album { cover { id } } } id } }',
      12,
    ],
  ])('%s', (_what, query, cost) => {
    expect(costOf(query)).toBe(cost)
  })

  test.each([
    [
      'a list has as many items as its variable says',
      'query Q($n: Int) { shop { albums(first: $n) { edges { cursor } } } }',
      { n: 30 },
      42,
    ],
    [
      'a list has as many items as the default of its variable says',
      'query Q($n: Int = 4) { shop { albums(first: $n) { edges { cursor } } } }',
      {},
      16,
    ],
    [
      'a variable that is null does not use its default',
      'query Q($n: Int = 4) { shop { prints(first: $n) { edges { node { id } } } } }',
      { n: null },
      43,
    ],
    ['the ids in a variable count', 'query Q($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: ['1', '2'] }, 2],
    [
      'ids that are variables count one each',
      'query Q($a: ID!, $b: ID!) { nodes(ids: [$a, $b]) { id } }',
      { a: '1', b: '2' },
      2,
    ],
    ['a skipped field is free', 'query Q($no: Boolean!) { shop { rating @skip(if: $no) } }', { no: true }, 1],
    [
      'a field that is not skipped is not free',
      'query Q($no: Boolean!) { shop { rating @skip(if: $no) } }',
      { no: false },
      8,
    ],
    [
      'fragments that are not included are free',
      'query Q($yes: Boolean = false) { shop { ... @include(if: $yes) { rating } ...S @include(if: $yes) } } fragment S on Shop { owner { name } }',
      {},
      1,
    ],
    [
      'a field counts if one of its selections is not conditional',
      'query Q($yes: Boolean!) { shop { rating @include(if: $yes) rating } }',
      { yes: false },
      8,
    ],
    ...[
      { one: true, other: false, cost: 8 },
      { one: false, other: true, cost: 8 },
      { one: false, other: false, cost: 1 },
    ].map(({ cost, ...variables }): [string, string, Record<string, unknown>, number] => [
      'a field that is selected under two conditions counts once if one of them is true',
      'query Q($one: Boolean!, $other: Boolean!) { shop { rating @include(if: $one) rating @include(if: $other) } }',
      variables,
      cost,
    ]),
  ])('%s', (_what, query, variables, cost) => {
    expect(costOf(query, variables)).toBe(cost)
  })

  test('is analysed once per document, and evaluated for each set of variables', () => {
    const document = parse('query Q($n: Int) { shop { albums(first: $n) { edges { cursor } } } }')
    const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    if (!operation) throw new Error('There is no operation.')
    const model = createCostModel(schema)
    expect([1, 2, 1].map((n) => model.check(document, operation, { n }).cost)).toEqual([13, 14, 13])
  })
})

describe('an operation', () => {
  test.each([
    [
      '{ shop { people { friends { name } } } }',
      'The most expensive field is shop.people.friends: it costs 30, for 30 items (people: 10, friends: 3).',
    ],
    [
      '{ shop { a: albums(first: 9) { edges { cursor } } b: albums(first: 8) { edges { cursor } } c: books { id } } }',
      'The most expensive field is shop.a: it costs 20, for 9 items.',
    ],
    ['{ shop { a: owner { name } b: owner { name } } }', 'The most expensive field is shop: it costs 3.'],
  ])('is named in a refusal by its most expensive field: %s', (query, expected) => {
    expect(check(query, {}, 2).messages).toEqual([
      expect.stringContaining(` at most. ${expected} Request shorter lists`),
    ])
  })

  test('is rejected when it exceeds the cost limit, with its cost and the limit', () => {
    const { messages, codes } = check('{ shop { people { friends { name } } } }', {}, 40)
    expect(messages).toEqual([expect.stringContaining('The operation costs 41; it may cost 40 at most.')])
    expect(codes).toEqual(['BAD_USER_INPUT'])
    expect(check('{ shop { people { friends { name } } } }', {}, 41).messages).toEqual([])
  })

  test('is rejected for invalid sizes, with one error per response path', () => {
    const query =
      'query Q($n: Int) { mine: shop { all: albums(first: $n) { edges { cursor } } prints(first: 501) { edges { node { id } } } } }'
    expect(check(query, { n: 0 }).messages).toEqual([
      '"first" of mine.all is 0; it must be from 1 to 500.',
      '"first" of mine.prints is 501; it must be from 1 to 500.',
    ])
  })

  test('is rejected with one error for each field, even if its parent has several possible types', () => {
    const query =
      '{ node(id: "1") { ... on Shop { albums(first: 0) { edges { cursor } } } } nodes(ids: []) { ... on Node { ... on Shop { albums(first: 0) { edges { cursor } } } } } }'
    expect(check(query).messages).toHaveLength(2)
  })

  test('is rejected for too many combinations of fields and types', () => {
    const types = Array.from({ length: 30 }, (_, index) => `type T${index} implements Node { id: ID!, other: Node }`)
    const wide = buildSchema(`interface Node { id: ID!, other: Node } type Query { node: Node } ${types.join(' ')}`)
    const document = parse(`{ node ${'{ other '.repeat(6)} { id } ${'}'.repeat(6)} }`)
    const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    if (!operation) throw new Error('There is no operation.')
    const { errors } = createCostModel(wide).check(document, operation, {})
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('combinations of fields and types')])
  })

  test('is not rejected for sizes of the wrong type, which validation rejects', () => {
    expect(
      check('query Q($n: Int) { shop { albums(first: $n) { edges { cursor } } } }', { n: 'many' }).messages,
    ).toEqual([])
  })
})
