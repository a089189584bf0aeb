import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { photoId } from '../../support/globalIds.ts'
import { buildPhoto } from '../../support/photoLibrary.ts'
import { anna } from '../../support/tokens.ts'

/*
 * The requests that a foreign page can make a browser send without a preflight: GET, and POST with three content types.
 * The tests send these requests with Anna's token, which no foreign page has. Even so, nothing may change.
 */

const gateway = setUpGateway()
let authorization: string

beforeAll(() => {
  authorization = `Bearer ${gateway.token}`
})
beforeEach(() => {
  gateway.upstreams.library(anna).photos = [buildPhoto(1)]
})

const query = `mutation { deletePhotos(input: { photoIds: ["${photoId(1)}"] }) { __typename } }`
const photosAndCalls = () => [gateway.upstreams.library(anna).photos.length, gateway.upstreams.pathsOf('photos')]
const form = new URLSearchParams({ query }).toString()
const boundary = 'multipart/form-data; boundary=x'
const multipart =
  `--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n${JSON.stringify({ query })}\r\n` +
  `--x\r\ncontent-disposition: form-data; name="map"\r\n\r\n{}\r\n--x--\r\n`

describe('a foreign page', () => {
  test('could change data if it could send JSON', async () => {
    const response = await gateway.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization },
      payload: { query },
    })
    expect(response.json()).toEqual({ data: { deletePhotos: { __typename: 'DeletePhotosSuccess' } } })
    expect(gateway.upstreams.library(anna).photos).toEqual([])
  })

  test.each([
    ['text/plain', JSON.stringify({ query })],
    ['text/plain;charset=UTF-8', JSON.stringify({ query })],
    ['text/plain; x=application/json', JSON.stringify({ query })],
    ['application/x-www-form-urlencoded', form],
    ['application/x-www-form-urlencoded; charset=utf-8', form],
    [boundary, multipart],
    ['multipart/mixed; boundary=x', multipart],
    ['application/graphql', query],
    ['application/xml', JSON.stringify({ query })],
    ['application/jsonp', JSON.stringify({ query })],
    ['nonsense', JSON.stringify({ query })],
    ['', JSON.stringify({ query })],
  ])('changes nothing with POST as %s', async (type, payload) => {
    const headers = { authorization, 'content-type': type }
    const response = await gateway.app.inject({ method: 'POST', url: '/graphql', headers, payload })
    expect([response.statusCode, response.json().errors[0].extensions.code]).toEqual([415, 'BAD_USER_INPUT'])
    expect(photosAndCalls()).toEqual([1, []])
  })

  test.each([
    ['no body', {}],
    ['the operation in the URL', { query: { query } }],
  ])('changes nothing with a POST that has %s', async (_what, request) => {
    const response = await gateway.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization },
      ...request,
    })
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.statusCode).toBeLessThan(500)
    expect(photosAndCalls()).toEqual([1, []])
  })

  test.each(['*/*', 'text/html', 'application/json', 'text/event-stream', 'multipart/mixed'])(
    'changes nothing with a GET that accepts %s',
    async (accept) => {
      const headers = { authorization, accept }
      const response = await gateway.app.inject({ method: 'GET', url: '/graphql', headers, query: { query } })
      if (accept === 'text/html') expect(response.headers['content-type']).toMatch(/^text\/html/)
      else expect(response.statusCode).toBe(405)
      expect(photosAndCalls()).toEqual([1, []])
    },
  )

  test.each(['PUT', 'PATCH', 'DELETE', 'HEAD'] as const)('changes nothing with %s', async (method) => {
    const response = await gateway.app.inject({ method, url: '/graphql', headers: { authorization }, query: { query } })
    expect([method, response.statusCode]).toEqual([method, method === 'HEAD' ? 405 : 404])
    expect(photosAndCalls()).toEqual([1, []])
  })
})
