import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { UploadQueue } from '../../../web/pages/library/upload/uploadQueue.ts'
import { Emitter } from '../../../web/app/Store.ts'
import { StorageServer } from './storageServer.ts'
import { itemNamed, photo, queueOn, until, untilSettled } from './support.ts'

let server: StorageServer
let queue: UploadQueue

beforeEach(async () => {
  server = await StorageServer.start()
  queue = queueOn(server)
})

afterEach(async () => {
  await queue.close()
  await server.stop()
})

function upload(...files: File[]): void {
  queue.add(files)
  queue.start()
}

describe('uploading a file', () => {
  test('nothing is sent before the start', () => {
    queue.add([photo('one.jpg')])
    expect(queue.getSnapshot().counts.chosen).toBe(1)
    expect(server.seen).toEqual([])
  })

  test('all bytes of a photo are uploaded, and the photo is added to the library', async () => {
    upload(photo('Jürgen 🎈.jpg'))
    const snapshot = await untilSettled(queue)
    const item = itemNamed(snapshot, 'Jürgen 🎈.jpg')
    expect(item).toMatchObject({ state: 'added', failure: null, imageId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(await server.bytesOf(item.uploadUrl ?? '')).toBe('J\u00c3\u00bcrgen \u00f0\u009f\u008e\u0088.jpg')
    expect(snapshot.bytesDone).toBe(snapshot.bytesTotal)
  })

  test('the same content a second time is a duplicate', async () => {
    upload(photo('one.jpg', 'same'))
    await untilSettled(queue)
    upload(photo('two.jpg', 'same'))
    expect(itemNamed(await untilSettled(queue), 'two.jpg').state).toBe('duplicate')
  })

  test('a file that is on the list already is not added twice', () => {
    queue.add([photo('one.jpg')])
    queue.add([photo('one.jpg'), photo('two.jpg')])
    expect(queue.getSnapshot().items.map(({ name }) => name)).toEqual(['one.jpg', 'two.jpg'])
  })

  test('at most three transfers run at the same time; they start in the order in which the photos were chosen', async () => {
    const { promise, resolve: open } = Promise.withResolvers<void>()
    server.gate = promise
    upload(...[1, 2, 3, 4, 5].map((number) => photo(`${number}.jpg`, 1000)))
    await until(queue, () => server.patches.length === 3)
    expect(queue.getSnapshot().counts).toMatchObject({ queued: 2 })
    expect(itemNamed(queue.getSnapshot(), '4.jpg').state).toBe('queued')
    open()
    expect((await untilSettled(queue)).counts.added).toBe(5)
  })

  test('an unchanged snapshot is the same object, and listeners are called once for many changes', async () => {
    queue.add([photo('bad.txt'), photo('one.jpg')])
    const before = queue.getSnapshot()
    expect(queue.getSnapshot()).toBe(before)
    let calls = 0
    queue.subscribe(() => (calls += 1))
    queue.add(Array.from({ length: 100 }, (_, number) => photo(`${number}.jpg`)))
    await Promise.resolve()
    expect(calls).toBe(1)
    expect(queue.getSnapshot().items[0]).toBe(before.items[0])
  })
})

describe('refusals by storage', () => {
  test.each(['UNSUPPORTED_TYPE', 'DAMAGED_FILE', 'EMPTY_FILE', 'TOO_MANY_PIXELS', 'FILE_TOO_LARGE'])(
    '%s fails at once and cannot be retried',
    async (code) => {
      upload(photo('bad.jpg', `refuse:${code}`))
      expect(itemNamed(await untilSettled(queue), 'bad.jpg')).toMatchObject({ state: 'failed', failure: code })
      expect(server.patches).toHaveLength(1)
      queue.retryFailed()
      expect(queue.getSnapshot().counts.failed).toBe(1)
    },
  )

  test('a file over the limit is refused before its bytes are sent', async () => {
    upload(photo('large.jpg', 5_000_001))
    expect(itemNamed(await untilSettled(queue), 'large.jpg')).toMatchObject({ failure: 'FILE_TOO_LARGE' })
    expect(server.patches).toEqual([])
  })

  test('one refused file does not block the other files', async () => {
    upload(photo('bad.jpg', 'refuse:DAMAGED_FILE'), photo('good.jpg'))
    expect((await untilSettled(queue)).counts).toMatchObject({ added: 1, failed: 1 })
  })

  test('files that are not photos, empty or too large are never sent', async () => {
    await queue.fetchLimits()
    upload(
      new File(['x'], 'film.mov', { type: 'video/quicktime' }),
      photo('empty.jpg', ''),
      photo('large.jpg', 5_000_001),
    )
    const { items } = await untilSettled(queue)
    expect(items.map(({ failure }) => failure)).toEqual(['UNSUPPORTED_TYPE', 'EMPTY_FILE', 'FILE_TOO_LARGE'])
    expect(server.seen).toEqual([])
  })
})

describe('a photo that storage has accepted', () => {
  test('is added only when it is in the library', async () => {
    server.isBusy = true
    upload(photo('one.jpg'), photo('two.jpg'))
    await until(queue, () => server.requests('GET').some(({ path }) => path.includes('?ids=')))
    expect(queue.getSnapshot()).toMatchObject({ isRunning: true, counts: { processing: 2, added: 0 } })
    server.isBusy = false
    expect((await untilSettled(queue)).counts.added).toBe(2)
  })

  test('is added as soon as storage reports it, without waiting for the next request', async () => {
    const ends = new Emitter()
    const never = 600_000
    await queue.close()
    queue = queueOn(server, { pollMilliseconds: never, subscribeToUploads: ends.subscribe })
    server.isBusy = true
    upload(photo('one.jpg'))
    await until(queue, ({ items }) => items.some(({ imageId }) => imageId !== null))
    // This event is about an upload of another device.
    ends.emit()
    await until(queue, () => server.requests('GET').some(({ path }) => path.includes('?ids=')))
    expect(queue.getSnapshot().counts).toMatchObject({ processing: 1, added: 0 })
    server.isBusy = false
    const emitting = setInterval(ends.emit, 20)
    expect((await untilSettled(queue)).counts.added).toBe(1)
    clearInterval(emitting)
  })

  test('fails with the reason if storage refuses it later', async () => {
    server.isBusy = true
    upload(photo('one.jpg'))
    await until(queue, ({ items }) => items.some(({ imageId }) => imageId !== null))
    server.refuseLate(itemNamed(queue.getSnapshot(), 'one.jpg').uploadUrl ?? '', 'DAMAGED_FILE')
    const item = itemNamed(await untilSettled(queue), 'one.jpg')
    expect(item).toMatchObject({ state: 'failed', failure: 'DAMAGED_FILE', imageId: null })
  })

  test('is uploaded again by a retry if storage no longer knows it', async () => {
    server.isBusy = true
    upload(photo('one.jpg'))
    await until(queue, ({ items }) => items.some(({ imageId }) => imageId !== null))
    await server.forgetUploads()
    expect(itemNamed(await untilSettled(queue), 'one.jpg').failure).toBe('SERVICE_UNAVAILABLE')
    server.isBusy = false
    queue.retryFailed()
    await untilSettled(queue)
    expect(server.requests('POST')).toHaveLength(2)
  })

  test('is still polled while storage cannot answer, until it is in the library', async () => {
    server.isBusy = true
    upload(photo('one.jpg'))
    await until(queue, ({ items }) => items.some(({ imageId }) => imageId !== null))
    server.failures = 2
    server.isBusy = false
    expect((await untilSettled(queue)).counts.added).toBe(1)
    expect(server.failures).toBe(0)
  })
})

describe('a difficult connection', () => {
  test('an interrupted upload resumes at exactly the last received byte', async () => {
    server.cuts.push(400_000)
    upload(photo('cut.jpg', 3_000_000))
    const item = itemNamed(await untilSettled(queue), 'cut.jpg')
    expect(item.state).toBe('added')
    expect(server.patches.map(({ offset }) => offset)).toEqual(['0', '400000'])
    expect(await server.bytesOf(item.uploadUrl ?? '')).toBe('cut.jpg'.padEnd(3_000_000, '.'))
  })

  test('whenever more bytes arrive, the series of retry delays starts again', async () => {
    const quickRetryQueue = queueOn(server, { retryDelays: [20] })
    server.cuts.push(100_000, 100_000, 100_000)
    quickRetryQueue.add([photo('cut.jpg', 3_000_000)])
    quickRetryQueue.start()
    expect(itemNamed(await untilSettled(quickRetryQueue), 'cut.jpg').state).toBe('added')
    expect(server.patches.map(({ offset }) => offset)).toEqual(['0', '100000', '200000', '300000'])
    await quickRetryQueue.close()
  })

  test('a service that is down for a moment is retried, and the upload is not restarted', async () => {
    upload(photo('one.jpg', 2_000_000))
    server.cuts.push(100_000)
    await until(queue, () => server.patches.length === 1)
    server.failures = 2
    expect((await untilSettled(queue)).counts.added).toBe(1)
    expect(server.requests('POST')).toHaveLength(1)
  })

  test('an upload whose offset has changed at storage meanwhile requests the offset again and continues', async () => {
    server.conflicts = 1
    upload(photo('one.jpg', 100_000))
    expect((await untilSettled(queue)).counts).toMatchObject({ added: 1, failed: 0 })
    expect(server.requests('HEAD')).toHaveLength(1)
    expect(server.patches.map(({ offset }) => offset)).toEqual(['0', '0'])
  })

  test.each([
    ['too many requests', 429, 'RATE_LIMITED'],
    ['a full disk', 507, 'STORAGE_FULL'],
  ])('an upload that storage refuses for %s waits as long as storage says, and never fails', async (_why, ...limit) => {
    const patient = queueOn(server, { retryDelays: [] })
    server.limit = limit
    server.requestsToLimit = 1
    const started = performance.now()
    patient.add([photo('one.jpg', 100_000)])
    patient.start()
    await until(patient, ({ waitingFor }) => waitingFor === 'service')
    expect((await untilSettled(patient)).counts).toMatchObject({ added: 1, failed: 0 })
    expect(performance.now() - started).toBeGreaterThan(1_000)
    await patient.close()
  })

  test('a service that stays down is a failure, and a retry uploads the photo', async () => {
    server.failures = 100
    upload(photo('one.jpg'))
    expect(itemNamed(await untilSettled(queue), 'one.jpg').failure).toBe('SERVICE_UNAVAILABLE')
    server.failures = 0
    queue.retryFailed()
    expect((await untilSettled(queue)).counts.added).toBe(1)
  })

  test('a stalled request is aborted and retried, and the photo waits meanwhile', async () => {
    const shortStallQueue = queueOn(server, { stalledMilliseconds: 1_500, retryDelays: [600] })
    server.requestsToHold = 1
    shortStallQueue.add([photo('one.jpg')])
    shortStallQueue.start()
    const waiting = await until(shortStallQueue, ({ waitingFor }) => waitingFor === 'service')
    expect(itemNamed(waiting, 'one.jpg')).toMatchObject({ state: 'uploading', isWaiting: true })
    expect(server.requests('POST')).toHaveLength(1)
    const ended = await untilSettled(shortStallQueue)
    expect(itemNamed(ended, 'one.jpg')).toMatchObject({ state: 'added', isWaiting: false })
    expect(ended.waitingFor).toBeNull()
    expect(server.requests('POST')).toHaveLength(2)
    await shortStallQueue.close()
  })

  test('a stalled upload does not stop the progress of the other uploads', async () => {
    const shortStallQueue = queueOn(server, { stalledMilliseconds: 300, retryDelays: [60_000] })
    const { promise, resolve: open } = Promise.withResolvers<void>()
    server.requestsToHold = 1
    shortStallQueue.add([photo('stalled.jpg')])
    shortStallQueue.start()
    await until(shortStallQueue, ({ waitingFor }) => waitingFor === 'service')
    server.gate = promise
    shortStallQueue.add([photo('moving.jpg')])
    shortStallQueue.start()
    await until(shortStallQueue, ({ items }) =>
      items.some(({ name, state }) => name === 'moving.jpg' && state !== 'queued'),
    )
    expect(shortStallQueue.getSnapshot()).toMatchObject({ isRunning: true, waitingFor: null })
    open()
    await shortStallQueue.close()
  })

  test('an upload waits while offline without failing, and resumes when the connection is back', async () => {
    const onLine = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine')
    Object.defineProperty(Navigator.prototype, 'onLine', { configurable: true, get: () => false })
    server.failures = 1
    upload(photo('one.jpg'))
    await until(queue, () => server.seen.length === 1)
    // The upload starts to wait when its first request has failed. The server answers although `onLine` is false.
    const waiting = await until(queue, ({ items }) => items.some(({ isWaiting }) => isWaiting))
    expect(waiting).toMatchObject({ isRunning: true, waitingFor: 'connection' })
    if (onLine) Object.defineProperty(Navigator.prototype, 'onLine', onLine)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(server.seen).toHaveLength(1)
    window.dispatchEvent(new Event('online'))
    expect((await untilSettled(queue)).counts.added).toBe(1)
  })

  test('the state is requested after a lost response, and nothing is sent twice', async () => {
    server.answersToLose = 1
    upload(photo('one.jpg', 100_000))
    expect(itemNamed(await untilSettled(queue), 'one.jpg')).toMatchObject({ state: 'added' })
    expect(server.patches).toHaveLength(1)
    expect(server.requests('GET').map(({ path }) => path)).toEqual([
      expect.stringMatching(/^\/storage\/uploads\/[^/]+\?accountId=account-1$/),
    ])
  })

  test('the state is requested after a lost refusal too', async () => {
    server.answersToLose = 1
    upload(photo('bad.jpg', 'refuse:DAMAGED_FILE'))
    expect(itemNamed(await untilSettled(queue), 'bad.jpg')).toMatchObject({ state: 'failed', failure: 'DAMAGED_FILE' })
  })
})
