import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { setUpEdge, startEdge, stop } from './edgeServers.ts'

const edge = setUpEdge()

/** A token like those in the links of books: 256 bits. */
const token = randomBytes(32).toString('base64url')
const uploadId = randomUUID()

describe('the log of the edge, while the services cannot be reached', () => {
  test.each([
    ['a book', `/books/${token}`, '/widgets/books/…'],
    ['an embedded book', `/books/${token}/embed`, '/widgets/books/…/embed'],
    ['a picture of a book', `/books/${token}/pages/4/800.jpg`, '/widgets/books/…/pages/…/…'],
    ['a view of a book', `/books/${token}/views`, '/widgets/books/…/views'],
    ['an embedding site', `/books/oembed?url=https://localhost/books/${token}`, '/widgets/books/oembed'],
    ['the end of mails', `/books/stop/${token}`, '/widgets/books/stop/…'],
    ['the end of the newsletter', `/newsletter/unsubscribe/${token}`, '/mailing/unsubscribe/…'],
    ['an upload', `/storage/files/${uploadId}`, '/storage/files/…'],
    ['the outcome of an upload', `/storage/uploads/${uploadId}?accountId=${token}`, '/storage/uploads/…'],
    ['a claim', '/storage/getanonymousuploads', '/storage/getanonymousuploads'],
    ['a call of the API', '/identity/v1/sessions', '/identity/v1/sessions'],
  ])('has the path of %s without its secrets', async (_what, path, logged) => {
    const lines: string[] = []
    const { url } = await startEdge(
      { GATEWAY_URLS: edge.gateway.url, SERVICES_URLS: edge.services.url, LOG_LEVEL: 'trace' },
      { log: { write: (line) => lines.push(line) } },
    )
    await stop(edge.services)
    const { status } = await fetch(url + path, { headers: { referer: `http://localhost:4000/books/${token}` } })
    expect(status).toBe(503)
    const text = lines.join('')
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ msg: 'forwarding failed', path: logged }),
    )
    for (const secret of [token, uploadId]) expect(text).not.toContain(secret)
  })
})
