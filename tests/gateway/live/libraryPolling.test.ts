import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../../gateway/config.ts'
import { createFeeds } from '../../../gateway/upstream/feeds.ts'
import type { LiveStart } from '../../../gateway/upstream/live/liveStream.ts'
import type { FactBatch } from '../../../gateway/upstream/photos/factBatches.ts'
import { type Upstreams, openUpstreams } from '../../../gateway/upstream/upstreams.ts'
import { relaxedLimits } from '../../support/gateway.ts'
import { buildPhoto } from '../../support/photoLibrary.ts'
import { setUpPlainServices } from '../../support/plainSetup.ts'
import { type StoppedTimers, stopTimers } from '../../support/stoppedClock.ts'
import { anna } from '../../support/tokens.ts'

/*
 * Tests the events of a library whose service has no socket. The gateway derives these events from the counts of photos
 * and albums.
 */

const services = setUpPlainServices()
const albums = () => services.upstreams.albums
const library = () => services.upstreams.library(anna)
const polls = () => services.plain.calls.filter((call) => call === 'GET /photos/users').length
/** How long (ms) the gateway collects changes before it sends an event. */
const gatherTime = 200

let upstreams: Upstreams
let timers: StoppedTimers
let feed: ReturnType<typeof createFeeds>['library']

beforeEach(async () => {
  const settings = { PUBLIC_URL: 'http://keepsake.test', SERVICES_URL: services.plainUrl, ...relaxedLimits }
  const { upstreams: addresses } = readConfig(settings)
  const log = { warn: () => undefined, info: () => undefined }
  upstreams = openUpstreams({ addresses, log, observer: { upstreamCall: () => undefined } })
  feed = createFeeds({ addresses, clients: upstreams.clients, log }).library
  library().photos = [buildPhoto(1, '2024-05-01T10:00:00'), buildPhoto(2, '2024-04-02T10:00:00')]
  albums().albums = []
  albums().put(1, { ownerId: anna })
  // Each pause has its maximum length.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  // undici keeps its first timer for the life of the process. This call creates that timer before `stopTimers` stops
  // the timers.
  await upstreams.byName.photos.trouble()
  timers = stopTimers()
  services.plain.calls.length = 0
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  feed.close()
  await upstreams.close()
})

/** Opens a reader, and waits for its first event, which comes from the first poll. */
async function open(after: LiveStart = null) {
  const reader = feed.read(
    { accountId: anna, accessToken: services.token, scopes: null, expires: Date.now() + 600_000 },
    after,
  )
  const first = after === null ? nextOf(reader) : undefined
  await timers.until(() => polls() === 1)
  await settle()
  await timers.pass(0)
  return { reader, first: await first }
}

async function nextOf(reader: AsyncIterator<FactBatch>): Promise<FactBatch> {
  return (await reader.next()).value
}

/** Waits until the responses to all calls have been read. */
async function settle(): Promise<void> {
  await timers.until(() => upstreams.byName.photos.state().inFlight === 0)
  await timers.pass(0)
}

/** Advances the clock by the pause (ms) before the next poll, and waits for that poll. */
async function poll(pause: number): Promise<void> {
  const before = polls()
  await timers.pass(pause - 1)
  expect(polls()).toBe(before)
  await timers.pass(1)
  await timers.until(() => polls() === before + 1)
  await settle()
}

const nothing = {
  position: null,
  added: [],
  removed: [],
  months: [],
  changedAlbums: [],
  removedAlbums: [],
  endedUploads: [],
  isTrashChanged: false,
}

describe('polling a library', () => {
  test('begins with an event without changes, and a second reader gets the same event', async () => {
    const { first } = await open()
    expect(first).toEqual({ ...nothing, isTruncated: false })
    expect((await open()).first).toEqual({ ...nothing, isTruncated: false })
    expect(polls()).toBe(1)
  })

  test('reports a new album and a deleted album, without changes of photos', async () => {
    const { reader } = await open()
    albums().put(2, { ownerId: anna })
    await poll(1_000)
    await timers.pass(gatherTime)
    expect(await nextOf(reader)).toEqual({ ...nothing, isTruncated: true })
    albums().albums = []
    await poll(2_000 - gatherTime)
    await timers.pass(gatherTime)
    expect(await nextOf(reader)).toEqual({ ...nothing, isTruncated: true })
  })

  test('reports all changes of albums and photos since the last poll as one event, with the changed months', async () => {
    const { reader } = await open()
    albums().put(2, { ownerId: anna })
    library().photos = [buildPhoto(3), ...library().photos.slice(0, 1)]
    await poll(1_000)
    await timers.pass(gatherTime)
    const { months, ...rest } = await nextOf(reader)
    expect(months.toSorted((one, other) => one.year - other.year)).toEqual([
      { year: 0, month: 0 },
      { year: 2024, month: 4 },
    ])
    expect(rest).toEqual({ ...nothing, months: undefined, isTruncated: true })
  })

  test('reports no album of another customer, and nothing while nothing changes', async () => {
    const { reader } = await open()
    albums().put(2, { ownerId: 'another', participants: [] })
    await poll(1_000)
    await poll(2_000)
    albums().put(3, { ownerId: anna })
    await poll(4_000)
    await timers.pass(gatherTime)
    // The next event reports album 3, so the polls before it reported nothing.
    expect((await nextOf(reader)).isTruncated).toBe(true)
    const other = nextOf(reader)
    await poll(8_000 - gatherTime)
    feed.close()
    expect(await other).toBeUndefined()
  })

  test('polls again after 1, 2, 4, 8 and 16 s, then every 20 s', async () => {
    await open()
    for (const pause of [1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000]) await poll(pause)
  })

  test('reports a change made while the service was down as soon as the service responds again', async () => {
    const { reader } = await open()
    albums().put(2, { ownerId: anna })
    services.upstreams.fail('/photos/users', { kind: 'status', status: 500 })
    await timers.pass(1_000)
    await timers.until(() => polls() === 2)
    await settle()
    services.upstreams.heal()
    await poll(2_000)
    await timers.pass(gatherTime)
    expect(await nextOf(reader)).toEqual({ ...nothing, isTruncated: true })
  })

  test('reports all months as changed, and isTruncated, to a reader that resumes', async () => {
    const { reader } = await open('unnumbered')
    await timers.pass(gatherTime)
    const { months, isTruncated } = await nextOf(reader)
    expect([months.length, isTruncated]).toEqual([2, true])
  })

  test('reports only the changed months of a library with more than 500 months', async () => {
    const dates = Array.from({ length: 620 }, (_, index) => [1960 + Math.floor(index / 12), (index % 12) + 1])
    library().photos = dates.map(([year, month], index) =>
      buildPhoto(index, `${year}-${String(month).padStart(2, '0')}-01T10:00:00`),
    )
    const { reader } = await open()
    library().photos = library().photos.slice(1)
    await poll(1_000)
    await timers.pass(gatherTime)
    expect((await nextOf(reader)).months).toEqual([{ year: 1960, month: 1 }])
    albums().put(2, { ownerId: anna })
    await poll(2_000 - gatherTime)
    await timers.pass(gatherTime)
    expect((await nextOf(reader)).months).toEqual([])
  })
})
