import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addPhotos } from '../../../services/photos/addPhotos.ts'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import { pruneEvents } from '../../../services/platform/eventPartitions.ts'
import { readPositions } from '../../../services/platform/eventPositions.ts'
import type { PlatformEvent } from '../../../services/platform/platform.ts'
import { databaseKinds } from '../../support/database.ts'
import { makeBrokenJpeg, makeJpeg } from '../../support/pictures.ts'
import { EventReader } from '../../support/eventReader.ts'
import { stopClock } from '../../support/stoppedClock.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import { type Customer, until } from '../storage/customer.ts'

const endedSchema = z.object({ uploads: z.array(z.unknown()) })

/** The changes, without the position message that a new reader gets first, and without the ends of uploads. */
function changesOf(reader: EventReader): { id: string; type: string; data: unknown }[] {
  expect(reader.messages[0]).toBe('OK')
  return reader.events().filter(({ type }) => type !== 'position' && type !== 'uploads.ended')
}

/** The outcomes of uploads. */
function endsOf(reader: EventReader): unknown[] {
  return reader.events().flatMap(({ type, data }) => (type === 'uploads.ended' ? endedSchema.parse(data).uploads : []))
}

async function received(reader: EventReader, count: number): Promise<ReturnType<typeof changesOf>> {
  await until(async () => (changesOf(reader).length >= count ? true : null), `${count} changes`)
  return changesOf(reader)
}

