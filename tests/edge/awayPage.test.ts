import { describe, expect, test } from 'vitest'
import { setUpEdge, stop } from './edgeServers.ts'

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
