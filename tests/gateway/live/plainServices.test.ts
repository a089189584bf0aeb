import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { buildArchive } from '../../support/longWork.ts'
import { type Received, connect, listen } from '../../support/socketClient.ts'
import { anna } from '../../support/tokens.ts'
import { jobTime } from '../../support/upstreamEvents.ts'

/*
 * Services as the specification has them, which number nothing that they tell: a retailer's own.
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

/** A subscription that has begun: any message without a position shows that there will be none. */
async function begun(field = 'archiveEvents'): Promise<Received> {
  const received = subscribe(null, field)
  const upstream = field === 'archiveEvents' ? archives() : imports()
  await expect.poll(() => upstream.open.size).toBe(1)
  upstream.append(anna, [{ key: 'invented', job: idOf(99) }])
  await expect.poll(() => received.events.length).toBe(1)
  return received
}

/** Of an import, as the specification has it, but for an id that may be none. */
function sayOfImport(id: string, type: string): void {
  imports().sendRaw(JSON.stringify({ type, id, data: { payload: {}, timestamp: jobTime } }))
}

function idOf(number: number): string {
  return buildArchive(number).id
}

/** What was told of archives, by their numbers. */
function told({ events }: Received): string[] {
  return events.flatMap(({ archiveEvents: { key, downloadId } }) => {
    return key === null ? [] : [`${key} ${Number.parseInt(String(downloadId).slice(-12), 16)}`]
  })
}

const asked = () => gateway.upstreams.pathsOf('downloads').filter((path) => path.startsWith('/downloads?')).length

