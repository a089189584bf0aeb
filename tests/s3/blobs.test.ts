import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import type { DirectUrlOptions } from '../../services/platform/blobs/blobs.ts'
import { partBytes } from '../../services/platform/blobs/bucket.ts'
import { createFolderBlobs } from '../../services/platform/blobs/folderBlobs.ts'
import { createMovingBlobs } from '../../services/platform/blobs/movingBlobs.ts'
import { createS3Blobs } from '../../services/platform/blobs/s3Blobs.ts'
import { openScratch } from '../../services/platform/blobs/scratch.ts'
import { readText, testBlobStore, toBuffer } from '../support/blobStoreContract.ts'
import { connectToS3, createBucket } from '../support/s3Server.ts'

const { url, region } = inject('s3')
const client = connectToS3(inject('s3'))
const picture: DirectUrlOptions = {
  method: 'GET',
  fileName: null,
  cacheControl: 'private, max-age=86400, immutable',
  expires: Number.MAX_SAFE_INTEGER,
  isShort: false,
}

let bucket: string
let folder: string
let blobs: ReturnType<typeof createS3Blobs>
beforeAll(async () => {
  bucket = await createBucket(client)
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-s3-'))
  blobs = await open(url)
})
afterEach(async () => rm(folder, { recursive: true }))
afterAll(() => client.destroy())

async function open(endpoint: string) {
  const place = { bucket, prefix: 'shop/', endpoint, region, publicEndpoint: url, silenceTimeoutMilliseconds: 10_000 }
  return createS3Blobs(place, await openScratch(join(folder, 'scratch')))
}

async function incompleteUploads(): Promise<unknown[]> {
  return (await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))).Uploads ?? []
}

describe('blobs in a bucket', () => {
  testBlobStore(() => blobs)

  afterEach(async () => {
    expect(await incompleteUploads()).toEqual([])
    expect(await readdir(join(folder, 'scratch'))).toEqual([])
  })

  test('are deleted together, even if there are more than one request can delete', async () => {
    const keys = Array.from({ length: 1_001 }, (_, number) => `many/${number}`)
    await Promise.all([0, 1_000].map(async (at) => blobs.put(keys[at] ?? '', Buffer.from('x'), { contentType: 'a/b' })))
    await blobs.delete(keys)
    expect([await blobs.get('many/0'), await blobs.get('many/1000')]).toEqual([null, null])
  })

  test('that the server does not delete are reported one by one, and the others are deleted', async () => {
    const answer = `<DeleteResult><Error><Key>shop/b</Key><Code>AccessDenied</Code><Message>no</Message></Error></DeleteResult>`
    const server = createServer((_request, response) => response.end(answer)).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const refusing = await open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    await expect(refusing.delete(['a', 'b'])).rejects.toMatchObject({
      errors: [expect.objectContaining({ message: 'shop/b: AccessDenied no' })],
    })
  })

  test('are read to the end although the connection breaks twice', async () => {
    const content = Buffer.alloc(3_000_000, 'a long text ')
    await blobs.put('long', content, { contentType: 'text/plain' })
    const link = await breakingLink(2, 1_000_000)
    const parts: Buffer[] = []
    for await (const chunk of (await (await open(link.url)).chunks('long')) ?? []) parts.push(Buffer.from(chunk))
    expect(digest(Buffer.concat(parts))).toBe(digest(content))
    expect(link.broken()).toBe(2)
  })

  test('are read ahead of their reader, and to the end although the connection breaks', async () => {
    const content = Buffer.alloc(3_000_000, 'a long text ')
    await blobs.put('long', content, { contentType: 'text/plain' })
    const link = await breakingLink(1, 1_000_000)
    const chunks = await (await open(link.url)).chunks('long', { isAhead: true })
    await expect.poll(() => link.carried()).toBeGreaterThan(2_000_000)
    const parts: Buffer[] = []
    for await (const chunk of chunks ?? []) parts.push(Buffer.from(chunk))
    expect(digest(Buffer.concat(parts))).toBe(digest(content))
    expect(link.broken()).toBe(1)
  })

  test('that are read ahead release their connection if the reader never begins', async () => {
    await blobs.put('long', Buffer.alloc(20_000_000), { contentType: 'text/plain' })
    const link = await breakingLink(0, 0)
    const chunks = await (await open(link.url)).chunks('long', { isAhead: true })
    if (!(chunks instanceof Readable)) throw new Error('The chunks are no stream.')
    expect(link.open()).toBe(1)
    chunks.destroy()
    await expect.poll(() => link.open()).toBe(0)
  })

  test('of many parts are sent on few connections', async () => {
    const content = Buffer.alloc(8 * partBytes, 'many parts ')
    const link = await breakingLink(0, 0)
    await (await open(link.url)).put('parts', Readable.from([content]), { contentType: 'text/plain' })
    const stored = await (await blobs.get('parts'))?.read()
    expect(stored && content.equals(await toBuffer(stored))).toBe(true)
    expect(link.connections()).toBeLessThanOrEqual(3)
  })

  test('are not stored if a part is refused: the other parts are deleted, and no more content is read', async () => {
    const requests: string[] = []
    const server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://s3')
      const part = searchParams.get('partNumber')
      requests.push(`${request.method} ${part ?? [...searchParams.keys()].join()}`)
      request.resume().on('end', () => {
        if (part === '2') response.writeHead(403).end()
        else if (request.method === 'POST') {
          response.end('<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>')
        } else response.writeHead(request.method === 'DELETE' ? 204 : 200, { etag: '"e"' }).end()
      })
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    let isClosed = false
    const endless = (async function* () {
      try {
        for (;;) yield Buffer.alloc(partBytes)
      } finally {
        isClosed = true
      }
    })()
    const refusing = await open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const refused = { $metadata: { httpStatusCode: 403 } }
    await expect(refusing.put('a', endless, { contentType: 'a/b' })).rejects.toMatchObject(refused)
    expect(isClosed).toBe(true)
    expect(requests.at(-1)).toMatch(/^DELETE .*uploadId/)
  })

  test('cannot be used while the server is unavailable, and the error says so', async () => {
    const away = await open('http://127.0.0.1:9')
    const unavailable = { name: 'BlobsUnavailable', isFull: false }
    await expect(away.get('a')).rejects.toMatchObject(unavailable)
    await expect(away.put('a', Buffer.from('x'), { contentType: 'a/b' })).rejects.toMatchObject(unavailable)
    await expect(away.delete(['a'])).rejects.toMatchObject(unavailable)
    await expect(away.check()).rejects.toThrow()
  })
})

