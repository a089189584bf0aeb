import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listenAt } from '../../support/gateway.ts'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { buildArchive, buildBackup, buildImport } from '../../support/longWork.ts'
import { type Received, connect, listen } from '../../support/socketClient.ts'
import { anna, bram } from '../../support/tokens.ts'
import type { CutState, EventStreams, JobUpdate } from '../../support/upstreamEvents.ts'
import { jobStreams } from './jobStreams.ts'

const gateway = setUpGateway()
/** Another replica, before the same services. */
let otherUrl: string
const disposals: (() => unknown)[] = []

beforeAll(async () => {
  otherUrl = await listenAt(await gateway.start())
})
beforeEach(() => gateway.upstreams.clearWork())
afterEach(async () => {
  await Promise.all(disposals.splice(0).map((dispose) => dispose()))
  for (const stream of jobStreams) await expect.poll(() => stream.of(gateway.upstreams).open.size).toBe(0)
})

describe.each(jobStreams)('$field', ({ field, path, selection, of, news, told }) => {
  const upstream = () => of(gateway.upstreams)
  const document = `subscription ($after: String) { ${field}(after: $after) { ${selection} } }`

  function subscribe({ token = gateway.token, after = null as string | null, to = gateway.url } = {}): Received {
    const client = connect(to, token)
    disposals.push(() => client.dispose())
    return listen(client, { query: document, variables: { after } })
  }

  async function begun(options: Parameters<typeof subscribe>[0] = {}): Promise<Received> {
    const received = subscribe(options)
    await expect.poll(() => received.events.length).toBe(1)
    return received
  }

  /** What was told, without where it stands; what says nothing but that is left out. */
  function eventsOf({ events }: Received): object[] {
    return events
      .map((event) => event[field])
      .filter(({ key, status }) => typeof (key ?? status) === 'string')
      .map(({ cursor: _cursor, ...event }) => event)
  }

  function lastCursor({ events }: Received): string {
    return events.at(-1)[field].cursor
  }

  const heard = async (received: Received, ...expected: object[]) => {
    await expect.poll(() => eventsOf(received)).toEqual(expected)
  }

  test('begins by saying where the stream stands, then tells what happens, one event after another', async () => {
    const received = await begun()
    const [first] = received.events
    expect(Object.entries(first[field]).filter(([, value]) => value !== null)).toEqual([['cursor', expect.any(String)]])
    upstream().append(anna, [news('begin', 1)])
    await heard(received, told('begin', 1))
    upstream().append(anna, [news('progress', 1, 0.5)])
    await heard(received, told('begin', 1), told('progress', 1, 0.5))
    upstream().append(anna, [news('end', 1, 1)])
    await heard(received, told('begin', 1), told('progress', 1, 0.5), told('end', 1, 1))
    expect(new Set(received.events.map((event) => event[field].cursor)).size).toBe(4)
  })

  test('opens one socket for two tabs, and closes it behind the last', async () => {
    const { opened } = upstream()
    const [one, other] = [await begun(), await begun()]
    expect([upstream().opened - opened, upstream().open.size]).toEqual([1, 1])
    upstream().append(anna, [news('begin', 1)])
    await heard(one, told('begin', 1))
    await heard(other, told('begin', 1))
    one.stop()
    upstream().append(anna, [news('end', 1, 1)])
    await heard(other, told('begin', 1), told('end', 1, 1))
    expect(upstream().open.size).toBe(1)
    other.stop()
    await expect.poll(() => upstream().open.size).toBe(0)
  })

  test('tells nobody what happens to another', async () => {
    const [ofAnna, ofBram] = [await begun(), await begun({ token: await gateway.upstreams.tokens.issue(bram) })]
    upstream().append(bram, [news('begin', 1)])
    upstream().append(anna, [news('begin', 2)])
    await heard(ofAnna, told('begin', 2))
    await heard(ofBram, told('begin', 1))
  })

  test('resumes after a cursor, at this replica or another: what was missed comes once', async () => {
    const first = await begun()
    upstream().append(anna, [news('begin', 1)])
    await heard(first, told('begin', 1))
    const after = lastCursor(first)
    upstream().append(anna, [news('fail', 1), news('begin', 3)])
    await heard(first, told('begin', 1), told('fail', 1), told('begin', 3))
    const resumed = [subscribe({ after }), subscribe({ after, to: otherUrl })]
    for (const received of resumed) await heard(received, told('fail', 1), told('begin', 3))
    upstream().append(anna, [news('begin', 2)])
    for (const received of resumed) await heard(received, told('fail', 1), told('begin', 3), told('begin', 2))
    // One for each replica: at the first, the one that came back has gone over to the shared one.
    await expect.poll(() => upstream().open.size).toBe(2)
  })

  test('reads for all on one socket, however far back each of them goes on', async () => {
    const elsewhere = await begun({ to: otherUrl })
    const cursors = [lastCursor(elsewhere)]
    for (const job of [1, 2, 3]) {
      upstream().append(anna, [news('begin', job)])
      await expect.poll(() => elsewhere.events.length).toBe(job + 1)
      cursors.push(lastCursor(elsewhere))
    }
    // Nothing of hers comes after this, so that those who come back have nothing to be told.
    upstream().append(bram, [news('begin', 4)])
    const here = await begun()
    const resumed = cursors.flatMap((after) => [subscribe({ after }), subscribe({ after })])
    for (const [index, received] of resumed.entries()) {
      const missed = [1, 2, 3].slice(Math.floor(index / 2)).map((job) => told('begin', job))
      await heard(received, ...missed)
    }
    await expect.poll(() => upstream().open.size).toBe(2)
    upstream().append(anna, [news('end', 3, 1)])
    await heard(here, told('end', 3, 1))
    for (const [index, received] of resumed.entries()) {
      const missed = [1, 2, 3].slice(Math.floor(index / 2)).map((job) => told('begin', job))
      await heard(received, ...missed, told('end', 3, 1))
    }
  })

  test.each<CutState>(['beforeOk', 'afterOk', 'midMessage'])(
    'comes through a socket that is cut off %s, and then another one',
    async (state) => {
      upstream().cut = state
      const received = await begun()
      upstream().append(anna, [news('begin', 1)])
      await heard(received, told('begin', 1))
      upstream().cut = state
      upstream().breakOff()
      upstream().append(anna, [news('fail', 1), news('begin', 3)])
      await heard(received, told('begin', 1), told('fail', 1), told('begin', 3))
    },
  )

  test('comes through a time in which there is nothing at the service’s address', async () => {
    const received = await begun()
    upstream().append(anna, [news('begin', 1)])
    await heard(received, told('begin', 1))
    gateway.upstreams.fail(path, { kind: 'status', status: 404 }, 2)
    upstream().breakOff()
    upstream().append(anna, [news('fail', 1), news('begin', 3)])
    await heard(received, told('begin', 1), told('fail', 1), told('begin', 3))
  })

  test('passes over messages that cannot be read, and kinds that are not known', async () => {
    const received = await begun()
    for (const text of ['', 'nonsense', '[]', '{"key":"started"}', '{"position":"-1"}', '{"type":"started","id":"1"}'])
      upstream().sendRaw(text)
    upstream().append(anna, [{ ...news('begin', 1), key: 'invented' }, news('begin', 2)])
    await heard(received, told('begin', 2))
    expect(received.errors).toEqual([])
  })

  test('goes on, and says nothing, when the service lets no socket live for longer', async () => {
    const received = await begun()
    const { opened } = upstream()
    upstream().closeGracefully()
    upstream().append(anna, [news('begin', 1)])
    await heard(received, told('begin', 1))
    expect(upstream().opened - opened).toBe(1)
    expect(received.errors).toEqual([])
  })

  test('hands the service the next token before the first one ends, on the same socket', async () => {
    const brief = await gateway.upstreams.tokens.issue(anna, { claims: { exp: Math.floor(Date.now() / 1000) + 120 } })
    const received = await begun({ token: brief })
    const { opened } = upstream()
    // Another tab has the next one.
    await begun()
    await expect.poll(() => upstream().renewals.at(-1)).toBe(gateway.token)
    upstream().append(anna, [news('begin', 1)])
    await heard(received, told('begin', 1))
    expect(upstream().opened).toBe(opened)
  })

  test.each([
    'nonsense',
    '',
    Buffer.from('1:other:5').toString('base64url'),
    Buffer.from(`1:${field.replace('Events', '')}:`).toString('base64url'),
    Buffer.from(`1:${field.replace('Events', '')}:-5`).toString('base64url'),
    // The services would refuse it, and with it the socket of all tabs of this customer.
    Buffer.from(`1:${field.replace('Events', '')}:1234567890123456`).toString('base64url'),
  ])('refuses a cursor that is none: %s', async (after) => {
    const received = subscribe({ after })
    await received.over
    expect(received.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
  })
})

test('all end with 4403 when the token expires and no other comes', async () => {
  const brief = await gateway.upstreams.tokens.issue(anna, { claims: { exp: Math.floor(Date.now() / 1000) + 2 } })
  const client = connect(gateway.url, brief)
  disposals.push(() => client.dispose())
  const all = jobStreams.map(({ field }) => listen(client, { query: `subscription { ${field} { cursor } }` }))
  for (const received of all) expect(await received.over).toMatchObject({ code: 4403 })
})

test('a tab whose token expires takes nothing from another tab of the same customer', async () => {
  const brief = await gateway.upstreams.tokens.issue(anna, { claims: { exp: Math.floor(Date.now() / 1000) + 3 } })
  const query = 'subscription { archiveEvents { key } }'
  const [one, other] = [brief, gateway.token].map((token) => {
    const client = connect(gateway.url, token)
    disposals.push(() => client.dispose())
    return listen(client, { query })
  })
  expect(await one?.over).toMatchObject({ code: 4403 })
  await expect.poll(() => other?.events.length).toBe(1)
  gateway.upstreams.archiveEvents.append(anna, [{ key: 'started', job: buildArchive(1).id }])
  await expect.poll(() => other?.events[1]).toEqual({ archiveEvents: { key: 'STARTED' } })
})

/** The first thing that happens, and what was asked because of it. */
async function first(document: string, stream: EventStreams<JobUpdate>, news: JobUpdate) {
  const client = connect(gateway.url, gateway.token)
  disposals.push(() => client.dispose())
  const received = listen(client, { query: document })
  await expect.poll(() => received.events.length).toBe(1)
  gateway.upstreams.heal()
  stream.append(anna, [news])
  await expect.poll(() => received.events.length).toBe(2)
  return { event: received.events[1], paths: gateway.upstreams.calls.map(({ path }) => path) }
}

describe('an event brings what it is about as it is now,', () => {
  test('an archive, by one call, with its address by another', async () => {
    const archive = buildArchive(1)
    gateway.upstreams.work(anna).archives = [archive]
    const document = 'subscription { archiveEvents { key download { state url } } }'
    const { event, paths } = await first(document, gateway.upstreams.archiveEvents, {
      key: 'finished',
      job: archive.id,
    })
    const download = { state: 'FINISHED', url: `https://files.test/${archive.id}.zip` }
    expect(event.archiveEvents).toEqual({ key: 'FINISHED', download })
    expect(paths).toEqual([`/downloads/downloads/${archive.id}`, `/downloads/downloads/${archive.id}/url`])
  })

  test('an export, by one call, and null when it is gone', async () => {
    const { backupId } = buildBackup(1)
    gateway.upstreams.work(anna).backups = [buildBackup(1)]
    const document = 'subscription { exportEvents { status export { status chunks { iteration } } } }'
    const ready = { key: 'READY', job: backupId, progress: 1 }
    const { event, paths } = await first(document, gateway.upstreams.exportEvents, ready)
    const found = { status: 'READY', chunks: [{ iteration: 1 }, { iteration: 2 }] }
    expect([event.exportEvents, paths]).toEqual([{ status: 'READY', export: found }, [`/exports/backups/${backupId}`]])
    gateway.upstreams.work(anna).backups = []
    const gone = await first(document, gateway.upstreams.exportEvents, ready)
    expect(gone.event.exportEvents).toEqual({ status: 'READY', export: null })
  })

  test('a library’s activation, by one call', async () => {
    gateway.upstreams.work(anna).activation = { status: 'ACTIVE', import: buildImport(1) }
    const document = 'subscription { importEvents { key activation { status import { importedCount } } } }'
    const { event, paths } = await first(document, gateway.upstreams.importEvents, { key: 'finished' })
    const activation = { status: 'ACTIVE', import: { importedCount: 6 } }
    expect([event.importEvents, paths]).toEqual([{ key: 'FINISHED', activation }, ['/photos/users/activate']])
  })
})
