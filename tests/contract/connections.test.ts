import { buildSchema, isObjectType } from 'graphql'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ConnectionCase, describeConnection } from './connectionSuite.ts'

const cases: Record<string, ConnectionCase> = {
  'PhotoLibrary.photos': {
    name: 'PhotoLibrary.photos',
    document: '{ viewer { library { CONNECTION } } }',
    read: (data) => data.viewer?.library.photos ?? null,
    variablesOf: () => ({}),
    defaultFirst: 500,
  },
  'TimelineMonth.photos': {
    name: 'TimelineMonth.photos',
    document: 'query ($id: ID!) { node(id: $id) { ... on TimelineMonth { CONNECTION } } }',
    read: (data) => data.node?.photos ?? null,
    variablesOf: (accountId) => ({
      id: Buffer.from(`TimelineMonth:${accountId}:2024-5:dateTaken:desc`).toString('base64url'),
    }),
    defaultFirst: 24,
  },
}

test('every connection of the schema is tried here', () => {
  const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'))
  const connections = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => String(field.type).replace('!', '').endsWith('Connection'))
        .map((field) => `${type.name}.${field.name}`),
    )
  expect(Object.keys(cases).toSorted()).toEqual(connections.toSorted())
})

for (const connection of Object.values(cases)) describeConnection(connection)
