import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RefusalLog } from '../../../gateway/telemetry/refusalLog.ts'
import { setUpUpstreams } from '../../support/gatewaySetup.ts'
import { ask } from '../../support/gateway.ts'
import { LogFile } from './logFile.ts'

const lines: object[] = []
const log = { info: (fields: object, message: string) => lines.push({ ...fields, message }) }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  lines.length = 0
})
afterEach(() => {
  vi.useRealTimers()
})

test('refusals are logged together, once in 10 s for each reason', () => {
  const refusals = new RefusalLog(log)
  for (let request = 0; request < 1_000; request += 1) refusals.count('rate')
  refusals.count('token')
  expect(lines).toEqual([])
  vi.advanceTimersByTime(10_000)
  const message = 'requests were refused'
  expect(lines).toEqual([
    { reason: 'rate', count: 1_000, message },
    { reason: 'token', count: 1, message },
  ])
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(2)
  refusals.count('rate')
  vi.advanceTimersByTime(10_000)
  expect(lines[2]).toEqual({ reason: 'rate', count: 1, message })
})

const setup = setUpUpstreams()

test('a gateway logs its refusals, at the latest when it closes', async () => {
  vi.useRealTimers()
  const file = new LogFile()
  const app = await setup.start({ LOG_LEVEL: 'info' }, { log: file.destination })
  await app.inject({ method: 'POST', url: '/graphql', payload: [] })
  await ask(app, '{ __typename }', { headers: { authorization: 'Bearer none' } })
  await app.close()
  const refused = (await file.lines()).filter(({ msg }) => msg === 'requests were refused')
  expect(refused).toMatchObject([
    { reason: 'form', count: 1 },
    { reason: 'token', count: 1 },
  ])
})
