import { readFileSync } from 'node:fs'
import { Kind, type OperationDefinitionNode, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../gateway/config.ts'
import { createCostModel } from '../../gateway/limits/cost.ts'
import { exceededLimits, parseDocument } from '../../gateway/limits/documentRules.ts'
import { buildGatewaySchema } from '../../gateway/schema.ts'

const script = readFileSync('gateway/graphiql/examples.js', 'utf8')
const text = /`([^`]*)`/.exec(script)?.[1] ?? ''
const { documentLimits } = readConfig({ SERVICES_URL: 'http://services.test' })
const schema = buildGatewaySchema()
const document = parseDocument(text, documentLimits)
const operations = document.definitions.filter(
  (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
)

describe('the examples of the API explorer', () => {
  test('are valid and within the limits of documents', () => {
    expect(validate(schema, document)).toEqual([])
    expect(exceededLimits(document, documentLimits)).toEqual([])
  })

  test.each(operations.map((operation) => [operation.name?.value, operation] as const))(
    '%s may be run at its cost',
    (_name, operation) => {
      expect(createCostModel(schema).check(document, operation, {}).errors).toEqual([])
    },
  )

  test('show paging, the arms of a union, uploading, and resuming with photos and albums', () => {
    expect(operations.map(({ name }) => name?.value)).toEqual(
      expect.arrayContaining(['Paging', 'RenameAlbum', 'UploadedPhoto', 'LibraryEvents']),
    )
    expect(text).toMatch(/\.\.\. on RenameAlbumSuccess[^]*\.\.\. on UserError/)
    expect(text).toMatch(/libraryEvents\(after: \$after\)[^]*changedAlbumIds\s+removedAlbumIds/)
  })
})
