import { expect, test } from 'vitest'
import { z } from 'zod'
import { compileValidator, orProblem } from '../../../services/platform/contract.ts'
import { notFound } from '../../../services/platform/problems.ts'
import { integer } from '../../../services/platform/requests.ts'

const validator = (schema: z.ZodType) => compileValidator({ schema, method: 'GET', url: '/' })

test('a schema that several routes share keeps its own error when one route gives it another error', () => {
  const withOwnProblem = validator(z.object({ iteration: orProblem(integer, () => notFound('No such file.')) }))
  const shared = validator(z.object({ year: integer }))
  expect(withOwnProblem({ iteration: 'x' })).toMatchObject({ error: { status: 404, code: 'NOT_FOUND' } })
  expect(shared({ year: 'x' })).toMatchObject({ error: { status: 400, code: 'INVALID_REQUEST' } })
  expect(withOwnProblem({ iteration: '3' })).toEqual({ value: { iteration: 3 } })
})
