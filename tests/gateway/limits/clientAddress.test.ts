import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientAddress } from '../../../gateway/limits/clientAddress.ts'

const [proxy, stranger] = ['10.0.0.1', '192.0.2.66']
const [trusting, other] = [fastify({ trustProxy: [proxy] }), fastify({ trustProxy: [stranger] })]

beforeAll(() => {
  for (const app of [trusting, other]) app.get('/', (request) => clientAddress(request))
})
afterAll(async () => {
  await Promise.all([trusting.close(), other.close()])
})

async function addressOf(remoteAddress: string, forwarded?: string, app = trusting): Promise<string> {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return (await app.inject({ url: '/', remoteAddress, headers })).body
}

test('the IP address of a client comes from the header of a trusted proxy, with each request anew', async () => {
  for (const client of ['203.0.113.1', '203.0.113.2', '203.0.113.1'])
    expect(await addressOf(proxy, client)).toBe(client)
  expect(await addressOf(proxy, '198.51.100.9, 203.0.113.1')).toBe('203.0.113.1')
})

test('only a trusted proxy can claim an IP address, even if the address was seen before', async () => {
  expect(await addressOf(proxy, '203.0.113.1')).toBe('203.0.113.1')
  expect(await addressOf(stranger, '203.0.113.1')).toBe(stranger)
  expect(await addressOf(stranger)).toBe(stranger)
})

test('each server trusts its own proxies', async () => {
  expect(await addressOf(proxy, '203.0.113.1')).toBe('203.0.113.1')
  expect(await addressOf(proxy, '203.0.113.1', other)).toBe(proxy)
  expect(await addressOf(stranger, '203.0.113.1', other)).toBe('203.0.113.1')
})

test('a long header, which is not cached, gives the right address, too', async () => {
  const longHeader = `${'198.51.100.9, '.repeat(50)}203.0.113.1`
  expect([await addressOf(proxy, longHeader), await addressOf(proxy, longHeader)]).toEqual([
    '203.0.113.1',
    '203.0.113.1',
  ])
})
