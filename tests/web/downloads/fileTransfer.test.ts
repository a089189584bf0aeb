import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openDB } from 'idb'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { FileTransfer } from '../../../web/shared/fileDownload/FileTransfer.ts'
import { PartialFiles } from '../../../web/shared/fileDownload/PartialFiles.ts'
import type { SavedFileHandle } from '../../../web/shared/fileDownload/saveFilePicker.ts'
import { soon } from '../support/soon.ts'
import { createBrowserDisk } from './disk.ts'

const content = Buffer.from(Array.from({ length: 100 }, (_, index) => index))
/** A number of attempts that is larger than the number of retry delays. */
const many = 20

let disk: ReturnType<typeof createBrowserDisk>

beforeEach(() => {
  disk = createBrowserDisk()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function chooseHandle(): Promise<SavedFileHandle> {
  // This handle differs from a browser's only in what can be written to it, so the cast is safe.
  return (await disk.pick({ suggestedName: 'a.zip' })) as unknown as SavedFileHandle
}

/**
 * Transfers a file of 100 bytes from a server that does not announce the length of the file.
 * @param portions how many bytes each response sends before it ends as if the file was complete. Responses without an
 * entry send the rest.
 */
async function transfer(portions: readonly number[]) {
  const asked: number[] = []
  const server = createServer(({ headers: { range } }, response) => {
    const start = Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0)
    const portion = portions[asked.length] ?? content.length
    asked.push(start)
    // `writeHead` completes the headers while the length is unknown, so the headers do not announce the length.
    response.writeHead(start > 0 ? 206 : 200, { etag: '"one"' })
    response.end(content.subarray(start, start + portion))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The cast is safe, because the address of a server that listens on a TCP port contains the port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`
  const handle = await chooseHandle()
  const files = await PartialFiles.open('account-1')
  const file = { key: 'a', fileName: 'a.zip', size: content.length, findUrl: async () => url }
  const running = new FileTransfer(file, await files.begin(file, content.length, handle), 'running')
  onTestFinished(async () => {
    await running.end()
    files.close()
    server.close()
    server.closeAllConnections()
  })
  return { running, asked }
}

/** Lets each delay before the next attempt pass. Resolves with the state in which the transfer ends. */
async function end(running: FileTransfer): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  running.subscribe(() => {
    const { state } = running.snapshot()
    // The timer of the delay starts right after this change.
    if (state === 'waiting') queueMicrotask(() => vi.advanceTimersByTime(60_000))
    if (state === 'finished' || state === 'failed') resolve(state)
  })
  return await promise
}

test('whenever more bytes arrive, the series of retry delays starts again', async () => {
  const { running, asked } = await transfer(Array.from({ length: many }, () => 3))
  expect(await end(running)).toBe('finished')
  expect(asked).toEqual(Array.from({ length: many + 1 }, (_, attempt) => 3 * attempt))
  expect(disk.hash).toBe(createHash('sha256').update(content).digest('hex'))
})

test('a transfer without new bytes fails after the last retry delay', async () => {
  const { running, asked } = await transfer([10, ...Array.from({ length: many }, () => 0)])
  expect(await end(running)).toBe('failed')
  expect(asked).toEqual([0, ...Array.from({ length: 8 }, () => 10)])
  expect(disk.hash).toBeNull()
})

test('a pause ends the wait for the next attempt at once, and a resume continues from the same byte', async () => {
  const { running, asked } = await transfer([10])
  await vi.waitFor(() => expect(running.snapshot().state).toBe('waiting'), soon)
  running.pause()
  await vi.waitFor(() => expect(running.snapshot()).toMatchObject({ state: 'paused', bytes: 10 }), soon)
  await running.resume()
  expect(await end(running)).toBe('finished')
  expect(asked).toEqual([0, 10])
})

test('while the browser is offline, the next attempt waits until it is online', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { running, asked } = await transfer([10])
  await vi.waitFor(() => expect(running.snapshot().state).toBe('waiting'), soon)
  await vi.advanceTimersByTimeAsync(600_000)
  expect([running.snapshot().state, asked]).toEqual(['waiting', [0]])
  onLine.mockRestore()
  dispatchEvent(new Event('online'))
  expect(await end(running)).toBe('finished')
  expect(asked).toEqual([0, 10])
})

test('after a response that ends too early, the next request fetches the rest; the complete file is saved', async () => {
  const { running, asked } = await transfer([40, 30])
  expect(await end(running)).toBe('finished')
  expect(asked).toEqual([0, 40, 70])
  expect(disk.hash).toBe(createHash('sha256').update(content).digest('hex'))
})

test('a file of which the browser has lost a piece is not saved', async () => {
  const handle = await chooseHandle()
  const files = await PartialFiles.open('account-1')
  const file = { key: 'a', fileName: 'a.zip', size: content.length, findUrl: async () => null }
  const partial = await files.begin(file, content.length, handle)
  for (const piece of [content.subarray(0, 40), content.subarray(40)]) {
    await partial.add(new Uint8Array(piece))
    await partial.flush()
  }
  const database = await openDB('keepsake-files')
  await database.delete('pieces', ['account-1', 'a', 40])
  await expect(partial.save(new AbortController().signal)).rejects.toThrow('lost a piece')
  expect(disk.hash).toBeNull()
  database.close()
  files.close()
})
