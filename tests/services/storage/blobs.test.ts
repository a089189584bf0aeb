import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeJpeg } from '../../support/pictures.ts'
import { Customer, type PhotoServices, startPhotoServices } from './customer.ts'

describe('a signed URL', () => {
  let running: PhotoServices
  let customer: Customer
  let bytes: Buffer
  let url = ''
  let download = ''

  beforeAll(async () => {
    running = await startPhotoServices(undefined, { ALLOWED_ORIGINS: 'https://editor.example' })
    customer = new Customer(running.services.url, running.issuer)
    bytes = await makeJpeg({ width: 800, height: 600 })
    await customer.upload(bytes, 'Åre 🏔.jpg')
    const [photo] = await customer.photosOf(1)
    url = photo?.url ?? ''
    download = photo?.untouchedUrl ?? ''
  })
  afterAll(async () => running.close())

  test('returns the bytes, usable only as an image', async () => {
    const response = await customer.read(url)
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'accept-ranges': 'bytes',
    })
    expect(headers['cache-control']).toMatch(/^private, max-age=\d+, immutable$/)
    expect(headers).not.toHaveProperty('content-disposition')
  })

  test('is a download under the photo’s own name, if the URL is signed for a download', async () => {
    const response = await customer.read(download)
    expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%85re%20%F0%9F%8F%94.jpg")
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test.each([
    ['bytes=0-9', 0, 10],
    ['Bytes=0-9', 0, 10],
    ['bytes=100-', 100, undefined],
    ['bytes=-7', -7, undefined],
    ['bytes=5-99999999', 5, undefined],
  ])('returns a part: %s', async (range, start, end) => {
    const response = await customer.read(url, { range })
    expect(response.status).toBe(206)
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(start, end))).toBe(true)
  })

  test('reports the size for a range after the end', async () => {
    const response = await customer.read(url, { range: 'bytes=99999999-' })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe(`bytes */${bytes.length}`)
  })

  test('has error answers that no cache stores', async () => {
    const missing = running.services.platform.blobs.signedUrl(`photos/${customer.id}/none/original`)
    const expired = running.services.platform.blobs.signedUrl('any', { expires: new Date(0) })
    const failures = [
      await customer.read(download, { range: 'bytes=99999999-' }),
      await customer.read(missing),
      await customer.read(expired),
      await customer.read(`${url}x`),
    ]
    expect(failures.map(({ status }) => status)).toEqual([416, 404, 410, 403])
    for (const { headers } of failures) {
      expect(headers.get('cache-control')).toBe('no-store')
      for (const name of ['etag', 'last-modified', 'content-disposition']) expect(headers.has(name)).toBe(false)
    }
  })

  describe('read by a page of another origin', () => {
    const editor = 'https://editor.example'
    const foreign = 'https://elsewhere.example'
    const ask = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'range,if-range' }

    test('may be drawn and read in parts, if the origin is allowed', async () => {
      for (const headers of [{}, { range: 'bytes=0-9' }, { range: 'bytes=99999999-' }]) {
        const response = await customer.read(url, { origin: editor, ...headers })
        expect(response.headers.get('access-control-allow-origin')).toBe(editor)
        expect(response.headers.get('access-control-expose-headers')).toMatch(/\bContent-Range\b.*\bETag\b/)
      }
      const preflight = await customer.call('OPTIONS', new URL(url).pathname, { headers: { origin: editor, ...ask } })
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('access-control-allow-origin')).toBe(editor)
      expect(preflight.headers.get('access-control-allow-headers')).toMatch(/\bRange, If-Range\b/)
    })

    test('is not readable, if the origin is not allowed', async () => {
      const answers = [
        await customer.read(url, { origin: foreign }),
        await customer.call('OPTIONS', new URL(url).pathname, { headers: { origin: foreign, ...ask } }),
      ]
      for (const { headers } of answers) {
        expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
      }
    })

    test('is cached for each origin', async () => {
      for (const headers of [{}, { origin: editor }, { origin: foreign }]) {
        const whole = await customer.read(url, headers)
        const unchanged = await customer.read(url, { ...headers, 'if-none-match': whole.headers.get('etag') ?? '' })
        expect([whole.status, unchanged.status]).toEqual([200, 304])
        expect([whole, unchanged].map((answer) => answer.headers.get('vary'))).toEqual(['Origin', 'Origin'])
      }
    })
  })

  test.each(['bytes=9-3', 'lines=1-2', 'bytes=0-1,4-5', 'bytes=-'])(
    'returns the whole file for a range such as %s',
    async (range) => {
      const response = await customer.read(url, { range })
      expect(response.status).toBe(200)
      expect((await response.arrayBuffer()).byteLength).toBe(bytes.length)
    },
  )

  test('answers 304 to a client that has the bytes', async () => {
    const etag = (await customer.read(url)).headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    expect((await customer.read(url, { 'if-none-match': etag })).status).toBe(304)
    expect((await customer.read(url, { 'if-none-match': '"other"' })).status).toBe(200)
    expect((await customer.read(url, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
    expect((await customer.read(url, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200)
  })

  test('answers a HEAD request without reading the file', async () => {
    const { pathname, search } = new URL(url)
    const asked = { method: 'HEAD', headers: { range: 'bytes=0-9' } }
    const response = await fetch(`${running.services.url}${pathname}${search}`, asked)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(response.headers.get('accept-ranges')).toBe('bytes')
    expect(response.headers.get('etag')).toBe((await customer.read(url)).headers.get('etag'))
  })

  test('is refused if any part of it is altered', async () => {
    const { pathname, searchParams } = new URL(download)
    const altered = [
      [pathname.replace('original', '300.jpg'), {}],
      [pathname.replace(customer.id, '018f3c1a-0000-7000-8000-00000000000b'), {}],
      [pathname, { expires: String(Number(searchParams.get('expires')) + 1) }],
      [pathname, { name: 'other.exe' }],
      [pathname, { signature: 'A'.repeat(43) }],
      [pathname, { signature: '' }],
      [pathname, { extra: '1' }],
    ] as const
    for (const [path, changes] of altered) {
      const query = new URLSearchParams({ ...Object.fromEntries(searchParams), ...changes })
      expect((await customer.read(`${running.services.url}${path}?${query}`)).status).toBe(403)
    }
    expect((await customer.read(`${running.services.url}${pathname}`)).status).toBe(403)
  })

  test.each(['../../../etc/passwd', '..%2f..%2fkeys%2foperator', '%2e%2e/keys', 'a//b'])(
    'never leads to another file: %s',
    async (key) => {
      const { search } = new URL(url)
      const response = await fetch(`${running.services.url}/storage/blobs/${key}${search}`)
      expect([403, 404]).toContain(response.status)
    },
  )
})
