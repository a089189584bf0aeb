import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkCallbackUrl, demoReceiver, isPublicAddress } from '../../../schema/rules/callbackUrl.ts'
import { deliverNotice, type Network } from '../../../services/customers/noticeDelivery.ts'
import { sampleNotice } from '../../../services/customers/sampleNotice.ts'
import { databaseKinds } from '../../support/database.ts'
import { newBusiness } from './business.ts'
import { CustomerServices } from './support.ts'

const me = '/customers/customers/me'

describe('the rules of callback URLs', () => {
  test.each([
    ['https://shop.keepsake.com/notices?a=1#part', 'https://shop.keepsake.com/notices?a=1'],
    ['https://SHOP.keepsake.com:443', 'https://shop.keepsake.com/'],
    ['https://shop.keepsake.com.:8443/', 'https://shop.keepsake.com.:8443/'],
    // Labels that only begin or end like a local name.
    ['https://localhost.keepsake.com/', 'https://localhost.keepsake.com/'],
    ['https://mylocaldomain.com/', 'https://mylocaldomain.com/'],
    ['https://notfritz.box/', 'https://notfritz.box/'],
    ['https://93.184.216.34/', 'https://93.184.216.34/'],
    ['https://[2606:2800:220:1::1]/', 'https://[2606:2800:220:1::1]/'],
    ['https:\\\\shop.keepsake.com\\@10.0.0.1', 'https://shop.keepsake.com/@10.0.0.1'],
  ])('allow %s', (text, url) => {
    expect(checkCallbackUrl(text)).toEqual({ url })
  })

  test.each([
    ['NOT_A_URL', 'shop.keepsake.com/notices'],
    ['NOT_A_URL', 'https://'],
    ['NOT_A_URL', `https://shop.keepsake.com/${'a'.repeat(500)}`],
    ['NOT_HTTPS', 'http://shop.keepsake.com/'],
    ['NOT_HTTPS', 'ftp://shop.keepsake.com/'],
    ['NOT_HTTPS', 'file:///etc/passwd'],
    ['NOT_HTTPS', 'javascript:alert(1)'],
    ['NOT_HTTPS', demoReceiver],
    ['HAS_CREDENTIALS', 'https://shop.keepsake.com@10.0.0.1/'],
    ['HAS_CREDENTIALS', 'https://:secret@shop.keepsake.com/'],
    ['PORT_NOT_ALLOWED', 'https://shop.keepsake.com:22/'],
    ['PORT_NOT_ALLOWED', 'https://shop.keepsake.com:80/'],
    ['HOST_NOT_PUBLIC', 'https://localhost/'],
    ['HOST_NOT_PUBLIC', 'https://LOCALHOST./'],
    ['HOST_NOT_PUBLIC', 'https://a.localhost/'],
    ['HOST_NOT_PUBLIC', 'https://intranet/'],
    ['HOST_NOT_PUBLIC', 'https://printer.local/'],
    ['HOST_NOT_PUBLIC', 'https://metadata.google.internal/'],
    ['HOST_NOT_PUBLIC', 'https://localhost.localdomain/'],
    ['HOST_NOT_PUBLIC', 'https://LocalHost.LocalDomain.:8443/notices'],
    ['HOST_NOT_PUBLIC', 'https://localhost6.localdomain6/'],
    ['HOST_NOT_PUBLIC', 'https://a.localhost6/'],
    ['HOST_NOT_PUBLIC', 'https://shop.localdomain/'],
    ['HOST_NOT_PUBLIC', 'https://localhost../'],
    ['HOST_NOT_PUBLIC', 'https://localhost.local../'],
    ['HOST_NOT_PUBLIC', 'https://127.0.0.1../'],
    ['HOST_NOT_PUBLIC', 'https://.localhost/'],
    ['HOST_NOT_PUBLIC', 'https://shop..keepsake.com/'],
    ['HOST_NOT_PUBLIC', 'https://fritz.box/'],
    ['HOST_NOT_PUBLIC', 'https://printer.home.arpa/'],
    ['HOST_NOT_PUBLIC', 'https://ｌｏｃａｌｈｏｓｔ.localdomain/'],
    // The same address in the spellings that URL parsers accept.
    ['HOST_NOT_PUBLIC', 'https://127.0.0.1/'],
    ['HOST_NOT_PUBLIC', 'https://127.1/'],
    ['HOST_NOT_PUBLIC', 'https://0x7f.0.0.1/'],
    ['HOST_NOT_PUBLIC', 'https://0177.0.0.1/'],
    ['HOST_NOT_PUBLIC', 'https://2130706433/'],
    ['HOST_NOT_PUBLIC', 'https://127.0.0.1./'],
    ['HOST_NOT_PUBLIC', 'https://%31%32%37.0.0.1/'],
    ['HOST_NOT_PUBLIC', 'https://１２７.0.0.1/'],
    ['HOST_NOT_PUBLIC', 'https://127。0。0。1/'],
    ['HOST_NOT_PUBLIC', 'https://127.0\n.0.1/'],
    ['HOST_NOT_PUBLIC', 'https://0/'],
    ['HOST_NOT_PUBLIC', 'https://017700000001/'],
    ['HOST_NOT_PUBLIC', 'https://0x7f000001/'],
    ['HOST_NOT_PUBLIC', 'https://0300.0250.1.1/'],
    ['HOST_NOT_PUBLIC', 'https://[::1]/'],
    ['HOST_NOT_PUBLIC', 'https://[::ffff:127.0.0.1]/'],
    ['HOST_NOT_PUBLIC', 'https://[::ffff:7f00:1]/'],
    ['HOST_NOT_PUBLIC', 'https://169.254.169.254/latest/meta-data/'],
  ])('refuse with %s: %s', (problem, text) => {
    expect(checkCallbackUrl(text)).toEqual({ problem })
  })

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.53',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::10.0.0.1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'not an address',
  ])('do not count %s as a public address', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    'count %s as a public address',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})

