import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { originalKey } from '../../../services/storage/keys.ts'
import { readUpload } from '../../../services/storage/uploadStore.ts'
import type { StorageTables } from '../../../services/storage/tables.ts'
import { keysInBucket } from '../../support/blobSettings.ts'
import { databaseKinds } from '../../support/database.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { createTokenIssuer } from '../../support/tokens.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import { type Customer, until } from './customer.ts'
import { sendPart, untilInFolder } from './partialUpload.ts'

const resumable = { 'tus-resumable': '1.0.0' }
/** An origin that the operator allows. */
const editor = 'https://editor.example'
/** How many bytes a connection sends before it is cut or hangs. */
const partBytes = 30_000

describe.each(databaseKinds)('uploads, on %s', (kind) => {
  const services = new ServiceGroup(kind, ['storage', 'photos', 'site'], { ALLOWED_ORIGINS: editor })
  let customer: Customer
  let stranger: Customer

  beforeAll(async () => {
    customer = services.newCustomer()
    stranger = services.newCustomer()
  })

  async function begin(seed: number): Promise<{ bytes: Buffer; location: string; uploadId: string }> {
    const bytes = await makeJpeg({ seed, width: 1200, height: 900 })
    const location = (await customer.create(bytes.length)).headers.get('location') ?? ''
    return { bytes, location, uploadId: location.split('/').at(-1) ?? '' }
  }

  async function offsetOf(location: string): Promise<number> {
    const answer = await customer.call('HEAD', location, { headers: resumable })
    expect(answer.status).toBe(200)
    return Number(answer.headers.get('upload-offset'))
  }

  test('resume where they stopped, in any number of pieces', async () => {
    const { bytes, location, uploadId } = await begin(1)
    for (let offset = 0; offset < bytes.length; offset += 20_000) {
      expect(await offsetOf(location)).toBe(offset)
      expect((await customer.outcomeOf(location)).body).toEqual({ uploadId, state: 'RECEIVING' })
      const answer = await customer.append(location, offset, bytes.subarray(offset, offset + 20_000))
      expect(answer.status).toBe(204)
    }
    expect(await offsetOf(location)).toBe(bytes.length)
    expect((await customer.outcomeOf(location)).body).toMatchObject({ uploadId, duplicate: false })
  })

  test('survive a connection that is cut half-way', async () => {
    const { bytes, location, uploadId } = await begin(2)
    const socket = await sendPart(services.url, customer, location, bytes, partBytes)
    await untilReceived(services.dataDir, uploadId, bytes.subarray(0, partBytes))
    socket.destroy()
    const offset = await offsetOf(location)
    expect(offset).toBe(partBytes)
    expect((await customer.append(location, offset, bytes.subarray(offset))).status).toBe(204)
    const { body } = await customer.outcomeOf(location)
    const photo = (await customer.photosOf(2)).find(({ imageId }) => imageId === body.imageId)
    const download = await customer.read(photo?.untouchedUrl ?? '')
    expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('continue despite a hanging connection', async () => {
    const { bytes, location, uploadId } = await begin(7)
    // The next request stops a writer of its own process directly. To show this, the timers are frozen: neither a
    // renewal nor the end of the lease can stop the writer.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const hanging = await sendPart(services.url, customer, location, bytes, partBytes)
    const ino = await untilReceived(services.dataDir, uploadId, bytes.subarray(0, partBytes))
    await offsetOf(location)
    // The lease was released, so the file is still the same. After an expired lease, a copy would replace it.
    if (ino !== null) expect((await stat(join(services.dataDir, 'uploads', uploadId))).ino).toBe(ino)
    // Like a tus client, first requests the offset, which ends the hanging connection. Its last bytes may still arrive.
    await until(async () => {
      const offset = await offsetOf(location)
      const { status } = await customer.append(location, offset, bytes.subarray(offset))
      expect([204, 409]).toContain(status)
      return status === 204 ? true : null
    }, 'the end of the upload')
    hanging.destroy()
  })

  test('refuse a piece at a wrong offset, or a piece that is too long', async () => {
    const { bytes, location } = await begin(8)
    expect((await customer.append(location, 0, bytes.subarray(0, 100))).status).toBe(204)
    expect(await customer.append(location, 50, bytes.subarray(50))).toMatchObject({
      status: 409,
      body: { code: 'WRONG_OFFSET' },
    })
    expect((await customer.append(location, 100, bytes)).status).toBe(413)
    expect(await offsetOf(location)).toBe(100)
  })

  /** Appends bytes without a `Content-Length`. */
  async function appendStream(location: string, ...pieces: readonly Uint8Array[]): Promise<Response> {
    const request: RequestInit & { duplex: 'half' } = {
      method: 'PATCH',
      headers: {
        ...resumable,
        authorization: `Bearer ${await customer.token()}`,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: new Blob(pieces.map((piece) => new Uint8Array(piece))).stream(),
      duplex: 'half',
    }
    return fetch(`${services.url}${location}`, request)
  }

  test('accept pieces of unknown length', async () => {
    const { bytes, location } = await begin(9)
    expect((await appendStream(location, bytes)).status).toBe(204)
    expect((await customer.outcomeOf(location)).body).toMatchObject({ duplicate: false })
  })

  test('refuse a piece of unknown length that is too long, after reading all of it', async () => {
    const { bytes, location } = await begin(15)
    const response = await appendStream(location, bytes, Buffer.alloc(2_000_000))
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ code: 'TOO_MANY_BYTES' })
    expect(await offsetOf(location)).toBeLessThanOrEqual(bytes.length)
  })

  test('are stored durably before the last byte is acknowledged', async () => {
    const { bytes, location, uploadId } = await begin(17)
    await customer.append(location, 0, bytes)
    const row = await readUpload(services.platform.database<StorageTables>('storage'), uploadId)
    expect(row?.state).not.toBe('RECEIVING')
    const untouched = await services.platform.blobs.get(originalKey(customer.id, row?.image_id ?? ''))
    expect(untouched?.size).toBe(bytes.length)
  })

  test('report their outcome, however often it is requested', async () => {
    const { bytes, location, uploadId } = await begin(3)
    await customer.append(location, 0, bytes)
    const { body } = await customer.outcomeOf(location)
    expect(body).toMatchObject({ uploadId, duplicate: false })
    const named = await customer.call('GET', `/storage/uploads/${uploadId}?accountId=${customer.id}`)
    expect(named.body).toMatchObject({ uploadId, imageId: body.imageId, duplicate: false })
    await until(async () => ((await customer.outcomeOf(location)).body.state === 'READY' ? true : null), 'the photo')
    const other = await begin(13)
    const ids = [other.uploadId, randomUUID(), uploadId, 'nonsense']
    const { body: many } = await customer.call('GET', `/storage/uploads?ids=${ids.join(',')}`)
    expect(many.uploads).toEqual([
      { uploadId: other.uploadId, state: 'RECEIVING' },
      { uploadId, state: 'READY', imageId: body.imageId, duplicate: false },
    ])
    const tooMany = await customer.call('GET', `/storage/uploads?ids=${Array.from({ length: 101 }).join(',')}`)
    expect(tooMany.status).toBe(400)
  })

  test('are reported as complete to a client that missed the last answer', async () => {
    const { bytes, location } = await begin(10)
    await customer.append(location, 0, bytes)
    expect(await offsetOf(location)).toBe(bytes.length)
    const repeated = await customer.append(location, bytes.length, Buffer.alloc(0))
    expect(repeated.status).toBe(204)
    expect(repeated.headers.get('upload-offset')).toBe(String(bytes.length))
    for (const [offset, more] of [
      [5, 9],
      [bytes.length, 1],
    ] as const) {
      const answer = await customer.append(location, offset, Buffer.alloc(more))
      expect(answer).toMatchObject({ status: 409, body: { code: 'UPLOAD_FINISHED' } })
    }
  })

  test('are stored as originals before a client hears that they are complete, even if storing fails at first', async () => {
    const bytes = Buffer.concat([await makeJpeg(), Buffer.from('a photo of its own')])
    const location = (await customer.create(bytes.length)).headers.get('location') ?? ''
    const { blobs } = services.platform
    const put = blobs.put.bind(blobs)
    const failing = vi.spyOn(blobs, 'put').mockImplementation(async (key, ...blob) => {
      if (key.startsWith('photos/')) throw new Error('The originals cannot be stored.')
      return put(key, ...blob)
    })
    onTestFinished(() => failing.mockRestore())
    expect((await customer.append(location, 0, bytes)).status).toBe(500)
    expect((await customer.call('HEAD', location, { headers: resumable })).status).toBe(500)
    failing.mockRestore()
    expect(await offsetOf(location)).toBe(bytes.length)
    expect((await customer.outcomeOf(location)).body.state).not.toBe('RECEIVING')
  })

  test('can be cancelled, but not when they are complete', async () => {
    const { bytes, location, uploadId } = await begin(4)
    await customer.append(location, 0, bytes.subarray(0, 100))
    expect((await customer.call('DELETE', location, { headers: resumable })).status).toBe(204)
    expect((await customer.call('HEAD', location, { headers: resumable })).status).toBe(404)
    expect((await customer.call('GET', `/storage/uploads/${uploadId}`)).status).toBe(404)

    const done = await begin(5)
    await customer.append(done.location, 0, done.bytes)
    expect((await customer.call('DELETE', done.location, { headers: resumable })).status).toBe(409)
  })

  test('are private: to other accounts they do not exist', async () => {
    const { bytes, location, uploadId } = await begin(6)
    expect((await stranger.call('HEAD', location, { headers: resumable })).status).toBe(404)
    expect(await stranger.append(location, 0, bytes)).toMatchObject({ status: 404, body: { code: 'UPLOAD_NOT_FOUND' } })
    expect((await stranger.call('DELETE', location, { headers: resumable })).status).toBe(404)
    expect((await stranger.call('GET', `/storage/uploads/${uploadId}`)).status).toBe(404)
    expect((await customer.call('GET', `/storage/uploads/${uploadId}?accountId=${stranger.id}`)).status).toBe(404)
    expect((await stranger.call('GET', `/storage/uploads?ids=${uploadId}`)).body).toEqual({ uploads: [] })
    expect(await offsetOf(location)).toBe(0)
  })

  test('require a valid token on every call', async () => {
    const { location, uploadId } = await begin(7)
    const forger = await createTokenIssuer(services.running.issuer.issuer)
    const [header = '', , signature = ''] = (await customer.token()).split('.')
    const claims = Buffer.from(JSON.stringify({ sub: stranger.id })).toString('base64url')
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')
    const bad = [
      '',
      'Bearer',
      `Bearer ${await customer.token({ claims: { exp: 1 } })}`,
      `Bearer ${await customer.token({ claims: { aud: 'urn:another' } })}`,
      `Bearer ${await forger.issue(customer.id)}`,
      `Bearer ${header}.${claims}.${signature}`,
      `Bearer ${unsigned}.${claims}.`,
    ]
    for (const authorization of bad) {
      for (const [method, path] of [
        ['POST', '/storage/files'],
        ['HEAD', location],
        ['PATCH', location],
        ['DELETE', location],
        ['GET', `/storage/uploads/${uploadId}`],
      ] as const) {
        const headers = { ...resumable, authorization, 'upload-length': '5', 'upload-offset': '0' }
        expect([method, (await customer.call(method, path, { headers })).status]).toEqual([method, 401])
      }
    }
    expect(await offsetOf(location)).toBe(0)
  })

  test('are limited to the pages of allowed origins, by CORS', async () => {
    const own = ['http://keepsake.test:4000', 'http://lumina.keepsake.test:4000', editor]
    const foreign = ['http://keepsake.test', 'https://keepsake.test:4000', 'http://evilkeepsake.test:4000', 'null']
    for (const origin of [...own, ...foreign]) {
      const preflight = { origin, 'access-control-request-method': 'PATCH' }
      const response = await fetch(`${services.url}/storage/files`, { method: 'OPTIONS', headers: preflight })
      const isOwn = own.includes(origin)
      expect(response.headers.get('access-control-allow-origin')).toBe(isOwn ? origin : null)
      const created = await customer.create(10, 'x.jpg', { origin })
      expect(created.headers.get('access-control-allow-origin')).toBe(isOwn ? origin : null)
      const refused = await customer.create(0, 'x.jpg', { origin })
      expect(refused.headers.get('access-control-allow-origin')).toBe(isOwn ? origin : null)
    }
  })
})

/**
 * Waits until the part of a file that was sent has arrived.
 * @returns the inode number of the upload's file; null if uploads are not kept in files
 */
async function untilReceived(dataDir: string, uploadId: string, part: Buffer): Promise<number | null> {
  const isInBucket = (await keysInBucket(dataDir, 'uploads')) !== null
  const file = await untilInFolder(join(dataDir, isInBucket ? 'scratch' : 'uploads'), part)
  if (isInBucket) return null
  expect(basename(file)).toBe(uploadId)
  return (await stat(file)).ino
}
