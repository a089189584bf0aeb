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

/** Returns the type of each named field, or `-` for a missing field. */
function typesOf(type: GraphQLObjectType, names: readonly string[]): Record<string, string> {
  const fields = type.getFields()
  return Object.fromEntries(names.map((name) => [name, String(fields[name]?.type ?? '-')]))
}

// The tests check the gateway's introspection result against Relay's specifications.
describe('connections, as Relay specifies them,', () => {
  test('exist, and every type whose name ends in Connection is an object type', () => {
    const named = Object.values(schema.getTypeMap()).filter(({ name }) => name.endsWith('Connection'))
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((type) => !isObjectType(type))).toEqual([])
  })

  test('have the field pageInfo, and the field edges with a list of objects', () => {
    for (const connection of connections()) {
      const { edges, pageInfo } = connection.getFields()
      expect([connection.name, String(pageInfo?.type)]).toEqual([connection.name, 'PageInfo!'])
      const list = edges && getNullableType(edges.type)
      expect([connection.name, isListType(list) && isObjectType(getNamedType(list))]).toEqual([connection.name, true])
    }
  })

  test('have edges with a cursor and a node that is not a list', () => {
    for (const connection of connections()) {
      const edge = getNamedType(connection.getFields()['edges']?.type)
      if (!isObjectType(edge)) throw new Error(`${connection.name} has no edges`)
      const { cursor, node } = edge.getFields()
      expect([edge.name, String(cursor?.type)]).toEqual([edge.name, 'String!'])
      expect([edge.name, node !== undefined && !isListType(getNullableType(node.type))]).toEqual([edge.name, true])
      expect(edge.name).toBe(connection.name.replace(/Connection$/, 'Edge'))
    }
  })

  test('are returned by fields that have the arguments first and after', () => {
    const fields = objectTypes().flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
    const paged = fields.filter(({ field }) => getNamedType(field.type).name.endsWith('Connection'))
    expect(paged.length).toBeGreaterThan(0)
    for (const { type, field } of paged) {
      const taken = Object.fromEntries(field.args.map((argument) => [argument.name, String(argument.type)]))
      expect([type.name, field.name, taken]).toMatchObject([type.name, field.name, { first: 'Int', after: 'String' }])
    }
  })

  test('have a PageInfo with hasNextPage, hasPreviousPage, startCursor and endCursor', () => {
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

describe('object identification, as Relay specifies it,', () => {
  test('has an interface Node with an id and no other field', () => {
    const node = schema.getType('Node')
    if (!isInterfaceType(node)) throw new Error('There is no Node')
    expect(Object.values(node.getFields()).map(({ name, type }) => `${name}: ${String(type)}`)).toEqual(['id: ID!'])
  })

  test('has a nullable field node that takes an id, and a field nodes that takes ids and returns nullable items', () => {
    const { node, nodes } = schema.getQueryType()?.getFields() ?? {}
    const signature = (field: typeof node) =>
      `${field?.args.map((argument) => `${argument.name}: ${String(argument.type)}`).join(', ')} -> ${String(field?.type)}`
    expect([signature(node), signature(nodes)]).toEqual(['id: ID! -> Node', 'ids: [ID!]! -> [Node]!'])
  })

  test('applies to every type with a global id: all of them implement Node', () => {
    const withId = objectTypes().filter((type) => String(type.getFields()['id']?.type) === 'ID!')
    const notNodes = withId.filter((type) => !type.getInterfaces().some(({ name }) => name === 'Node'))
    // FailedPhoto is not a Node: it returns the id of the input, which can be any text.
    expect(notNodes.map(({ name }) => name)).toEqual(['FailedPhoto'])
  })
})

describe('subscriptions', () => {
  test('have a cursor in their events if and only if their field has the argument after', () => {
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