/** In these tests, 127.0.0.2 stands for the public internet, and 127.0.0.1 for our own network. */
const [publicPlace, privatePlace] = ['127.0.0.2', '127.0.0.1'] as const
const notice = sampleNotice('json', new Date('2026-03-01T09:30:00Z'))

/** A network in which each lookup of a name returns the next of these lists of addresses. The last list is repeated. */
function networkOf(...answers: readonly (readonly string[])[]): Network & { readonly asked: () => number } {
  let asked = 0
  return {
    asked: () => asked,
    async resolve() {
      const addresses = answers[Math.min(asked, answers.length - 1)] ?? []
      asked += 1
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
    isAllowed: (address) => address === publicPlace,
  }
}

describe('the delivery of a notice', () => {
  /** The requests that arrived, by the address at which they arrived. */
  const arrived: { readonly place: string; readonly body: string; readonly headers: object }[] = []
  let server: Server
  let port = 0

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        arrived.push({ place: request.socket.localAddress ?? '', body, headers: request.headers })
        if (request.url === '/redirect') response.writeHead(302, { location: `http://${privatePlace}:${port}/` }).end()
        else if (request.url === '/failure') response.writeHead(500).end(Buffer.from([0xff, 0xfe]))
        else if (request.url === '/endless') {
          response.writeHead(200)
          const timer = setInterval(() => response.write('a'.repeat(1_000)), 1)
          response.on('close', () => clearInterval(timer))
        } else if (request.url === '/reset') request.socket.resetAndDestroy()
        else if (request.url !== '/silent') response.end(' Thank\n you\u202E <b> ')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const at = (path: string) => `http://receiver.test:${port}${path}`

  test('reaches the receiver, and reports its answer', async () => {
    arrived.length = 0
    const delivery = await deliverNotice(at('/'), notice, networkOf([publicPlace]))
    expect(delivery).toEqual({
      outcome: 'accepted',
      httpStatus: 200,
      duration: expect.any(Number),
      text: 'Thank you <b>',
    })
    expect(arrived).toMatchObject([
      { place: publicPlace, body: notice.body, headers: { host: `receiver.test:${port}` } },
    ])
    expect(Object.keys(arrived[0]?.headers ?? {})).not.toContain('authorization')
  })

  test('does not reach an address of our own network by its name', async () => {
    arrived.length = 0
    const mixed = [[privatePlace], [privatePlace, publicPlace], [publicPlace, privatePlace], ['::1'], []]
    for (const addresses of mixed) {
      const { outcome } = await deliverNotice(at('/'), notice, networkOf(addresses))
      expect([addresses, outcome]).toEqual([addresses, 'noPublicAddress'])
    }
    const direct = `http://${privatePlace}:${port}/`
    expect((await deliverNotice(direct, notice, networkOf([privatePlace]))).outcome).toBe('noPublicAddress')
    expect((await deliverNotice(direct, notice)).outcome).toBe('noPublicAddress')
    expect((await deliverNotice(`http://localhost:${port}/`, notice)).outcome).toBe('noPublicAddress')
    expect(arrived).toEqual([])
  })

  test('looks up a name only once, so that a change of its address cannot lead into our own network', async () => {
    arrived.length = 0
    const network = networkOf([publicPlace], [privatePlace])
    expect((await deliverNotice(at('/'), notice, network)).outcome).toBe('accepted')
    expect([network.asked(), arrived.map(({ place }) => place)]).toEqual([1, [publicPlace]])
  })

  test('checks the address of the open connection, whatever was resolved', async () => {
    arrived.length = 0
    let checks = 0
    const network = { ...networkOf([privatePlace]), isAllowed: () => (checks += 1) === 1 }
    expect((await deliverNotice(at('/'), notice, network)).outcome).toBe('noPublicAddress')
    // An IP address in the URL needs no look-up, but is checked as well.
    checks = 0
    expect((await deliverNotice(`http://${privatePlace}:${port}/`, notice, network)).outcome).toBe('noPublicAddress')
    expect(arrived).toEqual([])
  })

  test('does not follow a redirect', async () => {
    arrived.length = 0
    const delivery = await deliverNotice(at('/redirect'), notice, networkOf([publicPlace]))
    expect([delivery.outcome, delivery.httpStatus, arrived.length]).toEqual(['redirected', 302, 1])
  })

  test('ends in time, and reads only the beginning of an answer', async () => {
    const network = networkOf([publicPlace])
    const silent = await deliverNotice(at('/silent'), notice, network, 100)
    expect([silent.outcome, silent.httpStatus]).toEqual(['timedOut', null])
    expect(silent.duration).toBeLessThan(2_000)
    const never = { ...network, resolve: async () => new Promise<never>(() => undefined) }
    expect((await deliverNotice(at('/'), notice, never, 50)).outcome).toBe('timedOut')
    expect(await deliverNotice(at('/endless'), notice, network)).toMatchObject({
      outcome: 'accepted',
      text: 'a'.repeat(300),
    })
  })

  test('reports a refusal, an answer that is not text, and a connection that breaks', async () => {
    const network = networkOf([publicPlace])
    expect(await deliverNotice(at('/failure'), notice, network)).toMatchObject({
      outcome: 'refused',
      httpStatus: 500,
      text: null,
    })
    expect((await deliverNotice(at('/reset'), notice, network)).outcome).toBe('connectionFailed')
    // The receiver speaks no TLS.
    const secure = at('/').replace('http:', 'https:')
    expect((await deliverNotice(secure, notice, network)).outcome).toBe('connectionFailed')
  })

  test('the sample notice has one order in each format', () => {
    const now = new Date('2026-03-01T09:30:00Z')
    expect(JSON.parse(sampleNotice('json', now).body)).toMatchObject({ isTest: true, orderCode: 'TEST-0001' })
    expect(sampleNotice('xml', now).body).toContain('<isTest>true</isTest><orderCode>TEST-0001</orderCode>')
    const [names, values, end] = sampleNotice('csv', now).body.split('\r\n')
    expect([names?.split(',').length, values?.startsWith('"true","TEST-0001"'), end]).toEqual([10, true, ''])
    expect(values).toContain('"Photo prints, 10 × 15 cm"')
  })
})

describe.each(databaseKinds)('the FTP integration, on %s', (kind) => {
  const services = new CustomerServices(kind)
  const callback = { callbackUrl: demoReceiver, callbackFormat: 'csv' }

  test('is set by a business account that has just signed in, and tested with the receiver of the demo', async () => {
    const business = await newBusiness(services)
    const set = await business.call('PATCH', me, { body: callback })
    expect([set.status, set.headers.get('etag')]).toEqual([200, '"1"'])
    expect(set.body).toMatchObject(callback)
    for (const format of ['json', 'xml', 'csv']) {
      await business.call('PATCH', me, { body: { callbackFormat: format } })
      const { body } = await business.call('POST', `${me}/callback/test`)
      expect(body).toMatchObject({
        outcome: 'accepted',
        httpStatus: 200,
        callbackUrl: demoReceiver,
        callbackFormat: format,
      })
      expect(body.text).toContain(`"received":"${format}"`)
    }
    const ended = await business.call('PATCH', me, { body: { callbackUrl: null, callbackFormat: null } })
    expect(ended.body).toMatchObject({ callbackUrl: null, callbackFormat: null })
    expect((await business.call('POST', `${me}/callback/test`)).body.code).toBe('CALLBACK_NOT_SET')
  })

  test('needs a recent sign-in, and the current version if the client sends a version', async () => {
    const business = await newBusiness(services)
    const now = Math.floor(Date.now() / 1_000)
    for (const seconds of [undefined, now - 301, 0]) {
      const refused = await business.callSignedInAt(seconds, 'PATCH', me, { body: callback })
      expect([refused.status, refused.body.code]).toEqual([403, 'RECENT_SIGN_IN_REQUIRED'])
    }
    expect((await business.callSignedInAt(now - 290, 'PATCH', me, { body: callback })).status).toBe(200)
    const stale = { headers: { 'if-match': '"0"' } }
    expect((await business.call('PATCH', me, { body: callback, ...stale })).status).toBe(200)
    const changed = await business.call('PATCH', me, { body: { callbackFormat: 'xml' }, ...stale })
    expect([changed.status, changed.body.code]).toEqual([412, 'CUSTOMER_CHANGED'])
    expect((await business.call('POST', `${me}/callback/test`, stale)).body.code).toBe('CUSTOMER_CHANGED')
  })

  test.each([
    ['an address of our own network', { callbackUrl: 'https://10.0.0.1/' }],
    ['http', { callbackUrl: `${demoReceiver}/` }],
    ['no URL', { callbackUrl: '' }],
    ['no format', { callbackUrl: demoReceiver, callbackFormat: null }],
    ['an unknown format', { callbackUrl: demoReceiver, callbackFormat: 'yaml' }],
  ])('is refused with %s', async (_what, body) => {
    const business = await newBusiness(services)
    expect((await business.call('PATCH', me, { body })).status).toBe(400)
    expect((await business.call('GET', me)).body).toMatchObject({ callbackUrl: null, version: 0 })
  })

  test('is not for private accounts, whatever they send', async () => {
    const customer = services.newCustomer()
    const answers = [
      await customer.call('PATCH', me, { body: callback }),
      await customer.call('POST', `${me}/callback/test`),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'BUSINESS_ONLY'],
      [403, 'BUSINESS_ONLY'],
    ])
  })

  test('can be tested ten times an hour', async () => {
    const business = await newBusiness(services)
    await business.call('PATCH', me, { body: callback })
    const test = async () => business.call('POST', `${me}/callback/test`)
    const answers = await Promise.all(Array.from({ length: 12 }, test))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body.code).toBe('TOO_MANY_TESTS')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3_500)
    const hourAgo = new Date(Date.now() - 3_601_000)
    await services.database
      .updateTable('profiles')
      .set({ tests_since: hourAgo })
      .where('account_id', '=', business.id)
      .execute()
    expect((await test()).status).toBe(200)
  })
})
