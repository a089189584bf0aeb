import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { buildArchive } from '../../support/longWork.ts'
import { type Received, connect, listen } from '../../support/socketClient.ts'
import { anna } from '../../support/tokens.ts'
import { jobTime } from '../../support/upstreamEvents.ts'

/*
 * Tests services that follow only the specification, without our additions. Their events have no positions.
 */

const gateway = setUpGateway()
const disposals: (() => unknown)[] = []
const archives = () => gateway.upstreams.archiveEvents
const imports = () => gateway.upstreams.importEvents

beforeAll(() => {
  archives().isNumbered = false
  imports().isNumbered = false
})
beforeEach(() => gateway.upstreams.clearWork())
afterEach(async () => {
  await Promise.all(disposals.splice(0).map((dispose) => dispose()))
  await expect.poll(() => archives().open.size + imports().open.size).toBe(0)
})

function subscribe(after: string | null = null, field = 'archiveEvents'): Received {
  const client = connect(gateway.url, gateway.token)
  disposals.push(() => client.dispose())
  const selection = field === 'archiveEvents' ? 'cursor key downloadId' : 'cursor key'
  const query = `subscription ($after: String) { ${field}(after: $after) { ${selection} } }`
  return listen(client, { query, variables: { after } })
}

/** Starts a subscription. Any message without a position shows that the service sends no positions. */
async function openSubscription(field = 'archiveEvents'): Promise<Received> {
  const received = subscribe(null, field)
  const upstream = field === 'archiveEvents' ? archives() : imports()
  await expect.poll(() => upstream.open.size).toBe(1)
  upstream.append(anna, [{ key: 'invented', job: idOf(99) }])
  await expect.poll(() => received.events.length).toBe(1)
  return received
}

/** Sends an import message in the format of the specification. */
function sendImportMessage(id: string, type: string): void {
  imports().sendRaw(JSON.stringify({ type, id, data: { payload: {}, timestamp: jobTime } }))
}

function idOf(number: number): string {
  return buildArchive(number).id
}

/** The received archive events, by archive number. */
function receivedEvents({ events }: Received): string[] {
  return events.flatMap(({ archiveEvents: { key, downloadId } }) => {
    return key === null ? [] : [`${key} ${Number.parseInt(String(downloadId).slice(-12), 16)}`]
  })
}

const listCalls = () => gateway.upstreams.pathsOf('downloads').filter((path) => path.startsWith('/downloads?')).length

