import { expect, test } from 'vitest'
import { ask, listenAt } from '../../support/gateway.ts'
import { setUpUpstreams } from '../../support/gatewaySetup.ts'
import { initWith, openSocket } from '../../support/rawSocket.ts'
import { anna } from '../../support/tokens.ts'
import { altered } from './forgery.ts'

/** The limit allows one more operation per 100 s, so none during a test. */
const slow = '0.01'
const setup = setUpUpstreams()

/** Tokens with invalid signatures, each of which must be verified. */
function badTokens(count: number): Promise<string[]> {
  const target = { tokens: setup.upstreams.tokens, accountId: anna }
  return Promise.all(Array.from({ length: count }, (_, index) => altered(target, { jti: index })))
}

test('a caller that sends too many invalid tokens is rejected before further tokens are verified', async () => {
  const app = await setup.start({ ADDRESS_OPERATION_BURST: '5', ADDRESS_OPERATION_RATE: slow })
  const statuses = []
  for (const token of await badTokens(8)) statuses.push((await ask(app, '{ __typename }', { token })).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  expect(setup.upstreams.pathsOf('identity')).toHaveLength(1)
})

test('token renewals count as operations, and the socket stays open', async () => {
  const app = await setup.start({ VIEWER_OPERATION_BURST: '3', VIEWER_OPERATION_RATE: slow })
  const { send, received, socket } = await openSocket(await listenAt(app))
  send(initWith(await setup.upstreams.tokens.issue(anna)))
  await expect.poll(() => received).toHaveLength(1)
  for (const accessToken of await badTokens(5)) send({ type: 'ping', payload: { accessToken } })
  await expect.poll(() => received).toHaveLength(6)
  const verdicts = received.slice(1).map(({ payload }) => payload.accessToken)
  expect(verdicts.filter((verdict) => verdict === 'refused')).toHaveLength(3)
  expect(verdicts.filter((verdict) => verdict === 'unavailable')).toHaveLength(2)
  expect(socket.readyState).toBe(socket.OPEN)
  socket.close()
})

test('an invalid token is always rejected, and a valid one is still accepted', async () => {
  const app = await setup.start()
  const [bad = ''] = await badTokens(1)
  const good = await setup.upstreams.tokens.issue(anna)
  for (let time = 0; time < 20; time += 1) {
    const [refused, answered] = await Promise.all(
      [bad, good].map((token) => ask(app, '{ viewer { email } }', { token })),
    )
    expect([refused?.status, answered?.data]).toEqual([401, { viewer: { email: 'a@example.com' } }])
  }
})
