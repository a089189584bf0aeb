import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createServiceApp } from '../../../services/platform/serviceApp.ts'

test.each([
  [['loopback'], '127.0.0.1', '203.0.113.7'],
  [['loopback'], '10.1.2.3', '10.1.2.3'],
  [['loopback', 'uniquelocal'], '10.1.2.3', '203.0.113.7'],
  [['loopback', 'uniquelocal'], '198.51.100.1', '198.51.100.1'],
  [['198.51.100.0/24'], '198.51.100.1', '203.0.113.7'],
])(
  'if %j is trusted, a request that %s forwards counts as a request from %s',
  async (trusted, remoteAddress, expected) => {
    const app = createServiceApp(pino({ level: 'silent' }), trusted)
    app.get('/', async (request) => ({ address: request.ip }))
    const answer = await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(answer.json()).toEqual({ address: expected })
    await app.close()
  },
)

test('closing waits for running answers, but not until clients close the connections', async () => {
  const app = createServiceApp(pino({ level: 'silent' }), ['loopback'])
  const answer = new PassThrough()
  app.get('/', async (_request, reply) => reply.send(answer))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true })
  answer.write('the first half')
  const [response]: IncomingMessage[] = await once(get(address, { agent }), 'response')
  const closing = app.close()
  // Idle connections are closed now. This connection stays open, because its answer is not finished.
  await expect.poll(() => app.server.listening).toBe(false)
  answer.end('the second')
  const body = await response?.setEncoding('utf8').toArray()
  expect(body?.join('')).toBe('the first halfthe second')
  // If the connection stayed open after the answer, closing would take more than a minute.
  await closing
  agent.destroy()
})
