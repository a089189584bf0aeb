import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { readEdgeConfig } from '../../edge/config.ts'
import { answerTo, handshake, portOf, setUpEdge, startEdge, stop, webRoot } from './edgeServers.ts'

const edge = setUpEdge()

describe('forwarding', () => {
  test.each([
    ['/graphql', 'gateway', '/graphql'],
    ['/graphql?query=%7Bviewer%7Bemail%7D%7D', 'gateway', '/graphql?query=%7Bviewer%7Bemail%7D%7D'],
    ['/identity/.well-known/openid-configuration', 'services', '/identity/.well-known/openid-configuration'],
    ['/storage/files', 'services', '/storage/files'],
    ['/config.json', 'services', '/site/config.json'],
    ['/locales/en-GB.json', 'services', '/site/locales/en-GB.json'],
    ['/brands/keepsake/logo.svg', 'services', '/site/brands/keepsake/logo.svg'],
    ['/books/a_token-1/pages/2/300.jpg', 'services', '/widgets/books/a_token-1/pages/2/300.jpg'],
    ['/books/oembed?url=x', 'services', '/widgets/books/oembed?url=x'],
    ['/measurements', 'services', '/analytics/v1/measurements'],
    ['/help', 'services', '/site/pages/help'],
    ['/help/?a=1', 'services', '/site/pages/help?a=1'],
    ['/help/privacy?stripped', 'services', '/site/pages/help/privacy?stripped'],
    ['/shop/reorder/K-1?key=2', 'services', '/site/pages/shop/reorder/K-1?key=2'],
    ['/feedback', 'services', '/analytics/v1/feedback'],
    ['/feedback/keepsake-en-gb.js', 'services', '/site/feedback/keepsake-en-gb.js'],
    ['/dev/outbox', 'services', '/dev/outbox'],
    ['/dev/backup', 'services', '/dev/backup'],
    ['/dev/api/photos.json', 'services', '/dev/api/photos.json'],
    ['/dev/identity/token', 'services', '/identity/dev/token'],
    ['/dev/photos/synthetic', 'services', '/photos/dev/synthetic'],
    ['/dev/customers/orders', 'services', '/customers/dev/orders'],
    ['/dev/orders/synthetic', 'services', '/orders/dev/synthetic'],
    ['/dev/analytics/counts/2026-11-29', 'services', '/analytics/dev/counts/2026-11-29'],
    ['/dev/payment-provider/setup_1', 'services', '/payments/demo-provider/pages/setup_1'],
  ])('%s goes to the %s as %s', async (path, name, arrives) => {
    const response = await fetch(edge.url + path)
    expect(await response.json()).toEqual({ name, path: arrives, size: 0 })
  })

  test('the edge does not forward the REST calls of photos', async () => {
    const response = await fetch(`${edge.url}/photos/photos`)
    expect(await response.text()).toContain('<title>client</title>')
    expect(edge.services.seen.map((request) => request.url)).toEqual(['/site/config.json'])
  })

  test('a connection is used again, but not after it was idle for the given time', async () => {
    let connections = 0
    edge.services.server.on('connection', (socket) => {
      connections += 1
      socket.once('close', () => (connections -= 1))
    })
    const urls = { GATEWAY_URLS: edge.gateway.url, SERVICES_URLS: edge.services.url }
    const { url } = await startEdge(urls, { keepIdle: 500 })
    for (let count = 0; count < 3; count += 1) await (await fetch(`${url}/storage/usage`)).text()
    expect(connections).toBe(1)
    await expect.poll(() => connections).toBe(0)
    expect((await fetch(`${url}/storage/usage`)).status).toBe(200)
  })

  test('an answer may take longer than the time for which an idle connection is kept', async () => {
    edge.services.handle = (_request, response) => void setTimeout(() => response.end('late'), 400)
    const urls = { GATEWAY_URLS: edge.gateway.url, SERVICES_URLS: edge.services.url }
    const { url } = await startEdge(urls, { keepIdle: 100 })
    for (let count = 0; count < 2; count += 1) expect(await (await fetch(`${url}/storage/usage`)).text()).toBe('late')
  })

  test('a body of 20 MB is streamed, not buffered', async () => {
    const response = await fetch(`${edge.url}/storage/files`, { method: 'POST', body: new Uint8Array(20_000_000) })
    expect(await response.json()).toMatchObject({ size: 20_000_000 })
  })

  test.each([
    ['/graphql', 1_048_577, '413'],
    ['/identity/token', 1_048_577, '413'],
    ['/storage/uploads', 1_048_577, '413'],
    ['/graphql', 1_048_576, '200'],
    ['/storage/files', 10_000_000, '200'],
  ])('a body for %s of %i bytes gets %s, and is read only if it is not refused', async (path, bytes, status) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${bytes}\r\n\r\n`
    // The body of a refused request is never sent: the answer comes before the body.
    const answer = await answerTo(edge.app, status === '413' ? head : head + 'a'.repeat(bytes))
    expect(answer).toContain(`HTTP/1.1 ${status}`)
    expect(edge.gateway.seen.length + edge.services.seen.length).toBe(status === '413' ? 0 : 1)
    if (status === '413') expect(answer).toContain('"code":"BODY_TOO_LARGE"')
  })

  test('the caller’s X-Forwarded-* headers are replaced', async () => {
    await fetch(`${edge.url}/config.json`, {
      headers: { 'x-forwarded-for': '10.9.8.7', 'x-forwarded-host': 'evil.example' },
    })
    const [request] = edge.services.seen
    expect(request?.headers['x-forwarded-for']).toBe('127.0.0.1')
    expect(request?.headers['x-forwarded-host']).toBe(new URL(edge.url).host)
    expect(request?.headers['x-forwarded-proto']).toBe('http')
  })

  test('behind a trusted proxy, X-Forwarded-* headers are kept', async () => {
    const trusting = await startEdge({
      GATEWAY_URLS: edge.gateway.url,
      SERVICES_URLS: edge.services.url,
      TRUST_PROXY: 'true',
    })
    await fetch(`${trusting.url}/config.json`, {
      headers: { 'x-forwarded-for': '10.9.8.7', 'x-forwarded-host': 'lumina.example' },
    })
    expect(edge.services.seen[0]?.headers['x-forwarded-host']).toBe('lumina.example')
  })

  test('WebSockets are forwarded in both directions with their subprotocol, and close with the edge', async () => {
    const socket = connect(portOf(edge.app.server), '127.0.0.1')
    socket.write('GET /graphql HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    const [greeting]: Buffer[] = await once(socket, 'data')
    expect(greeting?.toString()).toContain('101 Switching Protocols')
    expect(greeting?.toString().toLowerCase()).toContain('sec-websocket-protocol: graphql-transport-ws')
    socket.write('ping')
    const [echo]: Buffer[] = await once(socket, 'data')
    expect(echo?.toString()).toBe('ping')
    const closed = once(socket, 'close')
    await edge.app.close()
    await closed
  })
})

/** Requests the page of the timeline at a host. Returns it with its headers. */
function timelineAt(host: string): Promise<string> {
  return answerTo(edge.app, `GET /my-photos/photos HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
}

/** Requests the page as a browser that accepts these encodings. Returns the encoding and the text of the page. */
async function pageIn(encodings: string): Promise<[string | null, string]> {
  const response = await fetch(edge.url, { headers: { 'accept-encoding': encodings } })
  return [response.headers.get('content-encoding'), await response.text()]
}

describe('the limits of forwarding', () => {
  test.each([
    '/identity/../photos/photos',
    '/storage/./../photos/events',
    '/storage/%2e%2E/photos/users',
    '/identity/.%2e/photos/users',
    '/graphql/../readyz',
    '/locales/..\\..\\photos/users',
  ])('%s does not reach a private path', async (path) => {
    const answer = await answerTo(edge.app, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 40[034] /)
    expect([...edge.services.seen, ...edge.gateway.seen]).toHaveLength(0)
  })

  test('two dots in a query do not prevent forwarding', async () => {
    await fetch(`${edge.url}/storage/files?name=/../x`)
    expect(edge.services.seen[0]?.url).toBe('/storage/files?name=/../x')
  })

  test.each(['/storage/files', '/identity/auth', '/config.json', '/my-photos/photos'])(
    'a WebSocket handshake at %s is answered as an ordinary request',
    async (path) => {
      expect(await answerTo(edge.app, `GET ${path} HTTP/1.1\r\n${handshake}`)).toMatch(/^HTTP\/1.1 200 /)
      expect(edge.services.seen.every(({ headers }) => headers.upgrade === undefined)).toBe(true)
    },
  )

  test('a client that offers HTTP/2 is answered by HTTP/1.1', async () => {
    const offer =
      'Host: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMA\r\n\r\n'
    expect(await answerTo(edge.app, `GET /config.json HTTP/1.1\r\n${offer}`)).toMatch(/^HTTP\/1.1 200 /)
  })

  test('a socket that the gateway refuses does not break later requests', async () => {
    edge.gateway.server.removeAllListeners('upgrade')
    for (let index = 0; index < 3; index += 1) {
      expect(await answerTo(edge.app, `GET /graphql HTTP/1.1\r\n${handshake}`)).toMatch(/^HTTP\/1.1 200 /)
      expect((await fetch(`${edge.url}/graphql`, { method: 'OPTIONS' })).status).toBe(200)
    }
  })
})

describe('an unreachable part', () => {
  test('makes the edge answer 503 with a problem document and Retry-After', async () => {
    await stop(edge.services)
    const response = await fetch(`${edge.url}/config.json`)
    expect(response.status).toBe(503)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  })

  test('is named in the answer of /readyz', async () => {
    expect(await (await fetch(`${edge.url}/readyz`)).json()).toEqual({
      status: 'ok',
      gateways: [true],
      services: [true],
      storage: [true],
    })
    await stop(edge.gateway)
    const response = await fetch(`${edge.url}/readyz`)
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({
      status: 'unavailable',
      gateways: [false],
      services: [true],
      storage: [true],
    })
  })
})

describe('the client', () => {
  test.each(['/', '/my-photos/photos', '/my-photos/photos/preview/abc', '/auth/callback?code=1&state=2'])(
    '%s is a page of the client with our content security policy',
    async (path) => {
      const response = await fetch(edge.url + path)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('<title>client</title>')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-security-policy')).toContain(`script-src 'self';`)
      expect(response.headers.get('content-security-policy')).not.toContain('unsafe')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    },
  )

  test.each(['/no-such-page', '/my-photos/photos/2024', '/photos/photos'])(
    '%s is not a page: the edge answers 404 with the client, which says that there is no such page',
    async (path) => {
      const headers = { 'if-none-match': (await fetch(edge.url)).headers.get('etag') ?? '' }
      const response = await fetch(edge.url + path, { headers })
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('<title>client</title>')
      expect(response.headers.get('content-security-policy')).toContain(`script-src 'self';`)
    },
  )

  test('the edge does not start without a table of the client’s routes', async () => {
    const folder = webRoot()
    const start = () =>
      startEdge({ GATEWAY_URLS: edge.gateway.url, SERVICES_URLS: edge.services.url, WEB_ROOT: folder })
    writeFileSync(join(folder, 'routes.json'), '{}')
    await expect(start()).rejects.toThrow('routes.json')
    rmSync(join(folder, 'routes.json'))
    await expect(start()).rejects.toThrow('routes.json')
  })

  test('the root is also served to clients that accept no compression', async () => {
    const response = await fetch(edge.url, { headers: { 'accept-encoding': 'identity' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain(`script-src 'self';`)
  })

  test('a page can be requested by HEAD', async () => {
    const response = await fetch(`${edge.url}/my-photos/photos`, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/html')
  })

  test('a page contains the public config of its host as data that cannot close its element', async () => {
    edge.services.answers['/site/config.json'] = { name: '</script><b>$&' }
    const html = await (await fetch(`${edge.url}/my-photos/photos`)).text()
    const data = /<script type="application\/json" id="public-config">(.*?)<\/script>\s*<title>client/.exec(html)?.[1]
    expect(data).not.toContain('<')
    expect(JSON.parse(data ?? '')).toEqual({ name: '</script><b>$&' })
    expect(edge.services.seen[0]?.headers['x-forwarded-host']).toBe(new URL(edge.url).host)
  })

  test('at a host of no brand, every page of the client is replaced by the services’ page for unknown hosts', async () => {
    edge.services.handle = ({ url }, response) => {
      const isConfig = url === '/site/config.json'
      response.writeHead(404, { 'content-type': isConfig ? 'application/problem+json' : 'text/html' })
      response.end(isConfig ? '{"code":"UNKNOWN_HOST"}' : `The page ${url}`)
    }
    const response = await fetch(`${edge.url}/my-photos/photos?x=1`, { headers: { 'accept-language': 'nl' } })
    expect([response.status, await response.text()]).toEqual([404, 'The page /site/unknown-host'])
    const [, shown] = edge.services.seen
    expect(shown).toMatchObject({ url: '/site/unknown-host', headers: { 'accept-language': 'nl' } })
    expect(shown?.headers['x-forwarded-host']).toBe(new URL(edge.url).host)
  })

  test('a page preloads the fonts of its brand, but no font from another URL', async () => {
    const font = '/brands/se/fraunces.woff2?v=abc-1'
    const fonts = [{ url: font }, { url: 'https://evil.example/x.woff2?v=1' }, { url: '/brands/a"b.woff2?v=1' }, null]
    edge.services.answers['/site/config.json'] = { fonts }
    const html = await (await fetch(`${edge.url}/my-photos/photos`)).text()
    const preloads = [...html.matchAll(/<link rel="preload" href="([^"]*)" as="font"/g)].map(([, url]) => url)
    expect(preloads).toEqual([font])
  })

  test('only the inline scripts of the build may run, whatever the config contains', async () => {
    const code = 'send("first requests")'
    const folder = webRoot()
    writeFileSync(join(folder, 'index.html'), `<script type="module" async>${code}</script><title>client</title>`)
    edge.services.answers['/site/config.json'] = { name: '<script type="module" async>steal()</script>' }
    const started = await startEdge({
      GATEWAY_URLS: edge.gateway.url,
      SERVICES_URLS: edge.services.url,
      WEB_ROOT: folder,
    })
    const policy = (await fetch(started.url)).headers.get('content-security-policy')
    const hash = createHash('sha256').update(code).digest('base64')
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  })

  test('a page is compressed for browsers that accept it', async () => {
    const [, plain] = await pageIn('identity')
    expect(await pageIn('gzip, br')).toEqual(['br', plain])
    expect(await pageIn('gzip')).toEqual([null, plain])
  })

  test('a page that the browser has is not sent again, unless the config has changed', async () => {
    edge.services.answers['/site/config.json'] = { name: 'One' }
    const etag = (await fetch(edge.url)).headers.get('etag') ?? ''
    const statusNow = async () => (await fetch(edge.url, { headers: { 'if-none-match': etag } })).status
    expect(await statusNow()).toBe(304)
    edge.services.answers['/site/config.json'] = { name: 'Two' }
    expect(await statusNow()).toBe(200)
  })

  test('while the services are down, a page is marked with data-away, and has the last config of its host', async () => {
    edge.services.answers['/site/config.json'] = { name: 'Keepsake' }
    expect(await timelineAt(new URL(edge.url).host)).toContain(
      '<script type="application/json" id="public-config">{"name":"Keepsake"}</script>',
    )
    await stop(edge.services)
    expect(await timelineAt(new URL(edge.url).host)).toContain(
      'id="public-config" data-away>{"name":"Keepsake"}</script>',
    )
    expect(await timelineAt('other.example')).toContain('id="public-config" data-away>null</script>')
    const known = await fetch(edge.url)
    expect([known.status, known.headers.get('retry-after')]).toEqual([200, null])
  })

  test.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
    ['refuse the connection', ({ socket }) => socket.destroy()],
    ['never answer', () => undefined],
    ['never finish their answer', (_, response) => void response.writeHead(200).write('{"name":')],
    ['fail', (_, response) => void response.writeHead(500).end('{}')],
    ['answer no JSON', (_, response) => void response.end('<h1>Bad gateway</h1>')],
    ['answer no object', (_, response) => void response.end('null')],
  ])('a page arrives within a second when the services %s', async (_, answer) => {
    edge.services.server.removeAllListeners('request').on('request', answer)
    const urls = { GATEWAY_URLS: edge.gateway.url, SERVICES_URLS: edge.services.url }
    // This edge waits as long as the product does.
    const { url } = await startEdge(urls, { configTimeout: undefined })
    const deadline = vi.spyOn(AbortSignal, 'timeout')
    const response = await fetch(`${url}/my-photos/photos`)
    // The edge does not know whether the host belongs to a brand. So the page names no brand, and has the status 503.
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await response.text()).toContain('id="public-config" data-away>null</script>')
    // The edge waits half a second for the services. The other half of the second is for the way to the browser.
    expect(deadline.mock.calls).toEqual([[500]])
    deadline.mockRestore()
  })

  test('hashed assets are cached for a year', async () => {
    const response = await fetch(`${edge.url}/assets/main-abc123.js`)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  test.each(['/assets/missing.js', '/favicon.ico'])(
    'the edge answers 404 for the missing file %s, and not a page',
    async (path) => {
      expect((await fetch(edge.url + path)).status).toBe(404)
    },
  )

  test('paths that leave the folder are not found', async () => {
    const socket = connect(portOf(edge.app.server), '127.0.0.1')
    socket.write('GET /assets/../../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    const [answer]: Buffer[] = await once(socket, 'data')
    expect(answer?.toString()).not.toContain('root:')
  })
})

describe('settings', () => {
  test.each([
    [{ PORT: 'many' }, /PORT/],
    [{ GATEWAY_URLS: 'ftp://x' }, /GATEWAY_URLS/],
    [{ SERVICES_URLS: undefined }, /SERVICES_URLS/],
    [{ PUBLIC_URL: 'localhost' }, /PUBLIC_URL/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
  ])('with %o the edge does not start, and the error names the setting', (wrong, name) => {
    const right = { GATEWAY_URLS: 'http://localhost:1', SERVICES_URLS: 'http://localhost:2' }
    expect(() => readEdgeConfig({ ...right, ...wrong })).toThrow(name)
  })
})
