import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listenAt } from '../../support/gateway.ts'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { buildArchive, buildBackup, buildImport } from '../../support/longWork.ts'
import { type Received, connect, listen } from '../../support/socketClient.ts'
import { anna, bram } from '../../support/tokens.ts'
import type { CutState, EventStreams, JobUpdate } from '../../support/upstreamEvents.ts'
import { jobStreams } from './jobStreams.ts'

const gateway = setUpGateway()
/** Another gateway replica with the same services. */
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

describe.each(jobStreams)('$field', ({ field, path, selection, of, update, expected }) => {
  const upstream = () => of(gateway.upstreams)
  const document = `subscription ($after: String) { ${field}(after: $after) { ${selection} } }`

  function subscribe({ token = gateway.token, after = null as string | null, to = gateway.url } = {}): Received {
    const client = connect(to, token)
    disposals.push(() => client.dispose())
    return listen(client, { query: document, variables: { after } })
  }

  async function openSubscription(options: Parameters<typeof subscribe>[0] = {}): Promise<Received> {
    const received = subscribe(options)
    await expect.poll(() => received.events.length).toBe(1)
    return received
  }

  /** The received events without their cursors. Events with only a cursor are omitted. */
  function eventsOf({ events }: Received): object[] {
    return events
      .map((event) => event[field])
      .filter(({ key, status }) => typeof (key ?? status) === 'string')
      .map(({ cursor: _cursor, ...event }) => event)
  }

  function lastCursor({ events }: Received): string {
    return events.at(-1)[field].cursor
  }

  const expectEvents = async (received: Received, ...expected: object[]) => {
    await expect.poll(() => eventsOf(received)).toEqual(expected)
  }

  test('starts with the current position, then delivers one event after another', async () => {
    const received = await openSubscription()
    const [first] = received.events
    expect(Object.entries(first[field]).filter(([, value]) => value !== null)).toEqual([['cursor', expect.any(String)]])
    upstream().append(anna, [update('begin', 1)])
    await expectEvents(received, expected('begin', 1))
    upstream().append(anna, [update('progress', 1, 0.5)])
    await expectEvents(received, expected('begin', 1), expected('progress', 1, 0.5))
    upstream().append(anna, [update('end', 1, 1)])
    await expectEvents(received, expected('begin', 1), expected('progress', 1, 0.5), expected('end', 1, 1))
    expect(new Set(received.events.map((event) => event[field].cursor)).size).toBe(4)
  })

  test('opens one socket for two tabs, and closes the socket after the last tab leaves', async () => {
    const { opened } = upstream()
    const [one, other] = [await openSubscription(), await openSubscription()]
    expect([upstream().opened - opened, upstream().open.size]).toEqual([1, 1])
    upstream().append(anna, [update('begin', 1)])
    await expectEvents(one, expected('begin', 1))
    await expectEvents(other, expected('begin', 1))
    one.stop()
    upstream().append(anna, [update('end', 1, 1)])
    await expectEvents(other, expected('begin', 1), expected('end', 1, 1))
    expect(upstream().open.size).toBe(1)
    other.stop()
    await expect.poll(() => upstream().open.size).toBe(0)
  })

  test('never delivers events of another customer', async () => {
    const [ofAnna, ofBram] = [
      await openSubscription(),
      await openSubscription({ token: await gateway.upstreams.tokens.issue(bram) }),
    ]
    upstream().append(bram, [update('begin', 1)])
    upstream().append(anna, [update('begin', 2)])
    await expectEvents(ofAnna, expected('begin', 2))
    await expectEvents(ofBram, expected('begin', 1))
  })

  test('resumes after a cursor, at this or another replica, with each missed event once', async () => {
    const first = await openSubscription()
    upstream().append(anna, [update('begin', 1)])
    await expectEvents(first, expected('begin', 1))
    const after = lastCursor(first)
    upstream().append(anna, [update('fail', 1), update('begin', 3)])
    await expectEvents(first, expected('begin', 1), expected('fail', 1), expected('begin', 3))
    const resumed = [subscribe({ after }), subscribe({ after, to: otherUrl })]
    for (const received of resumed) await expectEvents(received, expected('fail', 1), expected('begin', 3))
    upstream().append(anna, [update('begin', 2)])
    for (const received of resumed)
      await expectEvents(received, expected('fail', 1), expected('begin', 3), expected('begin', 2))
    // One socket per replica: at the first replica, the resumed subscription has switched to the shared socket.
    await expect.poll(() => upstream().open.size).toBe(2)
  })

  test('reads on one socket for all subscriptions, however far back each one resumes', async () => {
    const elsewhere = await openSubscription({ to: otherUrl })
    const cursors = [lastCursor(elsewhere)]
    for (const job of [1, 2, 3]) {
      upstream().append(anna, [update('begin', job)])
      await expect.poll(() => elsewhere.events.length).toBe(job + 1)
      cursors.push(lastCursor(elsewhere))
    }
    // Bram's event is the newest, so a subscription that resumes after Anna's last event has nothing to replay.
    upstream().append(bram, [update('begin', 4)])
    const here = await openSubscription()
    const resumed = cursors.flatMap((after) => [subscribe({ after }), subscribe({ after })])
    for (const [index, received] of resumed.entries()) {
      const missed = [1, 2, 3].slice(Math.floor(index / 2)).map((job) => expected('begin', job))
      await expectEvents(received, ...missed)
    }
    await expect.poll(() => upstream().open.size).toBe(2)
    upstream().append(anna, [update('end', 3, 1)])
    await expectEvents(here, expected('end', 3, 1))
    for (const [index, received] of resumed.entries()) {
      const missed = [1, 2, 3].slice(Math.floor(index / 2)).map((job) => expected('begin', job))
      await expectEvents(received, ...missed, expected('end', 3, 1))
    }
  })

  test.each<CutState>(['beforeOk', 'afterOk', 'midMessage'])(
    'continues after its first socket and a later socket were cut: %s',
    async (state) => {
      upstream().cut = state
      const received = await openSubscription()
      upstream().append(anna, [update('begin', 1)])
      await expectEvents(received, expected('begin', 1))
      upstream().cut = state
      upstream().breakOff()
      upstream().append(anna, [update('fail', 1), update('begin', 3)])
      await expectEvents(received, expected('begin', 1), expected('fail', 1), expected('begin', 3))
    },
  )

  test('survives a time in which the service is down', async () => {
    const received = await openSubscription()
    upstream().append(anna, [update('begin', 1)])
    await expectEvents(received, expected('begin', 1))
    gateway.upstreams.fail(path, { kind: 'status', status: 404 }, 2)
    upstream().breakOff()
    upstream().append(anna, [update('fail', 1), update('begin', 3)])
    await expectEvents(received, expected('begin', 1), expected('fail', 1), expected('begin', 3))
  })

  test('skips unreadable messages and unknown kinds', async () => {
    const received = await openSubscription()
    const { opened } = upstream()
    for (const text of ['', 'nonsense', '[]', '{"key":"started"}', '{"position":"-1"}', '{"type":"started","id":"1"}'])
      upstream().sendRaw(text)
    upstream().append(anna, [{ ...update('begin', 1), key: 'invented' }, update('begin', 2)])
    await expectEvents(received, expected('begin', 2))
    expect(received.errors).toEqual([])
    expect(upstream().opened).toBe(opened)
  })

  test('continues silently when the service closes a socket at its time limit', async () => {
    const received = await openSubscription()
    const { opened } = upstream()
    upstream().closeGracefully()
    upstream().append(anna, [update('begin', 1)])
    await expectEvents(received, expected('begin', 1))
    expect(upstream().opened - opened).toBe(1)
    expect(received.errors).toEqual([])
  })

  test('passes the next token to the service before the first token expires, on the same socket', async () => {
    const brief = await gateway.upstreams.tokens.issue(anna, { claims: { exp: Math.floor(Date.now() / 1000) + 120 } })
    const received = await openSubscription({ token: brief })
    const { opened } = upstream()
    // Another tab already has the next token.
    await openSubscription()
    await expect.poll(() => upstream().renewals.at(-1)).toBe(gateway.token)
    upstream().append(anna, [update('begin', 1)])
    await expectEvents(received, expected('begin', 1))
    expect(upstream().opened).toBe(opened)
  })

  test.each([
    'nonsense',
    '',
    Buffer.from('1:other:5').toString('base64url'),
    Buffer.from(`1:${field.replace('Events', '')}:`).toString('base64url'),
    Buffer.from(`1:${field.replace('Events', '')}:-5`).toString('base64url'),
    // The service would reject this position, and close the socket that all tabs of this customer share.
    Buffer.from(`1:${field.replace('Events', '')}:1234567890123456`).toString('base64url'),
  ])('rejects an invalid cursor: %s', async (after) => {
    const received = subscribe({ after })
    await received.over
    expect(received.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
  })
})

test('all subscriptions end with 4403 when the token expires without renewal', async () => {
  const brief = await gateway.upstreams.tokens.issue(anna, { claims: { exp: Math.floor(Date.now() / 1000) + 2 } })
  const client = connect(gateway.url, brief)
  disposals.push(() => client.dispose())
  const all = jobStreams.map(({ field }) => listen(client, { query: `subscription { ${field} { cursor } }` }))
  for (const received of all) expect(await received.over).toMatchObject({ code: 4403 })
})

test('a tab whose token expires does not affect another tab of the same customer', async () => {
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

/** Sends an update to a new subscription. Returns the event, and the upstream calls made for it. */
async function first(document: string, stream: EventStreams<JobUpdate>, update: JobUpdate) {
  const client = connect(gateway.url, gateway.token)
  disposals.push(() => client.dispose())
  const received = listen(client, { query: document })
  await expect.poll(() => received.events.length).toBe(1)
  gateway.upstreams.heal()
  stream.append(anna, [update])
  await expect.poll(() => received.events.length).toBe(2)
  return { event: received.events[1], paths: gateway.upstreams.calls.map(({ path }) => path) }
}

describe('an event includes the current state of', () => {
  test('an archive, with one call, and its URL with another', async () => {
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

  test('an export, with one call, and null when it no longer exists', async () => {
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

  test('a library’s activation, with one call', async () => {
    gateway.upstreams.work(anna).activation = { status: 'ACTIVE', import: buildImport(1) }
    const document = 'subscription { importEvents { key activation { status import { importedCount } } } }'
    const { event, paths } = await first(document, gateway.upstreams.importEvents, { key: 'finished' })
    const activation = { status: 'ACTIVE', import: { importedCount: 6 } }
    expect([event.importEvents, paths]).toEqual([{ key: 'FINISHED', activation }, ['/photos/users/activate']])
  })
})