describe('a direct URL', () => {
  beforeEach(async () => {
    await blobs.put('a/300.jpg', Buffer.from('0123456789'), { contentType: 'image/jpeg' })
  })

  test('gives the bytes, ranges, conditions and the name of a download', async () => {
    const direct = await blobs.directUrl('a/300.jpg', { ...picture, fileName: 'Åre 🏔.jpg' })
    const whole = await fetch(direct?.url ?? '')
    expect(await whole.text()).toBe('0123456789')
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': picture.cacheControl,
      'content-disposition': expect.stringContaining("filename*=UTF-8''%C3%85re%20%F0%9F%8F%94.jpg"),
    })
    const part = await fetch(direct?.url ?? '', { headers: { range: 'bytes=2-4' } })
    expect([part.status, await part.text()]).toEqual([206, '234'])
    const known = await fetch(direct?.url ?? '', { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })
    expect(known.status).toBe(304)
    const head = await blobs.directUrl('a/300.jpg', { ...picture, method: 'HEAD' })
    expect((await fetch(head?.url ?? '', { method: 'HEAD' })).headers.get('content-length')).toBe('10')
    expect(blobs.directOrigin).toBe(url)
  })

  test('does not exist while only the old store has the blob; our own route reads the blob then', async () => {
    const old = await createFolderBlobs({ dataDir: folder, databaseUrl: undefined })
    const moving = createMovingBlobs(old, blobs)
    await old.put('b/original', Buffer.from('old'), { contentType: 'text/plain' })
    await moving.put('c/original', Buffer.from('new'), { contentType: 'text/plain' })
    expect(await moving.directUrl('b/original', picture)).toBeNull()
    expect(await moving.directUrl('c/original', picture)).not.toBeNull()
    expect([await readText(moving, 'b/original'), await readText(moving, 'c/original')]).toEqual(['old', 'new'])
    expect([await old.get('c/original'), await blobs.get('b/original')]).toEqual([null, null])
    await moving.delete(['b/original', 'c/original'])
    expect([await moving.get('b/original'), await moving.get('c/original')]).toEqual([null, null])
  })
})

function digest(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

interface Link {
  readonly url: string
  /** How many connections the link has broken. */
  broken(): number
  /** How many bytes it has carried from the server, on all connections. */
  carried(): number
  /** How many connections there were, and how many there are. */
  connections(): number
  open(): number
}

/**
 * A link to the S3 server. The link breaks its first connections, each after it has carried more than `bytes` bytes.
 */
async function breakingLink(times: number, bytes: number): Promise<Link> {
  const { createServer: createLink } = await import('node:net')
  let [broken, total, connections, openNow] = [0, 0, 0, 0]
  const link = createLink((socket) => {
    connections += 1
    openNow += 1
    socket.on('close', () => (openNow -= 1))
    const server = connect(Number(new URL(url).port), '127.0.0.1')
    let carried = 0
    server.on('data', (chunk) => {
      carried += chunk.length
      total += chunk.length
      if (carried > bytes && broken < times) {
        broken += 1
        socket.destroy()
        server.destroy()
      } else {
        socket.write(chunk)
      }
    })
    socket.pipe(server)
    for (const side of [socket, server]) side.on('error', () => undefined)
    server.on('end', () => socket.end())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void link.close())
  await once(link, 'listening')
  return {
    url: `http://127.0.0.1:${(link.address() as AddressInfo).port}`,
    broken: () => broken,
    carried: () => total,
    connections: () => connections,
    open: () => openNow,
  }
}
