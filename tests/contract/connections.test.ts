import { buildSchema, isObjectType } from 'graphql'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { buildPhoto } from '../support/photoLibrary.ts'
import { anna } from '../support/tokens.ts'
import { type ConnectionCase, describeConnection } from './connectionSuite.ts'

const cases: Record<string, ConnectionCase> = {
  'PhotoLibrary.photos': {
    name: 'PhotoLibrary.photos',
    document: '{ viewer { library { CONNECTION } } }',
    read: (data) => data.viewer?.library.photos ?? null,
    variablesOf: () => ({}),
    defaultFirst: 500,
    furtherCalls: 0,
    isFixed: false,
  },
  'TimelineMonth.photos': {
    name: 'TimelineMonth.photos',
    document: 'query ($id: ID!) { node(id: $id) { ... on TimelineMonth { CONNECTION } } }',
    read: (data) => data.node?.photos ?? null,
    variablesOf: (accountId) => ({
      id: Buffer.from(`TimelineMonth:${accountId}:2024-5:dateTaken:desc`).toString('base64url'),
    }),
    defaultFirst: 24,
    furtherCalls: 0,
    isFixed: false,
  },
  'TempSelection.photos': {
    name: 'TempSelection.photos',
    document: 'query ($id: String!) { viewer { library { tempSelection(id: $id) { CONNECTION } } } }',
    read: (data) => data.viewer?.library.tempSelection?.photos ?? null,
    variablesOf: (accountId) => ({ id: `newest-${accountId}` }),
    defaultFirst: 500,
    furtherCalls: 1,
    isFixed: true,
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

const gateway = setUpGateway()

for (const connection of Object.values(cases)) describeConnection(connection, gateway)

test('no connection takes the cursor of another one', async () => {
  gateway.upstreams.library(anna).photos = [1, 2].map((number) => buildPhoto(number, `2024-05-0${number}T10:00:00`))
  const page = async (connection: ConnectionCase, args: string) => {
    const query = connection.document.replace('CONNECTION', `photos${args} { pageInfo { endCursor } }`)
    const { data, errors } = await gateway.ask(query, connection.variablesOf(anna))
    const cursor: string | undefined = connection.read(data)?.pageInfo.endCursor
    return { cursor, codes: errors.map(({ extensions }) => extensions['code']) }
  }
  for (const one of Object.values(cases)) {
    for (const other of Object.values(cases)) {
      const { cursor } = await page(one, '(first: 1)')
      const { codes } = await page(other, `(after: "${cursor ?? ''}")`)
      expect([one.name, other.name, codes]).toEqual([one.name, other.name, one === other ? [] : ['BAD_USER_INPUT']])
    }
  }
})