describe('a socket without positions', () => {
  test('is heard, and the service is asked once how things stand, which is no news to who has just come', async () => {
    gateway.upstreams.work(anna).archives = [buildArchive(1)]
    const received = subscribe()
    // It says nothing at all at first.
    await expect.poll(() => received.events.length).toBe(1)
    await expect.poll(asked).toBe(1)
    archives().append(anna, [{ key: 'started', job: idOf(2) }])
    await expect.poll(() => told(received)).toEqual(['STARTED 2'])
    archives().append(anna, [{ key: 'finished', job: idOf(2) }])
    await expect.poll(() => told(received)).toEqual(['STARTED 2', 'FINISHED 2'])
    expect(asked()).toBe(1)
  })

  test('that is lost is asked for once again: what has changed meanwhile is told, and nothing else', async () => {
    const work = gateway.upstreams.work(anna)
    work.archives = [buildArchive(2, { state: 'started' }), buildArchive(1)]
    const received = await begun()
    await expect.poll(asked).toBe(1)
    // One has ended, one has begun, one has begun and ended, all unheard.
    work.archives = [buildArchive(4), buildArchive(3, { state: 'started' }), buildArchive(2), buildArchive(1)]
    archives().breakOff()
    await expect.poll(() => told(received).toSorted()).toEqual(['FINISHED 2', 'FINISHED 4', 'STARTED 3'])
    expect(asked()).toBe(2)
    archives().append(anna, [{ key: 'finished', job: idOf(3) }])
    await expect.poll(() => told(received).at(-1)).toBe('FINISHED 3')
  })

  test('whose list does not say how far an archive is, has ended one that has an address', async () => {
    const work = gateway.upstreams.work(anna)
    // Of these the list says nothing but the id; one is not finished.
    work.archives = [4, 3, 2].map((number) => ({ id: idOf(number) }))
    gateway.upstreams.fail(`/downloads/downloads/${idOf(3)}/url`, { kind: 'status', status: 409 })
    const received = await begun()
    await expect.poll(asked).toBe(1)
    archives().append(anna, [
      { key: 'started', job: idOf(2) },
      { key: 'started', job: idOf(3) },
    ])
    await expect.poll(() => told(received)).toEqual(['STARTED 2', 'STARTED 3'])
    archives().breakOff()
    await expect.poll(() => told(received)).toEqual(['STARTED 2', 'STARTED 3', 'FINISHED 2'])
    const addresses = gateway.upstreams.pathsOf('downloads').filter((path) => path.endsWith('/url'))
    expect(addresses.toSorted()).toEqual([2, 3].map((number) => `/downloads/${idOf(number)}/url`))
  })

  test('tells by the event how far an archive is whose service does not say it', async () => {
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

  test('tells one who comes back how things stand, whatever was told before', async () => {
    gateway.upstreams.work(anna).archives = [buildArchive(2, { state: 'error' }), buildArchive(1)]
    const first = await begun()
    const cursor = first.events[0].archiveEvents.cursor
    await expect.poll(asked).toBe(1)
    const beside = subscribe(cursor)
    await expect.poll(() => told(beside).toSorted()).toEqual(['ERROR 2', 'FINISHED 1'])
    first.stop()
    beside.stop()
    await expect.poll(() => archives().open.size).toBe(0)
    const alone = subscribe(cursor)
    await expect.poll(() => archives().open.size).toBe(1)
    archives().append(anna, [{ key: 'invented', job: idOf(99) }])
    await expect.poll(() => told(alone).toSorted()).toEqual(['ERROR 2', 'FINISHED 1'])
  })

  test('is made anew when it cannot be asked how things stand', async () => {
    gateway.upstreams.work(anna).archives = [buildArchive(1)]
    gateway.upstreams.fail('/downloads/downloads?', { kind: 'status', status: 500 }, 1)
    const { opened } = archives()
    const received = await begun()
    await expect.poll(() => archives().opened - opened).toBe(2)
    await expect.poll(asked).toBe(2)
    archives().append(anna, [{ key: 'started', job: idOf(2) }])
    await expect.poll(() => told(received)).toEqual(['STARTED 2'])
  })

  test('of an import is asked for by the library’s activation', async () => {
    const work = gateway.upstreams.work(anna)
    work.activation = { status: 'NOT_ACTIVE' }
    const received = await begun('importEvents')
    const keys = () => received.events.map(({ importEvents }) => importEvents.key)
    imports().append(anna, [{ key: 'started' }])
    await expect.poll(keys).toEqual([null, 'STARTED'])
    work.activation = { status: 'ACTIVE' }
    imports().breakOff()
    await expect.poll(keys).toEqual([null, 'STARTED', 'FINISHED'])
  })

  test('of an import passes over a message whose id is no UUID', async () => {
    gateway.upstreams.work(anna).activation = { status: 'NOT_ACTIVE' }
    const received = await begun('importEvents')
    sayOfImport('message-1', 'error')
    sayOfImport(randomUUID(), 'started')
    const keys = () => received.events.map(({ importEvents }) => importEvents.key)
    await expect.poll(keys).toEqual([null, 'STARTED'])
  })

  test('that is back with positions tells what has happened meanwhile, and then goes on', async () => {
    const work = gateway.upstreams.work(anna)
    work.archives = [buildArchive(2), buildArchive(1, { state: 'started' })]
    const received = await begun()
    await expect.poll(asked).toBe(1)
    archives().isNumbered = true
    disposals.push(() => {
      archives().isNumbered = false
    })
    work.archives = [buildArchive(2), buildArchive(1)]
    archives().breakOff()
    await expect.poll(() => told(received)).toEqual(['FINISHED 1'])
    archives().append(anna, [{ key: 'started', job: idOf(3) }])
    await expect.poll(() => told(received)).toEqual(['FINISHED 1', 'STARTED 3'])
    // Whom it cannot be told is let go, to come again.
    received.stop()
    await expect.poll(() => archives().open.size).toBe(0)
    archives().isNumbered = false
    const other = await begun()
    await expect.poll(asked).toBe(3)
    archives().isNumbered = true
    gateway.upstreams.fail('/downloads/downloads?', { kind: 'status', status: 500 }, 1)
    archives().breakOff()
    expect(await other.over).toEqual({})
  })

  test('that has positions by now tells one who comes back from before how things stand, and then goes on', async () => {
    const work = gateway.upstreams.work(anna)
    work.archives = [buildArchive(1, { state: 'started' })]
    const before = await begun()
    const cursor = before.events[0].archiveEvents.cursor
    before.stop()
    await expect.poll(() => archives().open.size).toBe(0)
    archives().isNumbered = true
    disposals.push(() => {
      archives().isNumbered = false
    })
    work.archives = [buildArchive(1)]
    const [first, second] = [subscribe(cursor), subscribe(cursor)]
    await expect.poll(() => told(first)).toEqual(['FINISHED 1'])
    await expect.poll(() => told(second)).toEqual(['FINISHED 1'])
    archives().append(anna, [{ key: 'started', job: idOf(2) }])
    await expect.poll(() => told(first)).toEqual(['FINISHED 1', 'STARTED 2'])
    await expect.poll(() => told(second)).toEqual(['FINISHED 1', 'STARTED 2'])
    // Whom it cannot be told is let go, to come again.
    gateway.upstreams.fail('/downloads/downloads?', { kind: 'status', status: 500 }, 1)
    const third = subscribe(cursor)
    expect(await third.over).toEqual({})
    expect(third.errors).toEqual([])
  })
})
