import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { partBytes } from '../../services/platform/blobs/bucket.ts'
import { createS3Blobs } from '../../services/platform/blobs/s3Blobs.ts'
import { openScratch } from '../../services/platform/blobs/scratch.ts'
import { makeJpeg } from '../support/pictures.ts'
import { createBucket, connectToS3 } from '../support/s3Server.ts'
import { Customer, publicUrl, startPhotoServices } from '../services/storage/customer.ts'
import { startS3Proxy } from './s3Proxy.ts'

const access = inject('s3')
/** After so long (ms) without a byte, a request fails. */
const silentMilliseconds = 3_000
/**
 * A customer waits less than this (ms). A busy machine needs some seconds more than the silence lasts. With the usual
 * three attempts, the wait would be longer.
 */
const longestWait = 8_000
/** The same if the server stops in the middle of a body: Node then waits twice. */
const longestWaitInBody = 12_000

/** Opens the blobs of a new bucket through another server. */
async function openAt(endpoint: string) {
  const client = connectToS3(access)
  const bucket = await createBucket(client)
  client.destroy()
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-silent-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const place = {
    bucket,
    prefix: '',
    endpoint,
    region: access.region,
    publicEndpoint: access.url,
    silenceTimeoutMilliseconds: silentMilliseconds,
  }
  return createS3Blobs(place, await openScratch(folder))
}

async function timed<Result>(run: () => Promise<Result>): Promise<{ result: Result; milliseconds: number }> {
  const begin = performance.now()
  const result = await run()
  return { result, milliseconds: performance.now() - begin }
}

test('a customer of an S3 server that accepts connections and does not answer gets 503 with Retry-After', async () => {
  const proxy = await startS3Proxy(access.url)
  const running = await startPhotoServices(undefined, {
    AWS_ENDPOINT_URL_S3: proxy.url,
    BLOBS_SILENCE_TIMEOUT: String(silentMilliseconds),
  })
  onTestFinished(() => running.close())
  const customer = new Customer(running.services.url, running.issuer)
  await customer.upload(await makeJpeg())
  const [photo] = await customer.photosOf(1)
  const download = photo?.untouchedUrl.replace(publicUrl, running.services.url) ?? ''
  // The film behind the picture makes two pieces, and the first one has two parts.
  const bytes = Buffer.concat([await makeJpeg({ seed: 2 }), Buffer.alloc(2 * partBytes, 'film')])
  const location = (await customer.create(bytes.length)).headers.get('location') ?? ''
  for (const method of ['GET', 'HEAD', 'PUT', 'POST', 'DELETE']) proxy.hold({ method, path: '', when: 'before' })

  const refused = { status: 503, code: 'BLOBS_UNAVAILABLE', retryAfter: '5' }
  const sent = await timed(async () => customer.append(location, 0, bytes))
  expect({
    status: sent.result.status,
    code: sent.result.body.code,
    retryAfter: sent.result.headers.get('retry-after'),
  }).toEqual(refused)
  expect(sent.milliseconds).toBeLessThan(longestWait)
  const asked = await timed(async () => fetch(download, { redirect: 'manual' }))
  const { code } = await asked.result.json()
  expect({ status: asked.result.status, code, retryAfter: asked.result.headers.get('retry-after') }).toEqual(refused)
  expect(asked.milliseconds).toBeLessThan(longestWait)
})

describe('the blobs in a bucket', () => {
  test('are unavailable if the server becomes silent in the middle of a blob of many parts', async () => {
    const proxy = await startS3Proxy(access.url)
    const blobs = await openAt(proxy.url)
    proxy.hold({ method: 'PUT', path: '/many', when: 'before' })
    const chunks = (async function* () {
      for (let part = 0; part < 4; part += 1) yield Buffer.alloc(partBytes)
    })()
    const { milliseconds } = await timed(async () => {
      const putting = blobs.put('many', chunks, { contentType: 'text/plain' })
      await expect(putting).rejects.toMatchObject({ name: 'BlobsUnavailable', isFull: false })
    })
    expect(milliseconds).toBeLessThan(longestWaitInBody)
  })

  test('are sent to the end on a slow line, and read to the end by a slow reader', async () => {
    const blobs = await openAt(await slowLine(3_000_000))
    const content = Buffer.alloc(5 * partBytes, 'a slow line ')
    const { milliseconds } = await timed(async () => blobs.put('slow', content, { contentType: 'text/plain' }))
    expect(milliseconds).toBeGreaterThan(2 * silentMilliseconds)
    const bytes = (await (await blobs.get('slow'))?.read()) ?? []
    let read = 0
    for await (const chunk of bytes) {
      // Longer than the server may be silent before it answers.
      if (read === 0) await pause(6_000)
      read += chunk.length
    }
    expect(read).toBe(content.length)
  })
})

/**
 * A line to the S3 server that carries so many bytes a second to it.
 * @returns its URL
 */
async function slowLine(bytesPerSecond: number): Promise<string> {
  const line = createServer((socket) => {
    const server = connect(Number(new URL(access.url).port), '127.0.0.1')
    const carry = async () => {
      let due = 0
      for await (const chunk of socket) {
        server.write(chunk)
        due = Math.max(due, performance.now()) + (chunk.length / bytesPerSecond) * 1_000
        await pause(Math.max(0, due - performance.now()))
      }
      server.end()
    }
    carry().catch(() => server.destroy())
    server.pipe(socket)
    for (const side of [socket, server]) side.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void line.close())
  await once(line, 'listening')
  return `http://127.0.0.1:${(line.address() as AddressInfo).port}`
}
