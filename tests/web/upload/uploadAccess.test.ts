import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { UploadQueue } from '../../../web/pages/library/upload/uploadQueue.ts'
import { StorageServer } from './storageServer.ts'
import { itemNamed, photo, queueOn, until, untilSettled } from './support.ts'

let server: StorageServer
let queue: UploadQueue

beforeEach(async () => {
  server = await StorageServer.start()
})

afterEach(async () => {
  vi.restoreAllMocks()
  await queue.close()
  await server.stop()
})

function upload(...files: File[]): void {
  queue.add(files)
  queue.start()
}

/** Starts four uploads, of which three run. Returns a function that lets the running uploads finish. */
async function startUploading(): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.gate = promise
  queue = queueOn(server)
  upload(...[1, 2, 3, 4].map((number) => photo(`${number}.jpg`, 200_000)))
  await until(queue, () => server.patches.length === 3)
  return resolve
}

/** Reports the progress of uploads while they are sent, as browsers do. jsdom itself reports it only at the end. */
function reportSentBytes(): void {
  const send = Reflect.get(XMLHttpRequest.prototype, 'send')
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function sendAndReport(this: XMLHttpRequest, body) {
    Reflect.apply(send, this, [body])
    if (!(body instanceof Blob)) return
    const progress = { lengthComputable: true, loaded: body.size, total: body.size }
    queueMicrotask(() => this.upload.dispatchEvent(new ProgressEvent('progress', progress)))
  })
}

describe('access', () => {
  test('each request reads the current token, so a renewed one is used during an upload', async () => {
    server.tokens.add('token-2')
    let calls = 0
    queue = queueOn(server, {
      accessToken: async () => {
        calls += 1
        return calls === 1 ? 'token-1' : 'token-2'
      },
    })
    upload(photo('one.jpg'))
    expect((await untilSettled(queue)).counts.added).toBe(1)
    expect(server.seen.map(({ method, token }) => [method, token])).toEqual([
      ['POST', 'token-1'],
      ['PATCH', 'token-2'],
      ['GET', 'token-2'],
    ])
  })

  test('a 401 during an upload causes one refresh, and the upload continues from the same byte', async () => {
    let token = 'token-1'
    const asked: (string | null)[] = []
    queue = queueOn(server, {
      accessToken: async (refused) => {
        asked.push(refused)
        if (refused !== null) {
          token = 'token-2'
          server.tokens.add('token-2')
        }
        return token
      },
    })
    server.cuts.push(50_000)
    upload(photo('one.jpg', 100_000))
    await until(queue, () => server.patches.length === 1)
    server.tokens.delete('token-1')
    expect((await untilSettled(queue)).counts.added).toBe(1)
    expect(asked.filter((refused) => refused !== null)).toEqual(['token-1'])
    expect(server.requests('POST')).toHaveLength(1)
    expect(server.patches.at(-1)).toMatchObject({ offset: '50000', token: 'token-2' })
  })

  test('when a token is refused again after a refresh, all uploads wait for a sign-in', async () => {
    let isSignedIn = false
    let refreshes = 0
    queue = queueOn(server, {
      accessToken: async (refused) => {
        if (refused !== null) refreshes += 1
        return isSignedIn ? 'token-1' : 'stale'
      },
    })
    upload(photo('one.jpg'), photo('two.jpg'), photo('three.jpg'), photo('four.jpg'))
    const waiting = await until(queue, ({ counts }) => counts.queued === 4)
    expect(waiting).toMatchObject({ isRunning: true, waitingFor: 'signIn' })
    expect(refreshes).toBe(3)
    isSignedIn = true
    queue.resume()
    expect((await untilSettled(queue)).counts.added).toBe(4)
  })

  test('nothing is sent after signing out', async () => {
    queue = queueOn(server, { accessToken: async () => null })
    upload(photo('one.jpg'))
    expect(await until(queue, ({ waitingFor }) => waitingFor === 'signIn')).toMatchObject({ isRunning: true })
    expect(server.seen).toEqual([])
  })

  test('a renewal of the token that fails twice and then succeeds does not stop the uploads', async () => {
    let failures = 2
    queue = queueOn(server, {
      accessToken: async () => {
        failures -= 1
        if (failures >= 0) throw new TypeError('Failed to fetch')
        return 'token-1'
      },
    })
    upload(photo('one.jpg'))
    expect((await untilSettled(queue)).counts.added).toBe(1)
  })

  test('the token is never sent to another host', async () => {
    const other = await StorageServer.start()
    queue = queueOn(server, { endpoint: server.endpoint })
    other.tokens.add('')
    server.redirectCreationTo = other.endpoint
    upload(photo('one.jpg'))
    await untilSettled(queue)
    expect(other.seen.map(({ token }) => token)).not.toContain('token-1')
    expect(other.seen.length).toBeGreaterThan(0)
    await other.stop()
  })
})

