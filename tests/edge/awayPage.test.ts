import { describe, expect, test } from 'vitest'
import { answerTo, setUpEdge, stop } from './edgeServers.ts'

const edge = setUpEdge()
const navigation = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }

describe('a request that cannot be forwarded', () => {
  test.each([
    ['a page', 'reload', { headers: navigation }],
    ['a page, in a browser without fetch metadata', 'reload', { headers: { accept: 'text/html,*/*;q=0.8' } }],
    ['the answer to a form', 'back', { headers: navigation, method: 'POST', body: 'a=1' }],
  ])('is answered for %s with the client’s page, which continues by "%s"', async (_, way, options) => {
    edge.services.answers['/site/config.json'] = { name: 'Keepsake' }
    await fetch(edge.url)
    await stop(edge.services)
    const response = await fetch(`${edge.url}/identity/interaction/abc`, options)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'; script-src 'self'")
    expect(response.headers.get('x-correlation-id')).toMatch(/./)
    expect(await response.text()).toContain(`id="public-config" data-away="${way}">{"name":"Keepsake"}</script>`)
    expect(await (await fetch(edge.url)).text()).toContain('id="public-config" data-away>{"name":"Keepsake"}</script>')
  })

  test('is answered with a problem document for everything that is no page', async () => {
    await stop(edge.services)
    for (const destination of ['empty', 'image', 'script', 'iframe']) {
      const headers = { 'sec-fetch-dest': destination, accept: 'text/html' }
      const response = await fetch(`${edge.url}/books/abc/cover.jpg`, { headers })
      expect(await response.json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
    }
  })
})

const problem = JSON.stringify({ status: 503, code: 'UNAVAILABLE' })

/** Lets the services answer 503 with a body of this media type. */
function answerWith(type: string, body: string): void {
  edge.services.handle = (_request, response) => {
    response.writeHead(503, { 'content-type': type, 'retry-after': '5', 'set-cookie': ['a=1', 'b=2'] }).end(body)
  }
}

describe('a part that answers 503', () => {
  test('with a problem document is replaced for pages by the client’s page', async () => {
    answerWith('application/problem+json; charset=utf-8', problem)
    for (const [method, way] of [
      ['GET', 'reload'],
      ['POST', 'back'],
    ]) {
      const response = await fetch(`${edge.url}/books/abc`, { headers: navigation, method: String(method) })
      expect([response.status, response.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
      expect(response.headers.get('set-cookie')).toBeNull()
      expect(await response.text()).toContain(`data-away="${way}"`)
    }
  })

  test('with a problem document is passed on to everything that is no page', async () => {
    answerWith('application/problem+json', problem)
    const response = await fetch(`${edge.url}/books/abc/cover.jpg`, { headers: { 'sec-fetch-dest': 'image' } })
    expect([response.status, await response.text()]).toEqual([503, problem])
  })

  test('with a page of its own is passed on as it is', async () => {
    answerWith('text/html', '<p>Please wait.</p>')
    const response = await fetch(`${edge.url}/identity/interaction/abc`, { headers: navigation })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await response.text()).toBe('<p>Please wait.</p>')
  })
})

describe('a page of the services', () => {
  test('is passed on with its status, its headers and its whole body, also to a client of HTTP/1.0', async () => {
    const body = 'é'.repeat(100_000)
    edge.services.handle = (_request, response) => {
      response.writeHead(404, { 'content-type': 'text/html', 'set-cookie': ['a=1', 'b=2'] })
      response.write(body.slice(0, 10))
      response.end(body.slice(10))
    }
    const response = await fetch(`${edge.url}/identity/x`, { headers: navigation })
    expect([response.status, response.headers.getSetCookie()]).toEqual([404, ['a=1', 'b=2']])
    expect(await response.text()).toBe(body)
    const head = await answerTo(edge.app, 'GET /identity/x HTTP/1.0\r\nHost: localhost\r\nAccept: text/html\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 404 /)
    expect(head.toLowerCase()).not.toContain('transfer-encoding')
  })

  test('that is cut off is cut off for the browser, too', async () => {
    edge.services.handle = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100' })
      response.write('half', () => response.destroy())
    }
    const response = await fetch(`${edge.url}/identity/x`, { headers: navigation })
    await expect(response.text()).rejects.toThrow()
  })
})
