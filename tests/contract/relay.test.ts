import {
  type GraphQLObjectType,
  type GraphQLSchema,
  buildClientSchema,
  getIntrospectionQuery,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
} from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpGateway } from '../support/gatewaySetup.ts'

const gateway = setUpGateway()
let schema: GraphQLSchema

beforeAll(async () => {
  const { data, errors } = await gateway.ask(getIntrospectionQuery())
  expect(errors).toEqual([])
  schema = buildClientSchema(data)
})

function objectTypes(): GraphQLObjectType[] {
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'))
}

function connections(): GraphQLObjectType[] {
  return objectTypes().filter(({ name }) => name.endsWith('Connection'))
}

/** `field: type` for each field of a type, or `-` for one that it lacks. */
function typesOf(type: GraphQLObjectType, names: readonly string[]): Record<string, string> {
  const fields = type.getFields()
  return Object.fromEntries(names.map((name) => [name, String(fields[name]?.type ?? '-')]))
}

/** What Relay's specification asks of any schema, held against what the gateway says of itself. */
describe('connections, as Relay’s specification has them', () => {
  test('there are some, and each is an object that no other kind of type is named like', () => {
    const named = Object.values(schema.getTypeMap()).filter(({ name }) => name.endsWith('Connection'))
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((type) => !isObjectType(type))).toEqual([])
  })

  test('each has edges, a list of objects, and pageInfo', () => {
    for (const connection of connections()) {
      const { edges, pageInfo } = connection.getFields()
      expect([connection.name, String(pageInfo?.type)]).toEqual([connection.name, 'PageInfo!'])
      const list = edges && getNullableType(edges.type)
      expect([connection.name, isListType(list) && isObjectType(getNamedType(list))]).toEqual([connection.name, true])
    }
  })

  test('each edge has a cursor, and a node that is no list', () => {
    for (const connection of connections()) {
      const edge = getNamedType(connection.getFields()['edges']?.type)
      if (!isObjectType(edge)) throw new Error(`${connection.name} has no edges`)
      const { cursor, node } = edge.getFields()
      expect([edge.name, String(cursor?.type)]).toEqual([edge.name, 'String!'])
      expect([edge.name, node !== undefined && !isListType(getNullableType(node.type))]).toEqual([edge.name, true])
      expect(edge.name).toBe(connection.name.replace(/Connection$/, 'Edge'))
    }
  })

  test('each field that returns one is paged forward by first and after', () => {
    const fields = objectTypes().flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
    const paged = fields.filter(({ field }) => getNamedType(field.type).name.endsWith('Connection'))
    expect(paged.length).toBeGreaterThan(0)
    for (const { type, field } of paged) {
      const taken = Object.fromEntries(field.args.map((argument) => [argument.name, String(argument.type)]))
      expect([type.name, field.name, taken]).toMatchObject([type.name, field.name, { first: 'Int', after: 'String' }])
    }
  })

  test('PageInfo tells what follows and what comes before, and where', () => {
    const pageInfo = schema.getType('PageInfo')
    if (!isObjectType(pageInfo)) throw new Error('There is no PageInfo')
    expect(typesOf(pageInfo, ['hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor'])).toEqual({
      hasNextPage: 'Boolean!',
      hasPreviousPage: 'Boolean!',
      startCursor: 'String',
      endCursor: 'String',
    })
  })
})

describe('the identification of objects, as Relay’s specification has it', () => {
  test('Node is an interface with an id and nothing else', () => {
    const node = schema.getType('Node')
    if (!isInterfaceType(node)) throw new Error('There is no Node')
    expect(Object.values(node.getFields()).map(({ name, type }) => `${name}: ${String(type)}`)).toEqual(['id: ID!'])
  })

  test('node takes an id and may be null; nodes takes ids and keeps a place for each', () => {
    const { node, nodes } = schema.getQueryType()?.getFields() ?? {}
    const signature = (field: typeof node) =>
      `${field?.args.map((argument) => `${argument.name}: ${String(argument.type)}`).join(', ')} -> ${String(field?.type)}`
    expect([signature(node), signature(nodes)]).toEqual(['id: ID! -> Node', 'ids: [ID!]! -> [Node]!'])
  })

  test('whatever has a global id is a Node', () => {
    const withId = objectTypes().filter((type) => String(type.getFields()['id']?.type) === 'ID!')
    const notNodes = withId.filter((type) => !type.getInterfaces().some(({ name }) => name === 'Node'))
    // It carries an id back as it was given, whatever that was.
    expect(notNodes.map(({ name }) => name)).toEqual(['FailedPhoto'])
  })
})

describe('subscriptions', () => {
  test('whose events have a cursor can be resumed after it, and the other way round', () => {
    const fields = Object.values(schema.getSubscriptionType()?.getFields() ?? {})
    expect(fields.length).toBeGreaterThan(0)
    for (const field of fields) {
      const event = getNamedType(field.type)
      const cursor = isObjectType(event) ? String(event.getFields()['cursor']?.type ?? '-') : '-'
      const after = String(field.args.find(({ name }) => name === 'after')?.type ?? '-')
      expect([field.name, cursor, after]).toEqual([
        field.name,
        ...(cursor === '-' ? ['-', '-'] : ['String!', 'String']),
      ])
    }
  })
})
