import pino from 'pino'
import { expect, test } from 'vitest'
import { createServiceApp } from '../../../services/platform/serviceApp.ts'

test.each([
  [['loopback'], '127.0.0.1', '203.0.113.7'],
  [['loopback'], '10.1.2.3', '10.1.2.3'],
  [['loopback', 'uniquelocal'], '10.1.2.3', '203.0.113.7'],
  [['loopback', 'uniquelocal'], '198.51.100.1', '198.51.100.1'],
  [['198.51.100.0/24'], '198.51.100.1', '203.0.113.7'],
])('trusting %j, what %s forwards is from %s', async (trusted, remoteAddress, expected) => {
  const app = createServiceApp(pino({ level: 'silent' }), trusted)
  app.get('/', async (request) => ({ address: request.ip }))
  const answer = await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect(answer.json()).toEqual({ address: expected })
  await app.close()
})
