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
import { unannouncedChanges } from '../../gateway/schemaChanges.ts'

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

describe('a schema change', () => {
  const announced = `
    type Query { album: Album }
    type Album { name: String!  place: Place @deprecated(reason: "Gone soon.")  size(unit: Unit): Int }
    type Place { latitude: Float! }
    enum Unit { BYTES PHOTOS }
    input Renaming { name: String  old: String @deprecated(reason: "Not needed.") }
    type Mutation { rename(input: Renaming!): Album }`

  const changed = (from: string, to: string) => {
    const next = announced.replace(from, to)
    expect(next).not.toBe(announced)
    return unannouncedChanges(announced, next)
  }

  test('that adds something is not breaking', () => {
    expect(changed('name: String!', 'name: String!  owner: String')).toEqual([])
  })

  test.each([
    ['a field is removed', 'name: String!', ''],
    ['a field becomes nullable', 'name: String!', 'name: String'],
    ['an argument is removed', 'size(unit: Unit)', 'size'],
    ['an argument becomes required', 'size(unit: Unit)', 'size(unit: Unit!)'],
    ['an enum value is removed', 'BYTES PHOTOS', 'BYTES'],
    ['an input field is removed', 'input Renaming { name: String ', 'input Renaming {'],
    ['a mutation is removed', 'rename(input: Renaming!): Album', 'other: Int'],
  ])('is breaking when %s', (_what, from, to) => {
    expect(changed(from, to)).not.toEqual([])
  })

  test('may remove deprecated parts, and the types that only these parts used', () => {
    const withoutField = announced.replace(/place: Place @deprecated\([^)]*\)/, '')
    expect(unannouncedChanges(announced, withoutField.replace('type Place { latitude: Float! }', ''))).toEqual([])
    expect(changed('old: String @deprecated(reason: "Not needed.")', '')).toEqual([])
  })
})
