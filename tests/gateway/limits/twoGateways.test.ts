import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { freePort } from '../../../launcher/ports.ts'
import { readConfig } from '../../../gateway/config.ts'
import { takesHeader, takesPath, takesSecret } from '../../../gateway/limits/sharedTakes.ts'
import { setUpUpstreams } from '../../support/gatewaySetup.ts'
import { globalId } from '../../support/globalIds.ts'
import { anna, bram } from '../../support/tokens.ts'

const setup = setUpUpstreams()
const cursorSecret = 'a secret of the tests'
const burst = 100
/** The second gateway may exceed a burst by this share, while it does not know the counts of the first gateway yet. */
const tolerance = 0.1
/** A bucket gets one token per 100 s, so none during a test. */
const limits = { VIEWER_OPERATION_BURST: String(burst), VIEWER_OPERATION_RATE: '0.01' }

/** Starts two gateways that know each other and themselves. */
async function startTwo(environment: Record<string, string> = limits): Promise<readonly [string, string]> {
  const ports = [await freePort(), await freePort()]
  const GATEWAY_URLS = ports.map((port) => `http://127.0.0.1:${port}`).join(',')
  const [first = '', second = ''] = await Promise.all(
    ports.map(async (port) =>
      (await setup.start({ GATEWAY_URLS, ...environment })).listen({ port, host: '127.0.0.1' }),
    ),
  )
  return [first, second]
}

async function statusOf(
  url: string,
  token = setup.token,
  body: unknown = { query: '{ __typename }' },
): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) })
  await response.text()
  return response.status
}

async function admitted(urls: readonly string[], token?: string): Promise<number> {
  let count = 0
  for (const url of urls) if ((await statusOf(url, token)) === 200) count += 1
  return count
}

describe('two gateways that know each other', () => {
  test('give a customer one burst together, whichever of them the customer asks', async () => {
    const [first, second] = await startTwo()
    const urls = Array.from({ length: 2 * burst }, (_, index) => (index % 2 === 0 ? first : second))
    const count = await admitted(urls)
    expect(count).toBeGreaterThanOrEqual(burst)
    expect(count).toBeLessThanOrEqual(burst * (1 + tolerance))
    // Other customers have their own burst.
    expect(await statusOf(second, await setup.upstreams.tokens.issue(bram))).toBe(200)
  })

  test('refuse no caller earlier than a single gateway would', async () => {
    const [first, second] = await startTwo()
    expect(await admitted(Array.from({ length: burst }, () => first))).toBe(burst)
    expect(await statusOf(first)).toBe(429)
    await expect.poll(() => statusOf(second)).toBe(429)
  })

  test('agree on the cost of operations', async () => {
    const [first, second] = await startTwo({ ...limits, VIEWER_OPERATION_BURST: '4' })
    const ids = Array.from({ length: 100 }, () => globalId('Photo', 'photo'))
    const fields = ['a', 'b', 'c', 'd', 'e'].map((alias) => `${alias}: nodes(ids: $ids) { id }`)
    const query = `query ($ids: [ID!]!) { ${fields.join(' ')} }`
    // 500 objects cost more than 500 units, so the operation takes three tokens of four.
    expect(await statusOf(first, setup.token, { query, variables: { ids } })).toBe(200)
    await expect.poll(() => statusOf(second)).toBe(429)
    await expect.poll(() => statusOf(first)).toBe(429)
  })

  test('agree on addresses', async () => {
    const [first, second] = await startTwo({ ADDRESS_OPERATION_BURST: '20', ADDRESS_OPERATION_RATE: '0.01' })
    expect(await admitted(Array.from({ length: 20 }, () => first))).toBe(20)
    await expect.poll(() => statusOf(second)).toBe(429)
  })

  test('believe only each other', async () => {
    const [first] = await startTwo()
    const takes = { sender: randomUUID(), age: 0, takes: [['viewer', anna, 1_000]] }
    const tell = async (secret: string | undefined, body: unknown) => {
      const headers = { 'content-type': 'application/json', ...(secret !== undefined && { [takesHeader]: secret }) }
      return (await fetch(`${first}${takesPath}`, { method: 'POST', headers, body: JSON.stringify(body) })).status
    }
    for (const secret of [undefined, 'wrong', cursorSecret]) expect(await tell(secret, takes)).toBe(403)
    expect(await tell(takesSecret(cursorSecret), { ...takes, takes: [['viewer', anna, -1]] })).toBe(400)
    expect(await statusOf(first)).toBe(200)
    expect(await tell(takesSecret(cursorSecret), takes)).toBe(200)
    expect(await statusOf(first)).toBe(429)
  })

  test('have no route for counts if there is no other gateway', async () => {
    const url = await (await setup.start(limits)).listen({ port: 0, host: '127.0.0.1' })
    expect((await fetch(`${url}${takesPath}`, { method: 'POST' })).status).toBe(404)
  })

  test('enforce the limits alone while the other does not answer', async () => {
    const port = await freePort()
    const app = await setup.start({ ...limits, GATEWAY_URLS: `http://127.0.0.1:${port}` })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    expect(await admitted(Array.from({ length: burst }, () => url))).toBe(burst)
    expect(await statusOf(url)).toBe(429)
  })
})

test('GATEWAY_URLS needs a secret that the gateways share', () => {
  const settings = { SERVICES_URL: 'http://services:4001', GATEWAY_URLS: 'http://a:1,http://b:2' }
  expect(() => readConfig(settings)).toThrow('GATEWAY_URLS needs CURSOR_SECRET')
  expect(readConfig({ ...settings, CURSOR_SECRET: cursorSecret }).gatewayUrls).toEqual(['http://a:1', 'http://b:2'])
})
