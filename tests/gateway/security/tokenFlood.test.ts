import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask, startGateway } from '../../support/gateway.ts'
import { initWith, openSocket } from '../../support/rawSocket.ts'
import { anna } from '../../support/tokens.ts'
import { type Upstreams, startUpstreams } from '../../support/upstream.ts'
import { altered } from './forgery.ts'

/** Machines are slow now and then. */
const patiently = { timeout: 10_000 }
/** One in a hundred seconds: none comes back while a test runs. */
const slow = '0.01'
let upstreams: Upstreams
let app: FastifyInstance

beforeAll(async () => {
  upstreams = await startUpstreams()
})
afterEach(async () => {
  await app.close()
  upstreams.heal()
})
afterAll(() => upstreams.app.close())

/** Tokens of which each must be checked by its signature, and is wrong. */
function badTokens(count: number): Promise<string[]> {
  const target = { tokens: upstreams.tokens, accountId: anna }
  return Promise.all(Array.from({ length: count }, (_, index) => altered(target, { jti: index })))
}

test('a caller that sends bad tokens is turned away before more of them are checked', async () => {
  app = await startGateway(upstreams, { ADDRESS_OPERATION_BURST: '5', ADDRESS_OPERATION_RATE: slow })
  const statuses = []
  for (const token of await badTokens(8)) statuses.push((await ask(app, '{ __typename }', { token })).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  expect(upstreams.pathsOf('identity')).toHaveLength(1)
})

test('next tokens that are handed in count as operations do, and the socket lives on', async () => {
  app = await startGateway(upstreams, { VIEWER_OPERATION_BURST: '3', VIEWER_OPERATION_RATE: slow })
  const { say, heard, socket } = await openSocket(await app.listen({ port: 0, host: '127.0.0.1' }))
  say(initWith(await upstreams.tokens.issue(anna)))
  await expect.poll(() => heard, patiently).toHaveLength(1)
  for (const accessToken of await badTokens(5)) say({ type: 'ping', payload: { accessToken } })
  await expect.poll(() => heard, patiently).toHaveLength(6)
  const verdicts = heard.slice(1).map(({ payload }) => payload.accessToken)
  expect(verdicts.filter((verdict) => verdict === 'refused')).toHaveLength(3)
  expect(verdicts.filter((verdict) => verdict === 'unavailable')).toHaveLength(2)
  expect(socket.readyState).toBe(socket.OPEN)
  socket.close()
})

test('a bad token stays refused however often it comes, and a good one beside it is answered', async () => {
  app = await startGateway(upstreams)
  const [bad = ''] = await badTokens(1)
  const good = await upstreams.tokens.issue(anna)
  for (let time = 0; time < 20; time += 1) {
    const [refused, answered] = await Promise.all(
      [bad, good].map((token) => ask(app, '{ viewer { email } }', { token })),
    )
    expect([refused?.status, answered?.data]).toEqual([401, { viewer: { email: 'a@example.com' } }])
  }
})
