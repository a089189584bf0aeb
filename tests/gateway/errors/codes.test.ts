import { readFileSync } from 'node:fs'
import { GraphQLError } from 'graphql'
import { expect, test } from 'vitest'
import { errorCodes } from '../../../gateway/errors/codes.ts'
import { presentError } from '../../../gateway/errors/present.ts'

const silent = { error: () => undefined, warn: () => undefined }

test('the schema describes exactly the error codes that clients can get', () => {
  const description = /^"""([^"]*)"""\ntype Query /m.exec(readFileSync('schema/base.graphql', 'utf8'))?.[1] ?? ''
  const items = description.split('\n').filter((line) => line.startsWith('- '))
  const described = items.flatMap((line) =>
    [...(line.split(':')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, code = '']) => code),
  )
  expect(described.toSorted()).toEqual([...errorCodes].toSorted())
})

test('an unknown error code becomes BAD_USER_INPUT, and unknown extensions are removed', () => {
  const extensions = { code: 'BAD_REQUEST', originalError: { message: 'secret' }, http: { status: 400 } }
  const shown = presentError(new GraphQLError('Wrong.', { extensions }), 'id', silent)
  expect(shown.message).toBe('Wrong.')
  expect(shown.extensions).toEqual({ code: 'BAD_USER_INPUT', correlationId: 'id', http: { status: 400 } })
})

test.each(errorCodes)('an error with the code %s keeps its code, text and retryAfter', (code) => {
  const extensions = { code, retryAfter: 2 }
  const shown = presentError(new GraphQLError('Text.', { extensions }), 'id', silent)
  expect([shown.message, shown.extensions]).toEqual(['Text.', { code, retryAfter: 2, correlationId: 'id' }])
})