describe('cancelling', () => {
  test('a cancelled upload is deleted on the server, and the next upload starts', async () => {
    const open = await startUploading()
    const item = itemNamed(queue.getSnapshot(), '1.jpg')
    expect(itemNamed(queue.getSnapshot(), '4.jpg').state).toBe('queued')
    queue.cancel(item.id)
    expect(itemNamed(queue.getSnapshot(), '1.jpg').state).toBe('cancelled')
    expect(itemNamed(queue.getSnapshot(), '4.jpg').state).toBe('uploading')
    // The gate must open: jsdom may send the DELETE request on the connection of an upload that waits for the gate.
    open()
    expect((await untilSettled(queue)).counts).toMatchObject({ cancelled: 1, added: 3 })
    await expect
      .poll(() => server.requests('DELETE').map(({ path }) => path))
      .toEqual([new URL(item.uploadUrl ?? '').pathname])
    await expect.poll(async () => server.bytesOf(item.uploadUrl ?? '')).toBeNull()
  })

  test('cancelling all stops everything and starts nothing', async () => {
    await startUploading()
    queue.cancelAll()
    expect(queue.getSnapshot().counts).toMatchObject({ cancelled: 4, queued: 0, uploading: 0 })
    expect(queue.getSnapshot().isRunning).toBe(false)
    await expect.poll(() => server.requests('DELETE')).toHaveLength(3)
    expect(server.requests('POST')).toHaveLength(3)
  })

  test('a cancelled photo can be uploaded again from the start', async () => {
    await startUploading()
    queue.cancelAll()
    server.gate = null
    queue.retry(itemNamed(queue.getSnapshot(), '2.jpg').id)
    expect(itemNamed(await untilSettled(queue), '2.jpg').state).toBe('added')
  })

  test('a queue that is closed starts no waiting uploads', async () => {
    await startUploading()
    await queue.close()
    expect(itemNamed(queue.getSnapshot(), '4.jpg').state).toBe('queued')
    expect(server.requests('POST')).toHaveLength(3)
  })

  test('a photo whose bytes all seem to be sent can still be cancelled, because they may still be in the browser', async () => {
    server.gate = new Promise(() => {})
    reportSentBytes()
    queue = queueOn(server)
    upload(photo('1.jpg', 200_000))
    const { items } = await until(queue, ({ counts }) => counts.processing === 1)
    queue.cancelAll()
    expect(queue.getSnapshot()).toMatchObject({ isRunning: false, counts: { cancelled: 1 } })
    await expect.poll(async () => server.bytesOf(items[0]?.uploadUrl ?? '')).toBeNull()
    expect(queue.getSnapshot().counts).toMatchObject({ cancelled: 1 })
  })

  test('a photo is added in spite of Cancel if storage had already received it completely', async () => {
    server.outcomeGate = new Promise(() => {})
    queue = queueOn(server)
    upload(photo('1.jpg', 2000))
    await until(queue, ({ counts }) => counts.processing === 1)
    queue.cancelAll()
    expect(queue.getSnapshot().counts).toMatchObject({ cancelled: 1 })
    const { items, counts } = await until(queue, ({ counts: { added } }) => added === 1)
    expect(counts).toMatchObject({ added: 1, cancelled: 0 })
    expect(items[0]?.imageId).toMatch(/^[0-9a-f-]{36}$/)
    expect(server.requests('DELETE')).toHaveLength(1)
  })

  test('a photo that storage has accepted can no longer be cancelled, neither alone nor with all others', async () => {
    server.isBusy = true
    queue = queueOn(server)
    upload(photo('1.jpg', 2000))
    const { items } = await until(queue, (snapshot) => snapshot.items.some(({ imageId }) => imageId !== null))
    queue.cancel(items[0]?.id ?? '')
    queue.cancelAll()
    expect(queue.getSnapshot().counts).toMatchObject({ processing: 1, cancelled: 0 })
    server.isBusy = false
    expect((await untilSettled(queue)).counts).toMatchObject({ added: 1, cancelled: 0 })
    expect(server.requests('DELETE')).toEqual([])
  })

  test('finished uploads can be removed from the list, running ones cannot', async () => {
    await startUploading()
    const { id } = itemNamed(queue.getSnapshot(), '1.jpg')
    queue.remove(id)
    expect(queue.getSnapshot().items).toHaveLength(4)
    queue.cancel(id)
    queue.remove(id)
    expect(queue.getSnapshot().items).toHaveLength(3)
  })

  test('clearing the list keeps running uploads', async () => {
    await startUploading()
    queue.cancel(itemNamed(queue.getSnapshot(), '1.jpg').id)
    queue.add([photo('bad.txt')].map((file) => new File([file], 'bad.txt', { type: 'text/plain' })))
    queue.clear()
    expect(queue.getSnapshot().items.map(({ name }) => name)).toEqual(['2.jpg', '3.jpg', '4.jpg'])
  })
})
