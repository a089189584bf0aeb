import { readFileSync } from 'node:fs'
import {
  type GraphQLNamedType,
  buildSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { printChangelog } from '../../gateway/publishing/changelog.ts'
import { brokenPromises } from '../../gateway/publishing/promises.ts'
import { readPublishedSchemas } from '../../gateway/publishing/publishedSchemas.ts'

const text = readFileSync('schema/schema.graphql', 'utf8')
const schema = buildSchema(text)

type Describable = { readonly description?: string | null | undefined }

function* describableParts(type: GraphQLNamedType): Generator<[string, Describable]> {
  yield [type.name, type]
  if (isEnumType(type)) for (const value of type.getValues()) yield [`${type.name}.${value.name}`, value]
  if (isInputObjectType(type))
    for (const field of Object.values(type.getFields())) yield [`${type.name}.${field.name}`, field]
  if (!isObjectType(type) && !isInterfaceType(type)) return
  for (const field of Object.values(type.getFields())) {
    yield [`${type.name}.${field.name}`, field]
    for (const argument of field.args) yield [`${type.name}.${field.name}(${argument.name})`, argument]
  }
}

test('every type, field, argument and value of the schema has a description', () => {
  const own = Object.values(schema.getTypeMap()).filter(
    ({ name }) => !name.startsWith('__') && !['String', 'Int', 'Float', 'Boolean', 'ID'].includes(name),
  )
  const undescribed = own.flatMap((type) => [...describableParts(type)]).filter(([, { description }]) => !description)
  expect(undescribed.map(([name]) => name)).toEqual([])
})

/** The schema of version 1, which later versions must not break. */
const first = `
  type Query { album: Album }
  type Album { name: String!  place: Place @deprecated(reason: "Use country.")  size(unit: Unit): Int }
  type Place { latitude: Float! }
  enum Unit { BYTES PHOTOS }
  input Renaming { name: String  old: String @deprecated(reason: "Not needed.") }
  type Mutation { rename(input: Renaming!): Album }`
const versions = [{ version: 1, date: '2026-03-01', text: first }]

function changed(from: string, to: string): string {
  const next = first.replace(from, to)
  expect(next).not.toBe(first)
  return next
}

describe('a schema change', () => {
  const day = '2026-05-30'
  const brokenBy = (from: string, to: string, today = day) => brokenPromises(versions, changed(from, to), today)

  test('that adds something breaks no promise', () => {
    expect(brokenBy('name: String!', 'name: String!  owner: String')).toEqual([])
  })

  test.each([
    ['a field is removed', 'name: String!', ''],
    ['a field becomes nullable', 'name: String!', 'name: String'],
    ['an argument is removed', 'size(unit: Unit)', 'size'],
    ['an argument becomes required', 'size(unit: Unit)', 'size(unit: Unit!)'],
    ['an enum value is removed', 'BYTES PHOTOS', 'BYTES'],
    ['an input field is removed', 'input Renaming { name: String ', 'input Renaming {'],
    ['a mutation is removed', 'rename(input: Renaming!): Album', 'other: Int'],
    ['a part is deprecated without a reason', 'name: String!', 'name: String! @deprecated'],
  ])('breaks a promise when %s', (_what, from, to) => {
    expect(brokenBy(from, to)).toHaveLength(1)
  })

  test('may remove parts that were deprecated for 90 days, and the types that only these parts used', () => {
    const withoutField = changed('place: Place @deprecated(reason: "Use country.")', '')
    expect(brokenPromises(versions, withoutField.replace('type Place { latitude: Float! }', ''), day)).toEqual([])
    expect(brokenBy('old: String @deprecated(reason: "Not needed.")', '')).toEqual([])
  })

  test('must not remove parts that were deprecated less than 90 days ago', () => {
    const oldField = 'old: String @deprecated(reason: "Not needed.")'
    expect(brokenBy(oldField, '', '2026-05-29')).toEqual([expect.stringContaining('Renaming.old was removed')])
    const later = changed('name: String!', 'name: String! @deprecated(reason: "Use title.")')
    const both = [...versions, { version: 2, date: '2026-05-01', text: later }]
    expect(brokenPromises(both, changed('name: String!', ''), day)).toEqual([expect.stringContaining('Album.name')])
    expect(brokenPromises(both, changed('name: String!', ''), '2026-07-30')).toEqual([])
  })
})

describe('the changelog', () => {
  test('has the differences of each version, and of the schema that is not published yet', () => {
    const second = changed('BYTES PHOTOS', 'BYTES PHOTOS VIDEOS')
      .replace('name: String!', 'name: String! @deprecated(reason: "Use title.")  title: String!')
      .replace('type Place {', 'type Cover { url: String! }\n  type Place {')
    const third = second.replace('name: String! @deprecated(reason: "Use title.")', '')
    const changelog = printChangelog([...versions, { version: 2, date: '2026-06-01', text: second }], third)
    expect(changelog.slice(changelog.indexOf('## '))).toBe(`## Not published yet

### Removed

- Field Album.name was removed.

## Version 2, 2026-06-01

### Deprecated

- \`Album.name\`: Use title.

### Check your client

- Values of \`Unit\`: \`VIDEOS\`

### Added

- Types: \`Cover\`
- Fields of \`Album\`: \`title\`

## Version 1, 2026-03-01

The first published version.
`)
  })

  test('in the docs is up to date with the published versions and the present schema', () => {
    expect(readFileSync('docs/api/changelog.md', 'utf8')).toBe(printChangelog(readPublishedSchemas(), text))
  })
})
