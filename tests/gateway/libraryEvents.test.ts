import { afterEach, describe, expect, test } from 'vitest'
import { ask } from '../support/gateway.ts'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { globalId, photoId } from '../support/globalIds.ts'
import { imageIdOf } from '../support/photoLibrary.ts'
import { type Received, connect, listen } from '../support/socketClient.ts'
import { anna, bram } from '../support/tokens.ts'
import type { AlbumFact, PhotoFact } from '../support/upstreamEvents.ts'

const document = `subscription ($after: String) {
  libraryEvents(after: $after) { cursor addedPhotoIds removedPhotoIds changedMonths { year month } changedAlbumIds removedAlbumIds }
}`
const gateway = setUpGateway()
const disposals: (() => unknown)[] = []

afterEach(async () => {
  await Promise.all(disposals.splice(0).map((dispose) => dispose()))
  await expect.poll(() => gateway.upstreams.events.open.size).toBe(0)
})

function added(number: number, year = 2024, month = 5): PhotoFact {
  return { type: 'photo.added', data: { imageId: imageIdOf(number), year, month } }
}

function removed(number: number, year = 2024, month = 5): PhotoFact {
  return { ...added(number, year, month), type: 'photo.removed' }
}

const album = '018f3c1a-3333-7000-8000-000000000001'

function albumFact(type: AlbumFact['type'], isOwner: boolean, isShared: boolean, albumId = album): AlbumFact {
  return { type, data: { albumId, isOwner, isShared } }
}

function albumId(type: 'Album' | 'SharedAlbum', id = album): string {
  return globalId(type, id)
}

function subscribe(accessToken = gateway.token, after: string | null = null): Received {
  const client = connect(gateway.url, accessToken)
  disposals.push(() => client.dispose())
  return listen(client, { query: document, variables: { after } })
}

/** Subscribes and waits for the first event. */
async function openSubscription(accessToken = gateway.token): Promise<Received> {
  const received = subscribe(accessToken)
  await expect.poll(() => received.events.length).toBe(1)
  return received
}

function addedIds({ events }: Received): string[] {
  return events.flatMap(({ libraryEvents }) => libraryEvents.addedPhotoIds)
}

function lastCursor({ events }: Received): string {
  return events.at(-1).libraryEvents.cursor
}