describe('a socket without positions', () => {
  test('delivers its events; the state is fetched once, and causes no events for new readers', async () => {
    gateway.upstreams.work(anna).archives = [buildArchive(1)]
    const received = subscribe()
    // At first the service sends nothing.
    await expect.poll(() => received.events.length).toBe(1)
    await expect.poll(listCalls).toBe(1)
    archives().append(anna, [{ key: 'started', job: idOf(2) }])
    await expect.poll(() => receivedEvents(received)).toEqual(['STARTED 2'])
    archives().append(anna, [{ key: 'finished', job: idOf(2) }])
    await expect.poll(() => receivedEvents(received)).toEqual(['STARTED 2', 'FINISHED 2'])
    expect(listCalls()).toBe(1)
  })

  test('that is lost is replaced, and exactly the changes in the meantime are delivered', async () => {
    const work = gateway.upstreams.work(anna)
    work.archives = [buildArchive(2, { state: 'started' }), buildArchive(1)]
    const received = await openSubscription()
    await expect.poll(listCalls).toBe(1)
    // While disconnected, one archive ended, one started, and one started and ended.
    work.archives = [buildArchive(4), buildArchive(3, { state: 'started' }), buildArchive(2), buildArchive(1)]
    archives().breakOff()
    await expect.poll(() => receivedEvents(received).toSorted()).toEqual(['FINISHED 2', 'FINISHED 4', 'STARTED 3'])
    expect(listCalls()).toBe(2)
    archives().append(anna, [{ key: 'finished', job: idOf(3) }])
    await expect.poll(() => receivedEvents(received).at(-1)).toBe('FINISHED 3')
  })

  test('counts an archive with a URL as finished when the service’s list has no state', async () => {
    const work = gateway.upstreams.work(anna)
    // The list has only the ids of these archives. One archive is not finished.
    work.archives = [4, 3, 2].map((number) => ({ id: idOf(number) }))
    gateway.upstreams.fail(`/downloads/downloads/${idOf(3)}/url`, { kind: 'status', status: 409 })
    const received = await openSubscription()
    await expect.poll(listCalls).toBe(1)
    archives().append(anna, [
      { key: 'started', job: idOf(2) },
      { key: 'started', job: idOf(3) },
    ])
    await expect.poll(() => receivedEvents(received)).toEqual(['STARTED 2', 'STARTED 3'])
    archives().breakOff()
    await expect.poll(() => receivedEvents(received)).toEqual(['STARTED 2', 'STARTED 3', 'FINISHED 2'])
    const addresses = gateway.upstreams.pathsOf('downloads').filter((path) => path.endsWith('/url'))
    expect(addresses.toSorted()).toEqual([2, 3].map((number) => `/downloads/${idOf(number)}/url`))
  })

  test('takes the state of an archive from the event when the service’s list has none', async () => {
    gateway.upstreams.work(anna).archives = [{ id: idOf(1) }]
    const client = connect(gateway.url, gateway.token)
    disposals.push(() => client.dispose())
    const received = listen(client, { query: 'subscription { archiveEvents { download { state } } }' })
    await expect.poll(() => archives().open.size).toBe(1)
    const keys = ['started', 'error', 'finished'] as const
    for (const [index, key] of keys.entries()) {
      archives().append(anna, [{ key, job: idOf(1) }])
      await expect.poll(() => received.events.length).toBe(index + 2)
    }
    const states = received.events.map(({ archiveEvents }) => archiveEvents.download?.state ?? null)
    expect(states).toEqual([null, 'STARTED', 'ERROR', 'FINISHED'])
  })

  test('sends the current state to a resuming reader, whatever was sent before', async () => {
    // Only the id of the last archive is known.
    gateway.upstreams.work(anna).archives = [buildArchive(2, { state: 'error' }), buildArchive(1), { id: idOf(3) }]
    const first = await openSubscription()
    const cursor = first.events[0].archiveEvents.cursor
    await expect.poll(listCalls).toBe(1)
    const beside = subscribe(cursor)
    await expect.poll(() => receivedEvents(beside).toSorted()).toEqual(['ERROR 2', 'FINISHED 1'])
    first.stop()
    beside.stop()
    await expect.poll(() => archives().open.size).toBe(0)
    const alone = subscribe(cursor)
    await expect.poll(() => archives().open.size).toBe(1)
    archives().append(anna, [{ key: 'invented', job: idOf(99) }])
    await expect.poll(() => receivedEvents(alone).toSorted()).toEqual(['ERROR 2', 'FINISHED 1'])
    expect([beside, alone].map(({ events }) => events.length)).toEqual([2, 2])
  })

  test('is reopened when the state cannot be fetched', async () => {
    gateway.upstreams.work(anna).archives = [buildArchive(1)]
    gateway.upstreams.fail('/downloads/downloads?', { kind: 'status', status: 500 }, 1)
    const { opened } = archives()
    const received = await openSubscription()
    await expect.poll(() => archives().opened - opened).toBe(2)
    await expect.poll(listCalls).toBe(2)
    archives().append(anna, [{ key: 'started', job: idOf(2) }])
    await expect.poll(() => receivedEvents(received)).toEqual(['STARTED 2'])
  })

  test('of an import uses the library’s activation as its state', async () => {
    const work = gateway.upstreams.work(anna)
    work.activation = { status: 'NOT_ACTIVE' }
    const received = await openSubscription('importEvents')
    const keys = () => received.events.map(({ importEvents }) => importEvents.key)
    imports().append(anna, [{ key: 'started' }])
    await expect.poll(keys).toEqual([null, 'STARTED'])
    work.activation = { status: 'ACTIVE' }
    imports().breakOff()
    await expect.poll(keys).toEqual([null, 'STARTED', 'FINISHED'])
  })

  test('of an import skips a message whose id is not a UUID', async () => {
    gateway.upstreams.work(anna).activation = { status: 'NOT_ACTIVE' }
    const received = await openSubscription('importEvents')
    sendImportMessage('message-1', 'error')
    sendImportMessage(randomUUID(), 'started')
    const keys = () => received.events.map(({ importEvents }) => importEvents.key)
    await expect.poll(keys).toEqual([null, 'STARTED'])
  })

  test('that reconnects with positions delivers the changes it missed, then continues', async () => {
    const work = gateway.upstreams.work(anna)
    work.archives = [buildArchive(2), buildArchive(1, { state: 'started' })]
    const received = await openSubscription()
    await expect.poll(listCalls).toBe(1)
    archives().isNumbered = true
    disposals.push(() => {
      archives().isNumbered = false
    })
    work.archives = [buildArchive(2), buildArchive(1)]
    archives().breakOff()
    await expect.poll(() => receivedEvents(received)).toEqual(['FINISHED 1'])
    archives().append(anna, [{ key: 'started', job: idOf(3) }])
    await expect.poll(() => receivedEvents(received)).toEqual(['FINISHED 1', 'STARTED 3'])
    // If the missed changes cannot be fetched, readers are disconnected, so that they reconnect.
    received.stop()
    await expect.poll(() => archives().open.size).toBe(0)
    archives().isNumbered = false
    const other = await openSubscription()
    await expect.poll(listCalls).toBe(3)
    archives().isNumbered = true
    gateway.upstreams.fail('/downloads/downloads?', { kind: 'status', status: 500 }, 1)
    archives().breakOff()
    expect(await other.over).toEqual({})
  })

  test('that has gained positions sends the current state to a reader that resumes, then continues', async () => {
    const work = gateway.upstreams.work(anna)
    work.archives = [buildArchive(1, { state: 'started' })]
    const before = await openSubscription()
    const cursor = before.events[0].archiveEvents.cursor
    before.stop()
    await expect.poll(() => archives().open.size).toBe(0)
    archives().isNumbered = true
    disposals.push(() => {
      archives().isNumbered = false
    })
    work.archives = [buildArchive(1)]
    const [first, second] = [subscribe(cursor), subscribe(cursor)]
    await expect.poll(() => receivedEvents(first)).toEqual(['FINISHED 1'])
    await expect.poll(() => receivedEvents(second)).toEqual(['FINISHED 1'])
    archives().append(anna, [{ key: 'started', job: idOf(2) }])
    await expect.poll(() => receivedEvents(first)).toEqual(['FINISHED 1', 'STARTED 2'])
    await expect.poll(() => receivedEvents(second)).toEqual(['FINISHED 1', 'STARTED 2'])
    // If the missed changes cannot be fetched, readers are disconnected, so that they reconnect.
    gateway.upstreams.fail('/downloads/downloads?', { kind: 'status', status: 500 }, 1)
    const third = subscribe(cursor)
    expect(await third.over).toEqual({})
    expect(third.errors).toEqual([])
  })
})
