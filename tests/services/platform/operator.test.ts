import fastify from 'fastify'
import { expect, test } from 'vitest'
import { createOperator } from '../../../services/platform/operator.ts'
import { registerProblems } from '../../../services/platform/problems.ts'

test('only callers with the secret of the operator are the operator', async () => {
  const secret = 'k'.repeat(43)
  const operator = createOperator(secret)
  const app = fastify()
  registerProblems(app)
  app.post('/operate', async (request) => {
    operator.authorize(request)
    return 'done'
  })
  const call = (given: string | undefined) =>
    app.inject({ method: 'POST', url: '/operate', headers: given === undefined ? {} : { 'x-operator-secret': given } })
  expect((await call(secret)).statusCode).toBe(200)
  for (const wrong of [undefined, '', 'x', `${secret}x`, secret.slice(1)]) {
    expect((await call(wrong)).json()).toMatchObject({ status: 403, code: 'OPERATOR_ONLY' })
  }
  await app.close()
})
