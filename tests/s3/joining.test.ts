import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { partBytes } from '../../services/platform/blobs/bucket.ts'
import { originalKey } from '../../services/storage/keys.ts'
import { keysInBucket } from '../support/blobSettings.ts'
import { toBuffer } from '../support/blobStoreContract.ts'
import { makeJpeg } from '../support/pictures.ts'
import { Customer, type PhotoServices, startPhotoServices } from '../services/storage/customer.ts'

const access = inject('s3')
const megabyte = 1024 * 1024

/** A line to the S3 server that counts the bytes to it. */
async function countingLine() {
  let bytes = 0
  const line = createServer((socket) => {
    const server = connect(Number(new URL(access.url).port), '127.0.0.1')
    socket.on('data', (chunk) => {
      bytes += chunk.length
    })
    socket.pipe(server).pipe(socket)
    for (const side of [socket, server]) side.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(line, 'listening')
  const url = `http://127.0.0.1:${(line.address() as AddressInfo).port}`
  return { url, sent: () => bytes, close: () => line.close() }
}

/** A photo with so many bytes behind its picture. */
async function photo(seed: number, size: number): Promise<Buffer> {
  return Buffer.concat([await makeJpeg({ seed }), Buffer.alloc(size, `film ${seed}`)])
}

describe('a photo in a bucket', () => {
  let line: Awaited<ReturnType<typeof countingLine>>
  let running: PhotoServices
  let customer: Customer

  beforeAll(async () => {
    line = await countingLine()
    running = await startPhotoServices(undefined, { AWS_ENDPOINT_URL_S3: line.url }, ['storage'])
    customer = new Customer(running.services.url, running.issuer)
  })
  afterAll(async () => {
    await running.close()
    line.close()
  })

  /** Uploads a photo in requests of so many bytes each; the last has the rest. Returns how many bytes S3 got. */
  async function upload(bytes: Buffer, ...lengths: readonly number[]): Promise<number> {
    const before = line.sent()
    const location = (await customer.create(bytes.length)).headers.get('location') ?? ''
    let offset = 0
    for (const length of [...lengths, bytes.length]) {
      const answer = await customer.append(location, offset, bytes.subarray(offset, offset + length))
      expect(answer.status).toBe(204)
      offset = Math.min(offset + length, bytes.length)
    }
    const sent = line.sent() - before
    const { imageId } = (await customer.outcomeOf(location)).body
    const blob = await running.services.platform.blobs.get(originalKey(customer.id, imageId))
    const stored = await blob?.read()
    expect(stored && (await toBuffer(stored)).equals(bytes)).toBe(true)
    expect(blob?.contentType).toBe('image/jpeg')
    const { dataDir } = running.services
    expect(await keysInBucket(dataDir, `uploads/${location.split('/').at(-1)}`)).toEqual([])
    return sent
  }

  test.each([
    ['one piece', 4 * megabyte, []],
    ['three pieces', 20 * megabyte, []],
    ['pieces of two requests', 20 * megabyte, [7 * megabyte]],
  ])('of %s is sent to the bucket once', async (_what, size, lengths) => {
    const bytes = await photo(size + lengths.length, size)
    expect(await upload(bytes, ...lengths)).toBeLessThan(1.1 * bytes.length + 100_000)
  })

  test('whose first piece is too short to be joined is sent again', async () => {
    const bytes = await photo(7, 12 * megabyte)
    expect(await upload(bytes, 2 * megabyte)).toBeGreaterThan(1.9 * bytes.length)
  })

  test('whose pieces are gone, or have another length, is made of the file', async () => {
    const { blobs } = running.services.platform
    const folder = await mkdtemp(join(tmpdir(), 'keepsake-joining-'))
    const file = join(folder, 'photo')
    const content = Buffer.alloc(partBytes + 10, 'a photo ')
    await writeFile(file, content)
    await blobs.put('uploads/one', content.subarray(0, partBytes), { contentType: 'text/plain' })
    const one = { key: 'uploads/one', length: partBytes }
    for (const parts of [
      [one],
      [one, { key: 'uploads/gone', length: 10 }],
      [{ key: 'uploads/gone', length: content.length }],
    ]) {
      expect(await blobs.put('joined', { file, parts }, { contentType: 'text/plain' })).toEqual({
        size: content.length,
      })
      const stored = await (await blobs.get('joined'))?.read()
      expect(stored && (await toBuffer(stored)).equals(content)).toBe(true)
    }
    await rm(folder, { recursive: true })
  })
})
