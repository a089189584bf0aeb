import { expect, test } from 'vitest'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { answerIn, connectTo, postTo } from '../../support/plainSocket.ts'

const gateway = setUpGateway()

/** Connects to a new gateway, which waits 300 ms for a client that has stopped in the middle of a request. */
async function connectWithShortTimeouts() {
  await gateway.renew({}, { stallTimeout: 300 })
  return connectTo(Number(new URL(gateway.url).port))
}

async function slowRefusals(): Promise<string | undefined> {
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text()
  return /gateway_refusals_total\{reason="slow"\} (\d+)/.exec(metrics)?.[1]
}

test.each([
  [
    'body',
    postTo('/graphql', 100, { 'content-type': 'application/json', 'x-correlation-id': 'action-1' }) + '{"query"',
  ],
  ['head', 'POST /graphql HTTP/1.1\r\nHost: local'],
])('an incomplete %s is answered with 408, and counted', async (part, half) => {
  const { send, closed } = await connectWithShortTimeouts()
  send(half)
  const { status, headers, body } = answerIn(await closed)
  expect([status, headers.get('content-type')]).toEqual([408, 'application/problem+json'])
  const correlationId = part === 'body' ? 'action-1' : headers.get('x-correlation-id')
  expect(JSON.parse(body)).toMatchObject({ code: 'REQUEST_TIMEOUT', correlationId })
  await expect.poll(slowRefusals).toBe('1')
})
