import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { locks } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { claimUploads } from '../../../web/pages/library/upload/claimUploads.ts'
import { type ReceivedUpload, ReceivedUploads } from '../../../web/pages/library/upload/receivedUploads.ts'
import { UploadQueue } from '../../../web/pages/library/upload/uploadQueue.ts'
import { soon } from '../support/soon.ts'

/** A fake of storage. It gives each upload to the first account that claims it. */
class ClaimServer {
  readonly claimed: string[][] = []
  /** How many of the next claims to answer with 503. */
  failures = 0
  /** The unclaimed uploads, and how their ingest ends. */
  readonly unclaimed = new Map<string, Record<string, unknown>>()
  readonly #server: Server
  endpoint = ''

  constructor() {
    this.#server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        response.setHeader('access-control-allow-origin', '*')
        response.setHeader('access-control-allow-headers', '*, authorization')
        if (request.method === 'OPTIONS' || request.url !== '/storage/getanonymousuploads') return response.end()
        if (this.failures > 0) {
          this.failures -= 1
          response.statusCode = 503
          return response.end()
        }
        const ids: string[] = JSON.parse(body)
        this.claimed.push(ids)
        const uploads = ids.flatMap((uploadId) => {
          const outcome = this.unclaimed.get(uploadId)
          this.unclaimed.delete(uploadId)
          return outcome ? [{ uploadId, ...outcome }] : []
        })
        return response.end(JSON.stringify({ uploads }))
      })
    })
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const { port } = this.#server.address() as AddressInfo
    this.endpoint = `http://127.0.0.1:${port}/storage/files`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  addUnclaimed(name: string, outcome: Record<string, unknown>): ReceivedUpload {
    const id = randomUUID()
    this.unclaimed.set(id, outcome)
    return {
      uploadUrl: `${this.endpoint}/${id}`,
      name,
      size: 10,
      lastModified: 1,
      keptUntil: '2026-12-01T00:00:00.000Z',
    }
  }
}

const ready = () => ({ state: 'READY', imageId: randomUUID(), duplicate: false })

const accessToken = async () => 'token-1'

describe('uploads before the sign-in', () => {
  let server: ClaimServer

  beforeEach(async () => {
    localStorage.clear()
    server = new ClaimServer()
    await server.start()
  })
  afterEach(async () => server.close())

  function claimIn(accountId = 'account-1'): UploadQueue {
    const queue = new UploadQueue({ accountId, endpoint: server.endpoint, accessToken, memory: null })
    const end = claimUploads({
      accountId,
      endpoint: server.endpoint,
      accessToken,
      queue,
      storage: localStorage,
      locks,
    })
    onTestFinished(async () => {
      end()
      await queue.close()
    })
    return queue
  }

  test('are claimed once by two tabs, and each tab shows only what it has claimed', async () => {
    const received = new ReceivedUploads(localStorage)
    received.add(server.addUnclaimed('a.jpg', ready()))
    received.add(server.addUnclaimed('b.jpg', { state: 'REJECTED', code: 'DAMAGED_FILE' }))
    const [one, two] = [claimIn(), claimIn()]
    await vi.waitFor(() => expect(one.getSnapshot().counts).toMatchObject({ added: 1, failed: 1 }), soon)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(two.getSnapshot().items).toEqual([])
    expect(server.claimed).toHaveLength(1)
    expect(received.list()).toEqual([])
    expect(one.getSnapshot().items.map(({ name, failure }) => [name, failure])).toEqual([
      ['a.jpg', null],
      ['b.jpg', 'DAMAGED_FILE'],
    ])
  })

  test('are not reported as added before they are photos', async () => {
    const received = new ReceivedUploads(localStorage)
    received.add(server.addUnclaimed('a.jpg', { ...ready(), state: 'PROCESSING' }))
    const queue = claimIn()
    await vi.waitFor(() => expect(queue.getSnapshot().counts).toMatchObject({ processing: 1, added: 0 }), soon)
  })

  test('are claimed again after a failure, and removed from the browser only after an answer', async () => {
    const received = new ReceivedUploads(localStorage)
    received.add(server.addUnclaimed('a.jpg', ready()))
    server.failures = 1
    const queue = claimIn()
    await vi.waitFor(() => expect(server.failures).toBe(0), soon)
    expect(received.list()).toHaveLength(1)
    // The network is back.
    await vi.waitFor(() => {
      dispatchEvent(new Event('online'))
      expect(queue.getSnapshot().counts.added).toBe(1)
    }, soon)
    expect(received.list()).toEqual([])
  })

  test('that one account has begun to claim are not claimed by the next account', async () => {
    const received = new ReceivedUploads(localStorage)
    received.add(server.addUnclaimed('a.jpg', ready()))
    expect(received.claimFor('account-1')).toHaveLength(1)
    claimIn('account-2')
    await vi.waitFor(() => expect(received.list()).toEqual([]), soon)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(server.claimed).toEqual([])
  })

  test('that are not kept any more are named with the reason, and cannot be tried again', async () => {
    const received = new ReceivedUploads(localStorage)
    received.add({ ...server.addUnclaimed('a.jpg', ready()), uploadUrl: `${server.endpoint}/${randomUUID()}` })
    const queue = claimIn()
    await vi.waitFor(
      () => expect(queue.getSnapshot().items[0]).toMatchObject({ state: 'failed', failure: 'EXPIRED' }),
      soon,
    )
    queue.retryFailed()
    expect(queue.getSnapshot().counts.failed).toBe(1)
  })
})
