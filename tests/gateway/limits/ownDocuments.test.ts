import { readFileSync } from 'node:fs'
import { type DocumentNode, Kind, getIntrospectionQuery, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../../../gateway/config.ts'
import { createCostModel } from '../../../gateway/limits/cost.ts'
import { measureDocument } from '../../../gateway/limits/documentMeasure.ts'
import { exceededLimits, parseDocument } from '../../../gateway/limits/documentRules.ts'
import { buildGatewaySchema } from '../../../gateway/schema.ts'

const schema = buildGatewaySchema()
const { documentLimits: limits, maximumCost } = readConfig({
  SERVICES_URL: 'http://upstreams.test',
})
const costs = createCostModel(schema, maximumCost)

const file = readFileSync('web/__generated__/persisted.json', 'utf8')
const persisted = Object.values(z.record(z.string(), z.string()).parse(JSON.parse(file)))

function operationOf(document: DocumentNode) {
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  if (!operation) throw new Error('The document has no operation.')
  return operation
}

function tokensOf(text: string): number {
  // Counted by graphql's lexer. The property is not in its types.
  return (parse(text) as DocumentNode & { tokenCount: number }).tokenCount
}

/** The fraction of each limit that a document uses. */
function usage(text: string): Record<string, number> {
  const document = parse(text)
  const measure = measureDocument(document)
  // The maximum. Our own pages request shorter lists.
  const { cost } = costs.check(document, operationOf(document), { first: 500, count: 500 })
  return {
    tokens: tokensOf(text) / limits.tokens,
    depth: measure.depth / limits.depth,
    fields: measure.fields / limits.fields,
    aliases: measure.aliases / limits.aliases,
    rootFields: measure.rootFields / limits.rootFields,
    directives: measure.directives / limits.directives,
    cost: cost / maximumCost,
  }
}

describe('our own documents', () => {
  test('exist', () => {
    expect(persisted.length).toBeGreaterThan(5)
  })

  test.each(persisted.map((text) => ({ name: text.slice(0, text.search(/[({]/)).trim(), text })))(
    'use less than half of each limit: $name',
    ({ text }) => {
      const tooMuch = Object.entries(usage(text)).filter(([, part]) => part >= 0.5)
      expect(tooMuch).toEqual([])
    },
  )
})

const library = (selection: string) => `{ viewer { library { ${selection} } } }`
const viewerCost = 2

test.each([
  ['a page of albums costs a call and 50 items', library('albums { edges { node { id } } }'), 10 + 1 + 50 * 2],
  [
    'the sharing details and the cover of an album cost no call',
    library('albums(first: 3) { edges { node { sharedAlbum { id viewerIsOwner } cover { id } } } }'),
    10 + 1 + 3 * 4,
  ],
  [
    'participants cost items, which makes long lists expensive',
    library('sharedAlbums(first: 500) { edges { node { participants { email } } } }'),
    10 + 1 + 500 * 22,
  ],
  ['the number of shared albums costs half a call', library('sharedAlbumsCount'), 5],
  [
    'neighbours cost a call',
    library('albums(first: 1) { edges { node { neighbours(of: "x") { next { id } } } } }'),
    25,
  ],
])('%s', (_what, text, cost) => {
  const document = parse(text)
  expect(costs.check(document, operationOf(document), {}).cost).toBe(viewerCost + cost)
})

test('the introspection query of GraphiQL is within the limits', () => {
  const text = getIntrospectionQuery({
    descriptions: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  })
  const document = parseDocument(text, limits)
  expect(exceededLimits(document, limits)).toEqual([])
  expect(costs.check(document, operationOf(document), {}).errors).toEqual([])
})