describe('libraryEvents', () => {
  test('says when the trash has changed', async () => {
    const client = connect(gateway.url, gateway.token)
    disposals.push(() => client.dispose())
    const query = 'subscription { libraryEvents { isTrashChanged changedMonths { year } } }'
    const received = listen(client, { query })
    const unchanged = { libraryEvents: { isTrashChanged: false, changedMonths: [] } }
    await expect.poll(() => received.events).toEqual([unchanged])
    gateway.upstreams.events.append(anna, [{ type: 'trash.changed', data: {} }])
    const changed = { libraryEvents: { isTrashChanged: true, changedMonths: [] } }
    await expect.poll(() => received.events).toEqual([unchanged, changed])
  })

  test('starts with the current position, then delivers changes in one batch', async () => {
    const received = await openSubscription()
    const ofAlbums = { changedAlbumIds: [], removedAlbumIds: [] }
    const nothing = { addedPhotoIds: [], removedPhotoIds: [], changedMonths: [], ...ofAlbums }
    expect(received.events[0].libraryEvents).toEqual({ cursor: expect.any(String), ...nothing })
    gateway.upstreams.events.append(anna, [added(1), added(2), removed(9, 2023, 12), added(3, 0, 0), removed(2)])
    await expect.poll(() => received.events.length).toBe(2)
    expect(received.events[1].libraryEvents).toEqual({
      cursor: expect.any(String),
      addedPhotoIds: [photoId(1), photoId(3)],
      removedPhotoIds: [photoId(9), photoId(2)],
      changedMonths: [
        { year: 2024, month: 5 },
        { year: 2023, month: 12 },
        { year: null, month: null },
      ],
      ...ofAlbums,
    })
  })

  test.each([
    ['an album of the viewer', true, false, ['Album']],
    ['an album that the viewer shares', true, true, ['Album', 'SharedAlbum']],
    ['an album in which the viewer participates', false, true, ['SharedAlbum']],
  ] as const)('reports an album by all its ids: %s', async (_what, isOwner, isShared, types) => {
    const received = await openSubscription()
    const ids = types.map((type) => albumId(type))
    gateway.upstreams.events.append(anna, [albumFact('album.changed', isOwner, isShared)])
    await expect.poll(() => received.events.length).toBe(2)
    expect(received.events[1].libraryEvents).toMatchObject({ changedAlbumIds: ids, removedAlbumIds: [] })
    gateway.upstreams.events.append(anna, [albumFact('album.removed', isOwner, isShared)])
    await expect.poll(() => received.events.length).toBe(3)
    expect(received.events[2].libraryEvents).toMatchObject({ changedAlbumIds: [], removedAlbumIds: ids })
  })

  test('reports the final state of each album once per batch, separately for Album and SharedAlbum', async () => {
    const received = await openSubscription()
    const other = album.replace('1', '2')
    gateway.upstreams.events.append(anna, [
      albumFact('album.changed', true, true),
      // The last participant has left: the album is no longer shared.
      albumFact('album.changed', true, false),
      albumFact('album.removed', false, true),
      added(1),
      albumFact('album.changed', true, false, other),
      albumFact('album.removed', true, false, other),
    ])
    await expect.poll(() => received.events.length).toBe(2)
    expect(received.events[1].libraryEvents).toMatchObject({
      addedPhotoIds: [photoId(1)],
      changedAlbumIds: [albumId('Album')],
      removedAlbumIds: [albumId('SharedAlbum'), albumId('Album', other)],
    })
  })

  test('reports the outcomes of uploads, even after a lost connection', async () => {
    const query = `subscription ($after: String) { libraryEvents(after: $after) {
      cursor addedPhotoIds endedUploads { uploadId photoId isDuplicate pictureProblem refusal }
    } }`
    const follow = (after: string | null) => {
      const client = connect(gateway.url, gateway.token)
      disposals.push(() => client.dispose())
      return listen(client, { query, variables: { after } })
    }
    const received = follow(null)
    await expect.poll(() => received.events.length).toBe(1)
    const cursor = lastCursor(received)
    const kept = { state: 'READY', imageId: imageIdOf(1) } as const
    gateway.upstreams.events.append(anna, [
      added(1),
      {
        type: 'uploads.ended',
        data: {
          uploads: [
            { ...kept, uploadId: 'new', duplicate: false },
            { ...kept, uploadId: 'again', duplicate: true },
          ],
        },
      },
      {
        type: 'uploads.ended',
        data: {
          uploads: [
            { ...kept, uploadId: 'broken', duplicate: false, pictureProblem: 'UNREADABLE' },
            { ...kept, uploadId: 'odd', pictureProblem: 'OF_A_LATER_RELEASE' },
            { uploadId: 'refused', state: 'REJECTED', code: 'DAMAGED_FILE' },
            { uploadId: 'refused oddly', state: 'REJECTED', code: 'OF_A_LATER_RELEASE' },
          ],
        },
      },
    ])
    const photo = { photoId: photoId(1), isDuplicate: false, pictureProblem: null, refusal: null }
    const none = { ...photo, photoId: null }
    const event = {
      cursor: expect.any(String),
      addedPhotoIds: [photoId(1)],
      endedUploads: [
        { ...photo, uploadId: 'new' },
        { ...photo, uploadId: 'again', isDuplicate: true },
        { ...photo, uploadId: 'broken', pictureProblem: 'UNREADABLE' },
        { ...photo, uploadId: 'odd', pictureProblem: 'FAILED' },
        { ...none, uploadId: 'refused', refusal: 'DAMAGED_FILE' },
        { ...none, uploadId: 'refused oddly', refusal: 'FAILED' },
      ],
    }
    await expect.poll(() => received.events.slice(1)).toEqual([{ libraryEvents: event }])
    const resumed = follow(cursor)
    await expect.poll(() => resumed.events).toEqual([{ libraryEvents: event }])
    gateway.upstreams.events.append(bram, [
      { type: 'uploads.ended', data: { uploads: [{ ...kept, uploadId: 'of bram' }] } },
    ])
    gateway.upstreams.events.append(anna, [
      { type: 'uploads.ended', data: { uploads: [{ ...kept, uploadId: 'last' }] } },
    ])
    await expect
      .poll(() => received.events.slice(2))
      .toMatchObject([{ libraryEvents: { addedPhotoIds: [], endedUploads: [{ uploadId: 'last' }] } }])
  })

  test('opens one socket per customer, and closes it when the last subscriber leaves', async () => {
    const openedBefore = gateway.upstreams.events.opened
    const all = [await openSubscription(), await openSubscription(), await openSubscription()]
    expect(gateway.upstreams.events.opened - openedBefore).toBe(1)
    gateway.upstreams.events.append(anna, [added(1)])
    for (const received of all) await expect.poll(() => addedIds(received)).toEqual([photoId(1)])
    all[0]?.stop()
    all[1]?.stop()
    gateway.upstreams.events.append(anna, [added(2)])
    await expect.poll(() => addedIds(all[2] as Received)).toEqual([photoId(1), photoId(2)])
    expect(gateway.upstreams.events.open.size).toBe(1)
    all[2]?.stop()
    await expect.poll(() => gateway.upstreams.events.open.size).toBe(0)
  })

  test('never delivers events of another customer', async () => {
    const ofAnna = await openSubscription()
    const ofBram = await openSubscription(await gateway.upstreams.tokens.issue(bram))
    gateway.upstreams.events.append(bram, [added(7)])
    gateway.upstreams.events.append(anna, [added(8)])
    await expect.poll(() => addedIds(ofAnna)).toEqual([photoId(8)])
    await expect.poll(() => addedIds(ofBram)).toEqual([photoId(7)])
  })

  test('resumes after a cursor: missed events come once, then new ones', async () => {
    const first = await openSubscription()
    gateway.upstreams.events.append(anna, [added(1)])
    await expect.poll(() => addedIds(first)).toEqual([photoId(1)])
    const cursor = lastCursor(first)
    gateway.upstreams.events.append(anna, [added(2), added(3)])
    await expect.poll(() => addedIds(first)).toHaveLength(3)
    const resumed = subscribe(gateway.token, cursor)
    await expect.poll(() => addedIds(resumed)).toEqual([photoId(2), photoId(3)])
    gateway.upstreams.events.append(anna, [added(4)])
    await expect.poll(() => addedIds(resumed)).toEqual([photoId(2), photoId(3), photoId(4)])
    await expect.poll(() => addedIds(first)).toHaveLength(4)
    // The subscription has switched to the shared socket.
    await expect.poll(() => gateway.upstreams.events.open.size).toBe(1)
  })

  test('tells a client to read everything again if events after its cursor are not kept any more', async () => {
    const { events } = gateway.upstreams
    const query = `subscription ($after: String) {
      libraryEvents(after: $after) { cursor isTruncated isTrashChanged addedPhotoIds changedMonths { year } }
    }`
    const follow = (after: string | null) => {
      const client = connect(gateway.url, gateway.token)
      disposals.push(() => client.dispose())
      return listen(client, { query, variables: { after } })
    }
    const first = follow(null)
    await expect.poll(() => first.events.length).toBe(1)
    const beforeAll = lastCursor(first)
    events.append(anna, [added(1)])
    await expect.poll(() => addedIds(first)).toEqual([photoId(1)])
    const atTheEnd = lastCursor(first)
    events.drop()
    events.append(anna, [added(2)])
    await expect.poll(() => addedIds(first)).toHaveLength(2)

    const truncated = follow(beforeAll)
    await expect.poll(() => addedIds(truncated)).toEqual([photoId(2)])
    // `changedMonths` is empty: any month may have changed, not only that of the listed photo.
    const isTruncated = { isTruncated: true, isTrashChanged: true, changedMonths: [] }
    expect(truncated.events[0].libraryEvents).toMatchObject(isTruncated)
    events.append(anna, [added(3)])
    await expect.poll(() => addedIds(truncated)).toEqual([photoId(2), photoId(3)])

    const complete = follow(atTheEnd)
    await expect.poll(() => addedIds(complete)).toEqual([photoId(2), photoId(3)])
    // The customer's stream was read again for `truncated`, but `first` has missed nothing.
    for (const received of [first, complete]) {
      expect(received.events.map(({ libraryEvents }) => libraryEvents.isTruncated)).not.toContain(true)
    }
    const again = follow(lastCursor(truncated))
    events.append(anna, [added(4)])
    await expect.poll(() => addedIds(again)).toEqual([photoId(4)])
    expect(again.events[0].libraryEvents.isTruncated).toBe(false)
  })

  test('resumes without gaps or duplicates, however events and subscribers interleave', async () => {
    const first = await openSubscription()
    const cursor = lastCursor(first)
    const resumed: Received[] = []
    for (let number = 1; number <= 30; number += 1) {
      gateway.upstreams.events.append(anna, [added(number)])
      if (number % 10 === 5) resumed.push(subscribe(gateway.token, cursor))
      await new Promise((resolve) => setImmediate(resolve))
    }
    const everything = Array.from({ length: 30 }, (_, index) => photoId(index + 1))
    for (const received of [first, ...resumed]) await expect.poll(() => addedIds(received)).toEqual(everything)
  })

  test('continues from the last position when the service’s socket breaks', async () => {
    const received = await openSubscription()
    gateway.upstreams.events.append(anna, [added(1)])
    await expect.poll(() => addedIds(received)).toEqual([photoId(1)])
    gateway.upstreams.events.breakOff()
    gateway.upstreams.events.append(anna, [added(2)])
    await expect.poll(() => addedIds(received)).toEqual([photoId(1), photoId(2)])
  })

  test('continues when the service’s socket breaks before the first event', async () => {
    const received = await openSubscription()
    gateway.upstreams.events.breakOff()
    gateway.upstreams.events.append(anna, [added(1)])
    await expect.poll(() => addedIds(received)).toEqual([photoId(1)])
  })

  test.each(['nonsense', '', Buffer.from('1:event:-5').toString('base64url')])(
    'rejects an invalid cursor: %s',
    async (after) => {
      const received = subscribe(gateway.token, after)
      await received.over
      expect(received.errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' })
    },
  )

  test.each([
    ['of the earlier version', () => Buffer.from('1:event:3').toString('base64url')],
    ['of another account', async () => lastCursor(await openSubscription(await gateway.upstreams.tokens.issue(bram)))],
  ])(
    'with a cursor %s, sends isTruncated so that the client fetches everything again, and continues',
    async (_what, cursor) => {
      const query = 'subscription ($after: String) { libraryEvents(after: $after) { isTruncated addedPhotoIds } }'
      const client = connect(gateway.url, gateway.token)
      disposals.push(() => client.dispose())
      const received = listen(client, { query, variables: { after: await cursor() } })
      const seen = () => received.events.map(({ libraryEvents }) => libraryEvents)
      await expect.poll(seen).toContainEqual({ isTruncated: true, addedPhotoIds: [] })
      gateway.upstreams.events.append(anna, [added(1)])
      await expect.poll(() => addedIds(received)).toEqual([photoId(1)])
    },
  )

  test('also works over SSE', async () => {
    const aborter = new AbortController()
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      signal: aborter.signal,
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        authorization: `Bearer ${gateway.token}`,
      },
      body: JSON.stringify({ query: document }),
    })
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    let text = ''
    const reading = (async () => {
      const decoder = new TextDecoder()
      for await (const chunk of response.body ?? []) text += decoder.decode(chunk)
    })().catch(() => undefined)
    await expect.poll(() => text).toContain('cursor')
    gateway.upstreams.events.append(anna, [added(1)])
    await expect.poll(() => text).toContain(photoId(1))
    aborter.abort()
    await reading
  })

  test('requires a viewer', async () => {
    const response = await gateway.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { accept: 'text/event-stream' },
      payload: { query: document },
    })
    expect(response.body).toContain('UNAUTHENTICATED')
    expect((await ask(gateway.app, '{ viewer { email } }')).data).toEqual({ viewer: null })
  })

  test('ends with an error over SSE when the token expires', async () => {
    const brief = await gateway.upstreams.tokens.issue(anna, { claims: { exp: Math.floor(Date.now() / 1000) + 4 } })
    const response = await gateway.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { accept: 'text/event-stream', authorization: `Bearer ${brief}` },
      payload: { query: document },
    })
    expect(response.body).toContain('UNAUTHENTICATED')
    expect(response.body).toContain('event: complete')
  })
})
