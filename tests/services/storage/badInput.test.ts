import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeHeic, makeHeicBomb, makeHugePng, makeJpeg, makePng, truncate } from '../../support/pictures.ts'
import { Customer, type PhotoServices, startPhotoServices, until } from './customer.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'

describe('bad input', () => {
  let running: PhotoServices
  let customer: Customer

  beforeAll(async () => {
    running = await startPhotoServices()
    customer = new Customer(running.services.url, running.issuer)
  })
  afterAll(async () => running.close())

  test.each<[string, string, () => Promise<Uint8Array> | Uint8Array]>([
    ['a text named .jpg', 'UNSUPPORTED_TYPE', () => Buffer.from('Dear diary, today was a good day.')],
    ['an SVG named .jpg', 'UNSUPPORTED_TYPE', () => Buffer.from(svg)],
    ['a GIF', 'UNSUPPORTED_TYPE', () => Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;')],
    ['an AVIF', 'UNSUPPORTED_TYPE', () => Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf')],
    ['a single byte', 'UNSUPPORTED_TYPE', () => Buffer.from([0xff])],
    ['a JPEG cut in its header', 'DAMAGED_FILE', async () => truncate(await makeJpeg())],
    ['a PNG cut in its header', 'DAMAGED_FILE', async () => truncate(await makePng())],
    ['a truncated HEIC', 'DAMAGED_FILE', async () => truncate(await makeHeic(), 0.6)],
    ['a PNG of 30,000 × 30,000 pixels', 'TOO_MANY_PIXELS', () => makeHugePng()],
    ['a PNG of 1 × 100,000 pixels', 'TOO_MANY_PIXELS', () => makeHugePng(1, 100_000)],
    ['a HEIC bomb of many uses of one tile', 'TOO_MANY_PIXELS', () => makeHeicBomb()],
    ['a HEIC bomb of few huge tiles', 'TOO_MANY_PIXELS', () => makeHeicBomb({ rows: 2, columns: 2, tileSide: 60_000 })],
    ['a HEIC without its tiles', 'DAMAGED_FILE', async () => withoutSize(await makeHeic())],
  ])('%s is refused as %s, after its bytes were received', async (_what, code, make) => {
    const bytes = await make()
    const created = await customer.create(bytes.length)
    const location = created.headers.get('location') ?? ''
    expect((await customer.append(location, 0, bytes)).status).toBe(204)
    const uploadId = location.split('/').at(-1) ?? ''
    expect(await customer.outcomeOf(location)).toMatchObject({
      status: 200,
      body: { uploadId, state: 'REJECTED', code },
    })
    expect((await customer.append(location, bytes.length, Buffer.alloc(0))).status).toBe(204)
    expect(await readdir(join(running.services.dataDir, 'uploads'))).toEqual([])
    expect(await customer.photos()).toEqual([])
  })

  test('a file of 0 bytes is refused before its creation', async () => {
    expect(await customer.create(0)).toMatchObject({ status: 422, body: { code: 'EMPTY_FILE' } })
  })

  test('a file of 2 GB is refused before any byte is sent', async () => {
    expect(await customer.create(2_000_000_000)).toMatchObject({ status: 413, body: { code: 'FILE_TOO_LARGE' } })
  })

  test.each(['-1', '1e3', 'many', '12.5', ''])('an invalid length is refused: %j', async (length) => {
    const answer = await customer.create(length)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('location')).toBeNull()
  })

  test('more bytes than were announced are refused', async () => {
    const bytes = await makeJpeg({ seed: 30 })
    const created = await customer.create(bytes.length - 10)
    const answer = await customer.append(created.headers.get('location') ?? '', 0, bytes)
    expect(answer).toMatchObject({ status: 413, body: { code: 'TOO_MANY_BYTES' } })
    expect(await customer.photos()).toEqual([])
  })

  test('invalid metadata is refused', async () => {
    expect((await customer.create(10, 'x', { 'upload-metadata': 'filename ###' })).status).toBe(400)
  })

  test.each(['../../secrets', 'not-a-uuid', randomUUID(), '%00', '..%2f..%2fetc%2fpasswd'])(
    'an upload that does not exist is refused: %s',
    async (id) => {
      const path = `/storage/files/${id}`
      expect((await customer.append(path, 0, Buffer.from('x'))).status).toBe(404)
      const state = await customer.call('GET', `/storage/uploads/${id}`)
      expect(state.status).toBe(404)
    },
  )

  test('a refused file does not prevent the next upload of the same customer', async () => {
    const other = new Customer(running.services.url, running.issuer)
    const [bad, good] = await Promise.all([other.upload(makeHeicBomb()), other.upload(await makeJpeg({ seed: 31 }))])
    expect(bad.body.state).toBe('REJECTED')
    expect(await other.photosOf(1)).toMatchObject([{ imageId: good.body.imageId }])
  })

  test.each([
    ['../../etc/passwd.jpg', 'passwd.jpg'],
    ['C:\\Users\\anna\\IMG 1.jpg', 'IMG 1.jpg'],
    ['🏔️ Фото «海».jpg', '🏔️ Фото «海».jpg'],
    [`${'ä'.repeat(500)}.jpeg`, `${'ä'.repeat(250)}.jpeg`],
    ['line\nbreak\u0000\u202e.jpg', 'linebreak.jpg'],
    ['..', 'photo'],
    ['', 'photo'],
  ])('an unsafe file name is cleaned, not refused: %j', async (given, kept) => {
    const other = new Customer(running.services.url, running.issuer)
    await other.upload(await makeJpeg({ seed: 32 }), given)
    const [photo] = await other.photosOf(1)
    expect(photo?.localFileName).toBe(kept)
    const download = await other.read(photo?.untouchedUrl ?? '')
    expect(download.status).toBe(200)
    expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"]*"; filename\*=UTF-8''\S+$/)
    await download.arrayBuffer()
  })

  test('a file with a broken picture in a valid container is kept without a picture', async () => {
    const other = new Customer(running.services.url, running.issuer)
    const heic = Buffer.from(await makeHeic({ width: 640, height: 480, seed: 33 }))
    const data = heic.indexOf('mdat') + 4
    heic.fill(0xa5, data, data + Math.floor((heic.length - data) * 0.8))
    const { body } = await other.upload(heic)
    const state = await until(async () => {
      const answer = await other.call('GET', `/storage/uploads/${body.uploadId}`)
      return answer.body.state === 'PROCESSING' ? null : answer.body
    }, 'the end of the upload')
    expect(state).toMatchObject({ state: 'READY', pictureProblem: 'UNREADABLE' })
  })
})

/** Renames the size property, so that the picture does not state its size. */
function withoutSize(heic: Buffer): Buffer {
  const copy = Buffer.from(heic)
  copy.write('free', copy.indexOf('ispe'), 'latin1')
  return copy
}
