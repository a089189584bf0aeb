import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { createOperator } from '../../../services/platform/operator.ts'
import { registerProblems } from '../../../services/platform/problems.ts'

test('only callers with the secret of the data folder are the operator', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'keepsake-operator-'))
  const operator = createOperator(dataDir)
  const file = join(dataDir, 'keys', 'operator')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const secret = (await readFile(file, 'utf8')).trim()
  expect(secret.length).toBeGreaterThanOrEqual(43)

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
  expect((await readFile(file, 'utf8')).trim()).toBe(secret)
  createOperator(dataDir)
  expect((await readFile(file, 'utf8')).trim()).toBe(secret)
  await app.close()
  await rm(dataDir, { recursive: true })
})
