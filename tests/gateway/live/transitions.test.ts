import { afterEach, describe, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { type ArchiveFact, archiveFactFrom } from '../../../gateway/upstream/downloads/archiveMessages.ts'
import { type LogEntry, LiveService, accept, credentialsOf } from '../../support/liveService.ts'
import { stopTimers } from '../../support/stoppedClock.ts'

const anna = credentialsOf('anna')

let service: LiveService
let feed: ReturnType<LiveService['feed']>
let log: LogEntry[] = []
/** How many snapshots were fetched. */
let fetched = 0
let fetchSnapshot: () => Promise<readonly ArchiveFact[]>
/** The authentication of each socket. */
let authentications: { after?: string }[] = []

/**
 * Starts the service and its feed.
 * @param onSocket called when a socket has authenticated, with its number from 1
 */
async function start(onSocket: (socket: WebSocket, number: number) => void): Promise<void> {
  log = []
  fetched = 0
  authentications = []
  fetchSnapshot = async () => [archiveFactFrom('of the snapshot', 'started', null)]
  service = await LiveService.start((socket, number, message) => {
    authentications.push(JSON.parse(message))
    onSocket(socket, number)
  })
  feed = service.feed(log, undefined, {
    fetch: () => {
      fetched += 1
      return fetchSnapshot()
    },
    jobOf: ({ job }) => job,
    isSame: (one, other) => one.kind === other.kind && one.progress === other.progress,
  })
}

afterEach(() => {
  // Restore the spies first. A spy on a stopped timer restores the stopped timer, which would then stay for all later
  // test files.
  vi.restoreAllMocks()
  vi.useRealTimers()
  feed.close()
  service.close()
})

/**
 * Sends an event of a job.
 * @param position left out by services that do not number their events
 */
function send(job: string, position?: number): void {
  const message = { key: 'finished', message: { downloadId: job }, ...(position && { position: String(position) }) }
  for (const socket of service.open) socket.send(JSON.stringify(message))
}

async function nextOf(reader: AsyncIterator<ArchiveFact>): Promise<[bigint | null, string | null]> {
  const { value } = await reader.next()
  return [value.position, value.job]
}

describe('a stream', () => {
  test('becomes numbered by its first position', async () => {
    await start((socket) => accept(socket, 5))
    expect(await nextOf(feed.read(anna, null))).toEqual([5n, null])
    expect(await nextOf(feed.read(anna, null))).toEqual([5n, null])
    expect(fetched).toBe(0)
  })

  test('becomes unnumbered when no position comes within 2 s, not before', async () => {
    const timers = stopTimers()
    const set = vi.spyOn(globalThis, 'setTimeout')
    await start((socket) => socket.send('OK'))
    const next = nextOf(feed.read(anna, null))
    await timers.until(() => set.mock.calls.some(([, delay]) => delay === 2_000))
    await timers.pass(1_999)
    expect(fetched).toBe(0)
    await timers.pass(1)
    expect(fetched).toBe(1)
    await timers.pass(0)
    expect(await next).toEqual([null, null])
  })

  test('does not wait for a position after its last reader has left', async () => {
    const timers = stopTimers()
    const set = vi.spyOn(globalThis, 'setTimeout')
    await start((socket) => socket.send('OK'))
    const reader = feed.read(anna, null)
    await timers.until(() => set.mock.calls.some(([, delay]) => delay === 2_000))
    await reader.return?.()
    await timers.until(() => vi.getTimerCount() === 0)
  })

  test('becomes unnumbered by an event without a position, and numbered again by one with a position', async () => {
    await start((socket) => accept(socket, 5))
    const reader = feed.read(anna, null)
    expect(await nextOf(reader)).toEqual([5n, null])
    send('unnumbered')
    expect(await nextOf(reader)).toEqual([null, 'unnumbered'])
    expect(fetched).toBe(1)
    send('numbered', 6)
    expect(await nextOf(reader)).toEqual([6n, 'numbered'])
    expect(await nextOf(feed.read(anna, null))).toEqual([6n, null])
  })
})

describe('the connection of a stream', () => {
  test('that is paused starts at the position of a reader that joins in the meantime, and is not opened twice', async () => {
    const timers = stopTimers()
    vi.spyOn(Math, 'random').mockReturnValue(1)
    await start((socket, number) => {
      accept(socket, 10)
      if (number === 1) socket.close(1011)
    })
    feed.read(anna, null)
    await timers.until(() => log.length === 1)
    feed.read(anna, 4n)
    await timers.pass(249)
    expect(service.opened).toBe(1)
    await timers.pass(1)
    await timers.until(() => authentications.length === 2)
    expect(authentications.map(({ after }) => after)).toEqual([undefined, '4'])
    await timers.pass(60_000)
    expect(service.opened).toBe(2)
  })

  test('that is open is replaced for a reader that needs older events', async () => {
    await start((socket) => accept(socket, 10))
    expect(await nextOf(feed.read(anna, null))).toEqual([10n, null])
    feed.read(anna, 7n)
    await expect.poll(() => authentications.length).toBe(2)
    expect(authentications[1]?.after).toBe('7')
    await expect.poll(() => service.open.size).toBe(1)
  })

  test('that is paused is not opened after the last reader has left', async () => {
    const timers = stopTimers()
    await start((socket) => {
      accept(socket, 10)
      socket.close(1011)
    })
    const reader = feed.read(anna, null)
    await timers.until(() => log.length === 1)
    await reader.return?.()
    await timers.pass(60_000)
    // If Anna's socket were still to be opened, the gateway would open it before Bram's.
    feed.read(credentialsOf('bram'), null)
    await timers.until(() => authentications.length === 2)
    expect(service.opened).toBe(2)
  })

  test('is replaced by polling if the service has no socket; every tenth poll tries to open the socket again', async () => {
    await start((socket) => accept(socket, 3))
    service.isAbsent = true
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reader = feed.read(anna, 'unnumbered')
    expect(await nextOf(reader)).toEqual([null, 'of the snapshot'])
    for (let polls = 2; polls <= 10; polls += 1) {
      vi.advanceTimersToNextTimer()
      await expect.poll(() => fetched).toBe(polls)
    }
    expect(service.opened).toBe(0)
    service.isAbsent = false
    vi.advanceTimersToNextTimer()
    await expect.poll(() => service.opened).toBe(1)
    await expect.poll(async () => (await nextOf(feed.read(anna, null)))[0]).toBe(3n)
  })
})

test('a reader gets its snapshot first, then the events that arrived while it waited for the snapshot', async () => {
  await start((socket) => accept(socket, 5))
  expect(await nextOf(feed.read(anna, null))).toEqual([5n, null])
  const snapshot = Promise.withResolvers<readonly ArchiveFact[]>()
  fetchSnapshot = () => snapshot.promise
  const live = feed.read(anna, null)
  const reader = feed.read(anna, 'unnumbered')
  expect(await nextOf(live)).toEqual([5n, null])
  send('of the meantime', 6)
  expect(await nextOf(live)).toEqual([6n, 'of the meantime'])
  snapshot.resolve([archiveFactFrom('of the snapshot', 'started', null)])
  expect(await nextOf(reader)).toEqual([null, 'of the snapshot'])
  expect(await nextOf(reader)).toEqual([6n, 'of the meantime'])
})

test('a reader ends when its snapshot cannot be fetched, so that the client resumes', async () => {
  await start((socket) => accept(socket, 5))
  expect(await nextOf(feed.read(anna, null))).toEqual([5n, null])
  fetchSnapshot = () => Promise.reject(new Error('the service is down'))
  const reader = feed.read(anna, 'unnumbered')
  expect((await reader.next()).done).toBe(true)
})
