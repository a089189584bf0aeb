import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { makeJpeg } from '../support/pictures.ts'
import {
  Customer,
  type Photo,
  type PhotoServices,
  publicUrl,
  startPhotoServices,
} from '../services/storage/customer.ts'

const editor = 'https://editor.example'

describe('the signed URL of a photo in a bucket', () => {
  let running: PhotoServices
  let customer: Customer
  let bytes: Buffer
  let photo: Photo | undefined

  beforeAll(async () => {
    running = await startPhotoServices(undefined, { ALLOWED_ORIGINS: editor })
    customer = new Customer(running.services.url, running.issuer)
    bytes = await makeJpeg({ width: 800, height: 600 })
    await customer.upload(bytes, 'Åre 🏔.jpg')
    photo = (await customer.photosOf(1))[0]
  })
  afterAll(async () => running.close())

  async function ask(url: string, options: RequestInit = {}): Promise<Response> {
    return fetch(url.replace(publicUrl, running.services.url), { redirect: 'manual', ...options })
  }

  test('leads to the bucket, to the same URL all day, so that browsers keep the picture', async () => {
    const answers = await Promise.all([ask(photo?.url ?? ''), ask(photo?.url ?? '')])
    expect(answers.map(({ status }) => status)).toEqual([307, 307])
    const [first, again] = answers.map(({ headers }) => headers.get('location') ?? '')
    expect(again).toBe(first)
    expect(new URL(first ?? '').origin).toBe(inject('s3').url)
    expect(first).toMatch(/X-Amz-Date=\d{8}T000000Z/)
    expect(answers[0]?.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/)
    const picture = await fetch(first ?? '')
    expect(Buffer.from(await picture.arrayBuffer()).equals(bytes)).toBe(true)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect(picture.headers.get('cache-control')).toBe('private, max-age=86400, immutable')
  })

  test('works for HEAD, for byte ranges, and for pages of other origins', async () => {
    const head = await ask(photo?.url ?? '', { method: 'HEAD', redirect: 'follow' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    const part = await ask(photo?.url ?? '', { headers: { range: 'bytes=2-4' }, redirect: 'follow' })
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(2, 5))
    const foreign = await ask(photo?.url ?? '', { headers: { origin: editor } })
    expect(foreign.headers.get('access-control-allow-origin')).toBe(editor)
    // After a redirect to a third origin, browsers send the origin `null`.
    const followed = await fetch(foreign.headers.get('location') ?? '', { headers: { origin: 'null' } })
    expect(followed.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('gives a download the name of the photo, and fails for a missing file, an altered URL and an expired URL', async () => {
    const download = await ask(photo?.untouchedUrl ?? '', { redirect: 'follow' })
    expect(download.headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%85re%20%F0%9F%8F%94.jpg")
    const { blobs } = running.services.platform
    const missing = await ask(blobs.signedUrl('photos/none/original', { fileName: 'a.jpg' }))
    expect([missing.status, (await missing.json()).code]).toEqual([404, 'NOT_FOUND'])
    const altered = await ask(`${photo?.url}x`)
    expect([altered.status, altered.headers.get('location')]).toEqual([403, null])
    const expired = await ask(blobs.signedUrl('any', { expires: new Date(0) }))
    expect(expired.status).toBe(410)
  })

  test('leads to a URL that browsers do not store if the file is confidential, and that expires with the access', async () => {
    const { blobs } = running.services.platform
    const secret = await ask(blobs.signedUrl('a/b.json', { isConfidential: true }))
    expect(secret.headers.get('cache-control')).toBe('no-store')
    const direct = new URL(secret.headers.get('location') ?? '').searchParams
    expect(direct.get('response-cache-control')).toBe('no-store')
    expect(Number(direct.get('X-Amz-Expires'))).toBeLessThanOrEqual(1_800)
    const soon = await ask(blobs.signedUrl('a/b.json', { expires: new Date(Date.now() + 60_000) }))
    const { searchParams } = new URL(soon.headers.get('location') ?? '')
    const date = searchParams
      .get('X-Amz-Date')
      ?.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
    const end = Date.parse(date ?? '') + Number(searchParams.get('X-Amz-Expires')) * 1000
    expect(Math.abs(end - Date.now() - 60_000)).toBeLessThan(5_000)
  })
})
