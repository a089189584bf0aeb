import { afterEach, describe, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { type LogEntry, LiveService, accept, credentialsOf } from '../../support/liveService.ts'
import { stopTimers } from '../../support/stoppedClock.ts'

/** The maximum number of sockets of a feed that are being opened. */
const maximumConnecting = 64

let service: LiveService
let feed: ReturnType<LiveService['feed']>
let log: LogEntry[] = []

async function start(onMessage: (socket: WebSocket, number: number, message: string) => void): Promise<void> {
  log = []
  service = await LiveService.start(onMessage)
  feed = service.feed(log)
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  feed.close()
  service.close()
})

describe('when many customers connect at once', () => {
  test('only a limited number of sockets is opened at the same time; the other sockets wait', async () => {
    const asking: WebSocket[] = []
    await start((socket) => asking.push(socket))
    const readers = Array.from({ length: 200 }, (_, number) => feed.read(credentialsOf(`customer ${number}`), null))
    const first = readers.map((reader) => reader.next())
    await expect.poll(() => asking.length).toBe(maximumConnecting)
    let accepted = 0
    while (accepted < readers.length) {
      await expect.poll(() => asking.length).toBeGreaterThan(0)
      expect(service.opened).toBeLessThanOrEqual(accepted + maximumConnecting)
      const next = asking.splice(0)
      for (const socket of next) accept(socket, 5)
      accepted += next.length
    }
    for (const { value } of await Promise.all(first)) expect(value.position).toBe(5n)
  })

  test('readers that leave before or while connecting let waiting readers connect', async () => {
    let acceptsSockets = false
    await start((socket) => {
      if (acceptsSockets) accept(socket, 7)
    })
    const readers = Array.from({ length: 200 }, (_, number) => feed.read(credentialsOf(`customer ${number}`), null))
    await expect.poll(() => service.open.size).toBe(maximumConnecting)
    acceptsSockets = true
    for (const reader of readers) void reader.return?.()
    expect(feed.size).toBe(0)
    const last = feed.read(credentialsOf('late'), null)
    expect((await last.next()).value.position).toBe(7n)
    await expect.poll(() => service.open.size).toBe(1)
    // Readers that left before their turn never connected.
    expect(service.opened).toBe(maximumConnecting + 1)
  })
})

test('an accepted socket stays open after the time limit of the authentication', async () => {
  await start((socket) => accept(socket, 5))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  await feed.read(credentialsOf('anna'), null).next()
  vi.advanceTimersByTime(10_001)
  expect(pauses()).toEqual([])
})

test('a service that sends anything but OK is disconnected, and retried with backoff', async () => {
  await start((socket) => socket.send('{"hello":"who are you?"}'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  feed.read(credentialsOf('anna'), null)
  for (let round = 1; round <= 4; round += 1) {
    await expect.poll(() => log.filter(isUnreadableMessage).length).toBe(round)
    vi.advanceTimersByTime(10_000)
    expect(pauses()).toHaveLength(round)
    vi.advanceTimersByTime((pauses().at(-1) ?? 0) + 1)
  }
  expect(pauses()[0]).toBeLessThanOrEqual(250)
  expect(pauses()[3]).toBeGreaterThanOrEqual(1_000)
})

test('a service that disconnects after each event is also retried with backoff', async () => {
  await start((socket, number) => {
    accept(socket, number)
    socket.close(1011)
  })
  const reader = feed.read(credentialsOf('anna'), null)
  await reader.next()
  await expect.poll(() => pauses().length).toBe(4)
  expect(pauses()[3]).toBeGreaterThanOrEqual(1_000)
})

test('the backoff starts over after a connection that lasted more than 10 s', async () => {
  const timers = stopTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  await start((socket, number) => {
    socket.send('OK')
    socket.send(JSON.stringify({ key: 'finished', message: { downloadId: 'any' }, position: String(number) }))
  })
  const reader = feed.read(credentialsOf('anna'), null)
  const expected = [250, 500, 1_000, 250]
  for (const [index, lasted] of [0, 0, 10_000, 10_001].entries()) {
    // The event shows that the connection was accepted.
    await reader.next()
    await timers.pass(lasted)
    for (const socket of service.open) socket.close(1011)
    await timers.until(() => pauses().length > index)
    await timers.pass(expected[index] ?? 0)
  }
  expect(pauses()).toEqual(expected)
})

test('a newer token is sent once the service has accepted the first token, and is sent only once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const tokens: string[] = []
  const sockets: WebSocket[] = []
  await start((socket, _number, message) => {
    tokens.push(JSON.parse(message).token)
    sockets.push(socket)
  })
  const reader = join('first', 1)
  await expect.poll(() => tokens).toEqual(['first'])
  join('second', 2)
  vi.advanceTimersByTime(5_000)
  if (sockets[0]) accept(sockets[0], 5)
  await reader.next()
  vi.advanceTimersByTime(5_000)
  join('third', 3)
  vi.advanceTimersByTime(5_000)
  await expect.poll(() => tokens).toEqual(['first', 'second', 'third'])
})

test('unreadable messages are logged once per connection', async () => {
  await start((socket, number) => {
    socket.send('OK')
    for (let count = 0; count < 100; count += 1) socket.send('nonsense')
    socket.send(JSON.stringify({ position: String(number) }))
  })
  const reader = feed.read(credentialsOf('anna'), null)
  await reader.next()
  expect(log).toHaveLength(1)
  for (const socket of service.open) socket.terminate()
  await expect.poll(() => service.opened).toBe(2)
  await expect.poll(() => log.filter(isUnreadableMessage).length).toBe(2)
})

test('readers that join and leave at any time leak nothing', async () => {
  await start((socket) => accept(socket, 3))
  const before = heldResources()
  for (let round = 0; round < 300; round += 1) {
    const reader = feed.read(credentialsOf(`customer ${round % 7}`), round % 2 === 0 ? null : 2n)
    if (round % 3 === 1) await new Promise((resolve) => setImmediate(resolve))
    if (round % 3 === 2) await expect.poll(() => service.open.size).toBeGreaterThan(0)
    await reader.return?.()
  }
  expect(feed.size).toBe(0)
  await expect.poll(() => service.open.size).toBe(0)
  await expect.poll(heldResources).toBeLessThan(before + 30)
})

/** Adds a reader of Anna's stream. Its token expires in the given number of minutes. */
function join(accessToken: string, minutes: number) {
  return feed.read({ accountId: 'anna', accessToken, scopes: null, expires: Date.now() + minutes * 60_000 }, null)
}

function isUnreadableMessage({ message }: LogEntry): boolean {
  return message === 'a message of a live stream cannot be read'
}

/** The delays in ms after each lost connection, in order. */
function pauses(): number[] {
  const breaks = log.filter(({ message }) => message === 'a live stream broke off')
  return breaks.map(({ fields }) => ('pause' in fields ? Number(fields.pause) : 0))
}

/** The active timers and connections of this process. */
function heldResources(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout' || name.startsWith('TCP')).length
}
