import { describe, expect, test } from 'vitest'
import { answerTo, handshake, setUpEdge, stop } from './edgeServers.ts'

const edge = setUpEdge()

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const idOf = (response: Response) => response.headers.get('x-correlation-id')

describe('the correlation id', () => {
  test.each(['/graphql', '/config.json', '/storage/files'])('is forwarded with %s', async (path) => {
    await fetch(edge.url + path, { headers: { 'x-correlation-id': 'action-7' } })
    await fetch(edge.url + path)
    const [given, created] = [...edge.gateway.seen, ...edge.services.seen].map(
      ({ headers }) => headers['x-correlation-id'],
    )
    expect(given).toBe('action-7')
    expect(created).toMatch(uuid)
  })

  test('is forwarded with the handshake of a WebSocket', async () => {
    await answerTo(edge.app, `GET /graphql HTTP/1.1\r\nX-Correlation-Id: socket-1\r\n${handshake}`)
    await answerTo(edge.app, `GET /graphql HTTP/1.1\r\n${handshake}`)
    const [given, created] = edge.gateway.seen.map(({ headers }) => headers['x-correlation-id'])
    expect(given).toBe('socket-1')
    expect(created).toMatch(uuid)
  })

  test('is forwarded when a page reads its public config', async () => {
    const response = await fetch(edge.url, { headers: { 'x-correlation-id': 'page-1' } })
    expect([edge.services.seen[0]?.headers['x-correlation-id'], idOf(response)]).toEqual(['page-1', 'page-1'])
  })

  test.each(['a'.repeat(65), 'a b', 'a"b', ''])('is replaced when it is not valid: %s', async (given) => {
    const response = await fetch(`${edge.url}/livez`, { headers: { 'x-correlation-id': given } })
    expect(idOf(response)).toMatch(uuid)
  })

  test.each([
    ['a page', 200, '/my-photos/photos'],
    ['an asset', 200, '/assets/main-abc123.js'],
    ['a missing page', 404, '/no-such-page'],
    ['a missing file', 404, '/no-such-file.js'],
    ['an invalid address', 400, '/%zz'],
    ['liveness', 200, '/livez'],
    ['readiness', 200, '/readyz'],
  ])('and nosniff are in the answer for %s (%i)', async (_what, status, path) => {
    const response = await fetch(edge.url + path, { headers: { 'x-correlation-id': 'action-8' } })
    const found = [response.status, idOf(response), response.headers.get('x-content-type-options')]
    expect(found).toEqual([status, 'action-8', 'nosniff'])
  })

  test('and nosniff are in the answer of the edge for a part that cannot be reached', async () => {
    await stop(edge.services)
    const response = await fetch(`${edge.url}/config.json`, { headers: { 'x-correlation-id': 'action-9' } })
    expect([response.status, idOf(response), response.headers.get('x-content-type-options')]).toEqual([
      503,
      'action-9',
      'nosniff',
    ])
  })
})
