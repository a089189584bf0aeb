import { type ASTNode, GraphQLError, Kind, parse } from 'graphql'
import { expect, test } from 'vitest'
import { presentError } from '../../../gateway/errors/present.ts'

const logged: object[] = []
const log = { error: (fields: object) => void logged.push(fields), warn: () => undefined }
const [operation] = parse('{ photo(id: 1) }').definitions
const field = operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections[0] : undefined
const argument = field?.kind === Kind.FIELD ? field.arguments?.[0] : undefined

/**
 * The code that a client gets for an error that the GraphQL library raised at these nodes. With a path, the error
 * belongs to a field.
 */
function shownCode(nodes: (ASTNode | undefined)[], path?: string[]): unknown {
  logged.length = 0
  const cause = new GraphQLError('The text of the library', { nodes: nodes.filter((node) => node !== undefined) })
  const located = new GraphQLError(cause.message, { nodes: cause.nodes, path, originalError: cause })
  return presentError(located, 'abc-12345', log).extensions['code']
}

test.each([
  ['a field, without a path', [field], undefined],
  ['an argument', [argument], ['photo']],
  ['a field and its argument', [field, argument], ['photo']],
])('an error without a code that is raised at %s is the caller’s fault', (_what, nodes, path) => {
  expect(shownCode(nodes, path)).toBe('BAD_USER_INPUT')
  expect(logged).toEqual([])
})

test('an error without a code is our fault if the value of a field caused it, and is logged', () => {
  expect(shownCode([field], ['photo'])).toBe('INTERNAL_SERVER_ERROR')
  expect(logged).toMatchObject([{ correlationId: 'abc-12345', field: 'photo' }])
})
