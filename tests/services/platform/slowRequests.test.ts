import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerIn, connectTo, postTo } from '../../support/plainSocket.ts'
import { type RunningServices, startServices } from '../../support/services.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
let services: RunningServices

beforeAll(async () => {
  services = await startServices({ services: ['identity', 'site'], stallTimeout: 1_500 })
})
afterAll(() => services.close())

test.each([
  ['body', 'identity', postTo('/identity/token', 100, { ...form, 'x-correlation-id': 'action-1' }) + 'grant_type='],
  ['head', 'none', 'POST /storage/files HTTP/1.1\r\nHost: local'],
])('an incomplete %s is answered with 408, and counted for the service %s', async (part, service, half) => {
  const { send, closed } = await connectTo(Number(new URL(services.url).port))
  send(half)
  const { status, headers, body } = answerIn(await closed)
  expect([status, headers.get('content-type')]).toEqual([408, 'application/problem+json'])
  const correlationId = part === 'body' ? 'action-1' : headers.get('x-correlation-id')
  expect(JSON.parse(body)).toMatchObject({ code: 'REQUEST_TIMEOUT', correlationId })
  const metrics = async () => (await fetch(`${services.url}/metrics`)).text()
  await expect.poll(metrics).toContain(`services_refusals_total{service="${service}",kind="slow"} 1`)
})
