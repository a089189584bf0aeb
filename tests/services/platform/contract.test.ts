import { expect, test } from 'vitest'
import { z } from 'zod'
import { compileValidator, orProblem } from '../../../services/platform/contract.ts'
import { notFound } from '../../../services/platform/problems.ts'
import { integer } from '../../../services/platform/requests.ts'

const validator = (schema: z.ZodType) => compileValidator({ schema, method: 'GET', url: '/' })

test('a route can answer invalid values of a shared schema with its own problem; other routes still answer INVALID_REQUEST', () => {
  const withOwnProblem = validator(z.object({ iteration: orProblem(integer, () => notFound('No such file.')) }))
  const shared = validator(z.object({ year: integer }))
  expect(withOwnProblem({ iteration: 'x' })).toMatchObject({ error: { status: 404, code: 'NOT_FOUND' } })
  expect(shared({ year: 'x' })).toMatchObject({ error: { status: 400, code: 'INVALID_REQUEST' } })
  expect(withOwnProblem({ iteration: '3' })).toEqual({ value: { iteration: 3 } })
})
