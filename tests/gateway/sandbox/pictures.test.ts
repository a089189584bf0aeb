import { describe, expect, test } from 'vitest'
import { setUpSandbox } from '../../support/sandboxSetup.ts'

const foreignOrigin = 'https://frame.example'
const sandbox = setUpSandbox({ ALLOWED_ORIGINS: foreignOrigin })

/** Returns the URL of a picture. */
async function address(): Promise<string> {
  const { data } = await sandbox.ask(
    '{ viewer { library { photos(first: 1) { edges { node { thumbnail(width: 300) { url } } } } } } }',
  )
  return data.viewer.library.photos.edges[0].node.thumbnail.url
}

describe('a picture', () => {
  test('can be cached, fetched in parts, and read by pages of allowed origins', async () => {
    const url = await address()
    const whole = await fetch(url, { headers: { origin: foreignOrigin } })
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect(whole.headers.get('content-type')).toBe('image/jpeg')
    expect(whole.headers.get('cache-control')).toBe('private, max-age=86400, immutable')
    expect(whole.headers.get('access-control-allow-origin')).toBe(foreignOrigin)
    expect(
      (await fetch(url, { headers: { origin: 'https://other.example' } })).headers.get('access-control-allow-origin'),
    ).toBeNull()
    const part = await fetch(url, { headers: { range: 'bytes=10-19' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20))
    expect((await fetch(url, { headers: { range: `bytes=${bytes.length}-` } })).status).toBe(416)
    expect((await fetch(url, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })).status).toBe(304)
    const head = await fetch(url, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(bytes.length))
  })

  test('has a fault of its own', async () => {
    const url = await address()
    await sandbox.control('POST', '/faults', { path: '/storage/blobs', status: 410, code: 'URL_EXPIRED', times: 1 })
    expect((await fetch(url)).status).toBe(410)
    expect((await fetch(url)).status).toBe(200)
    expect((await fetch(`${sandbox.url}/storage/blobs/x`)).status).toBe(404)
  })
})