describe.each(databaseKinds)('the events of a library, on %s', (kind) => {
  const services = new ServiceGroup(kind, ['storage', 'photos'])

  const newCustomer = () => services.newCustomer()

  async function subscribe(customer: Customer, after?: string): Promise<EventReader> {
    const reader = new EventReader(`${services.url}/photos/events`)
    const token = await customer.token()
    await reader.send({ action: 'authenticate', token, ...(after === undefined ? {} : { after }) })
    await until(async () => (reader.messages.length > 0 ? true : null), 'the OK')
    return reader
  }

  test('reach their owner, who can resume after any event', async () => {
    const [customer, stranger] = [newCustomer(), newCustomer()]
    const [own, foreign] = await Promise.all([subscribe(customer), subscribe(stranger)])
    const first = await customer.upload(await makeJpeg({ seed: 1, taken: '2024:05:12 10:15:30' }))
    await received(own, 1)
    const second = await customer.upload(await makeJpeg({ seed: 2 }))
    await received(own, 2)
    await customer.call('DELETE', `/photos/photos/${first.body.imageId}`)
    const events = await received(own, 3)
    expect(events).toEqual([
      { id: expect.any(String), type: 'photo.added', data: { imageId: first.body.imageId, year: 2024, month: 5 } },
      { id: expect.any(String), type: 'photo.added', data: { imageId: second.body.imageId, year: 0, month: 0 } },
      { id: expect.any(String), type: 'photo.removed', data: { imageId: first.body.imageId, year: 2024, month: 5 } },
    ])
    expect(changesOf(foreign)).toEqual([])

    const later = await subscribe(customer, events[0]?.id)
    expect(await received(later, 2)).toEqual(events.slice(1))
    const fromTheStart = await subscribe(customer, '0')
    expect(await received(fromTheStart, 3)).toEqual(events)
    for (const reader of [own, foreign, later, fromTheStart]) reader.end()
  })

  test('say that events are missing to a reader whose last event is older than the oldest event that is kept', async () => {
    const customer = newCustomer()
    const own = await subscribe(customer)
    await customer.upload(await makeJpeg({ seed: 21 }))
    await customer.upload(await makeJpeg({ seed: 22 }))
    const [first, second] = await received(own, 2)
    const database = services.platform.database<unknown>('photos')
    const prune = async () => {
      // Consumers of other types of events store their positions only now and then, so the test stores them.
      const { settled } = await readPositions(database)
      await sql`update platform.event_consumers set handled_to = ${settled} where handled_to < ${settled}`.execute(
        database,
      )
      await sql`update platform.events set created = now() - interval '31 days'`.execute(database)
      await pruneEvents(database, 30, new AbortController().signal)
      return services.platform.events.removedTo({ owner: customer.id, after: Number(first?.id) })
    }
    // The outcome of an upload can be announced after its photo.
    const last = await until(prune, 'the old events to be removed')
    await customer.upload(await makeJpeg({ seed: 23 }))
    const third = (await received(own, 3))[2]

    const truncated = await subscribe(customer, first?.id)
    expect(await received(truncated, 1)).toEqual([third])
    const dropped = String(last)
    expect(truncated.events()[0]).toEqual({ id: dropped, type: 'position', data: {}, isTruncated: true })
    const complete = await subscribe(customer, dropped)
    expect(await received(complete, 1)).toEqual([third])
    expect(complete.events()).not.toContainEqual(expect.objectContaining({ isTruncated: true }))
    expect(Number(dropped)).toBeGreaterThanOrEqual(Number(second?.id))
    for (const reader of [own, truncated, complete]) reader.end()
  })

  test('announce a photo once, even if its file is uploaded again or its upload is handled again', async () => {
    const customer = newCustomer()
    const own = await subscribe(customer)
    const bytes = await makeJpeg({ seed: 4 })
    const { imageId } = (await customer.upload(bytes)).body
    await received(own, 1)
    expect((await customer.upload(bytes)).body).toMatchObject({ imageId, duplicate: true })
    const generationOf = async () => {
      const photos = services.platform.database<PhotosTables>('photos').selectFrom('photos').select('generation')
      return (await photos.where('id', '=', imageId).executeTakeFirst())?.generation
    }
    await expect.poll(generationOf).toBe(2)
    const { rows } = await sql<PlatformEvent>`
      select position, type, owner, data from platform.events
      where owner = ${customer.id} and type = 'original.ready' order by position`.execute(
      services.platform.database<unknown>('photos'),
    )
    const [first] = rows
    if (!first) throw new Error('No event says that the file is ready.')
    await services.platform
      .database<PhotosTables>('photos')
      .transaction()
      .execute(async (change) => {
        const { announcements } = await addPhotos([first], change)
        await services.platform.events.append(change, announcements)
      })
    expect(await generationOf()).toBe(2)
    const { rows: confirmed } = await sql<{ data: unknown }>`
      select data from platform.events
      where owner = ${customer.id} and type = 'photo.confirmed'`.execute(services.platform.database<unknown>('photos'))
    expect(confirmed).toMatchObject([{ data: { imageId, generation: 2 } }, { data: { imageId, generation: 2 } }])
    await customer.upload(await makeJpeg({ seed: 5 }))
    const added = (await received(own, 2)).map(({ type }) => type)
    expect(added).toEqual(['photo.added', 'photo.added'])
    own.end()
  })

  test('include the outcomes of uploads, for their account only', async () => {
    const [customer, stranger] = [newCustomer(), newCustomer()]
    const [own, foreign] = await Promise.all([subscribe(customer), subscribe(stranger)])
    const ended = async (count: number) =>
      until(async () => (endsOf(own).length >= count ? endsOf(own) : null), `${count} ends of uploads`)
    const bytes = await makeJpeg({ seed: 6 })
    const { imageId, uploadId } = (await customer.upload(bytes)).body
    expect(await ended(1)).toEqual([{ uploadId, state: 'READY', imageId, duplicate: false }])
    const again = (await customer.upload(bytes)).body.uploadId
    await ended(2)
    const refused = (await customer.upload(Buffer.from('Dear diary'))).body.uploadId
    await ended(3)
    const broken = (await customer.upload(await makeBrokenJpeg({ seed: 6 }))).body
    expect((await ended(4)).slice(1)).toEqual([
      { uploadId: again, state: 'READY', imageId, duplicate: true },
      { uploadId: refused, state: 'REJECTED', code: 'UNSUPPORTED_TYPE' },
      {
        uploadId: broken.uploadId,
        state: 'READY',
        imageId: broken.imageId,
        duplicate: false,
        pictureProblem: 'UNREADABLE',
      },
    ])
    expect(endsOf(foreign)).toEqual([])
    for (const reader of [own, foreign]) reader.end()
  })

  test('include albums, and say whether the reader owns and shares them', async () => {
    const customer = newCustomer()
    const own = await subscribe(customer)
    const { body } = await customer.call('POST', '/photos/albums', { body: { name: 'Summer in Brittany' } })
    await customer.call('DELETE', `/photos/albums/${body.albumId}`)
    const data = { albumId: body.albumId, isOwner: true, isShared: false }
    expect(await received(own, 2)).toEqual([
      { id: expect.any(String), type: 'album.changed', data },
      { id: expect.any(String), type: 'album.removed', data },
    ])
    own.end()
  })

  test('stop when the token expires, unless a newer token of the same account arrives in time', async () => {
    const [customer, stranger] = [newCustomer(), newCustomer()]
    const [ending, renewed, mixed] = await Promise.all([subscribe(customer), subscribe(customer), subscribe(customer)])
    const clock = stopClock()
    const short = await customer.token({ claims: { exp: clock.soon } })
    const long = await customer.token()
    await renewed.send({ action: 'authenticate', token: short })
    await renewed.send({ action: 'authenticate', token: long })
    await ending.send({ action: 'authenticate', token: short })
    await mixed.send({ action: 'authenticate', token: await stranger.token() })
    expect(await mixed.closed).toBe(4401)
    expect(await ending.closed).toBe(4419)
    clock.resume()
    await customer.upload(await makeJpeg({ seed: 3 }))
    await until(async () => (renewed.messages.some((text) => text.includes('photo.added')) ? true : null), 'the event')
    renewed.end()
  })

  test.each([
    ['nonsense', 'hello', 4400],
    ['another action', { action: 'subscribe' }, 4400],
    ['an invalid position', { action: 'authenticate', token: 'x', after: '-1' }, 4400],
    ['an invalid token', { action: 'authenticate', token: 'x.y.z' }, 4401],
  ])('are not sent, and the socket is closed, if a reader begins with %s', async (_what, message, code) => {
    const reader = new EventReader(`${services.url}/photos/events`)
    await reader.send(message)
    expect(await reader.closed).toBe(code)
    expect(reader.messages).toEqual([])
  })

  test('are not sent, and the socket is closed, if the token has expired', async () => {
    const reader = new EventReader(`${services.url}/photos/events`)
    await reader.send({ action: 'authenticate', token: await newCustomer().token({ claims: { exp: 1 } }) })
    expect(await reader.closed).toBe(4401)
  })
})
