import { describe, expect, test } from 'vitest'
import { announcementOf, notifications } from '../../../services/downloads/announcements.ts'
import { EventReader } from '../../support/eventReader.ts'
import { stopClock } from '../../support/stoppedClock.ts'
import { until } from '../storage/customer.ts'
import { type DownloadCustomer, useDownloadServices } from './downloadServices.ts'

async function eventsOf(reader: EventReader, count: number) {
  await until(async () => (reader.events().length >= count ? true : null), `${count} notifications`)
  return reader.events()
}

describe('the notifications of archives', () => {
  const services = useDownloadServices('the embedded database')

  function open(): EventReader {
    return new EventReader(`${services.running.services.url}/downloads/notifications`)
  }

  async function follow(
    customer: DownloadCustomer,
    more: { after?: string; resumable?: boolean } = {},
  ): Promise<EventReader> {
    const reader = open()
    await reader.send({ action: 'authenticate', token: await customer.token(), ...more })
    await until(async () => (reader.messages[0] === 'OK' ? true : null), 'the OK')
    return reader
  }

  /** Appends an event about an archive, without creating one. */
  async function appendEvent(
    customer: DownloadCustomer,
    key: 'started' | 'progress' | 'finished',
    downloadId: string,
    progress?: number,
  ) {
    await services.downloads.transaction().execute(async (change) => {
      const event = announcementOf(key, customer.id, { downloadId, ...(progress === undefined ? {} : { progress }) })
      await services.platform.events.append(change, [event])
    })
  }

  test('have the form of the specification, and are sent to their owner only', async () => {
    const [customer, stranger] = [services.newDownloadCustomer(), services.newDownloadCustomer()]
    const [own, foreign] = [await follow(customer), await follow(stranger)]
    const photo = await services.addPhoto(customer, { fileName: 'a.jpg', bytes: Buffer.from('a') })
    const { id } = (await customer.requestDownload([photo.id])).body
    const message = { userId: customer.id, downloadId: id }
    const one = { id: expect.any(String), timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), message }
    expect(await eventsOf(own, 2)).toEqual([
      { ...one, key: 'started' },
      { ...one, key: 'finished' },
    ])
    await appendEvent(customer, 'progress', id, 0.5)
    await appendEvent(customer, 'finished', id)
    expect((await eventsOf(own, 3)).map(({ key }) => key)).toEqual(['started', 'finished', 'finished'])
    expect(foreign.events()).toEqual([])
    own.end()
    foreign.end()
  })

  test('include positions and progress for readers that ask for them; missed notifications are delivered exactly once', async () => {
    const customer = services.newDownloadCustomer()
    const first = await follow(customer, { resumable: true })
    const [{ position: start }] = await eventsOf(first, 1)
    expect(first.events()).toEqual([{ position: expect.stringMatching(/^\d+$/) }])
    await appendEvent(customer, 'started', 'one')
    await appendEvent(customer, 'progress', 'one', 0.5)
    const seen = await eventsOf(first, 3)
    expect(seen.slice(1)).toMatchObject([
      { position: expect.stringMatching(/^\d+$/), key: 'started' },
      { position: expect.stringMatching(/^\d+$/), key: 'progress', message: { downloadId: 'one', progress: 0.5 } },
    ])
    first.cut()
    await appendEvent(customer, 'finished', 'one')
    await appendEvent(customer, 'started', 'two')
    const second = await follow(customer, { after: seen[2].position })
    expect(await eventsOf(second, 2)).toMatchObject([
      { key: 'finished', message: { downloadId: 'one' } },
      { key: 'started', message: { downloadId: 'two' } },
    ])
    // Disconnects before the OK and the first message can arrive.
    const dropped = open()
    await dropped.send({ action: 'authenticate', token: await customer.token(), after: start })
    dropped.cut()
    const all = await follow(customer, { after: start })
    await appendEvent(customer, 'finished', 'two')
    expect((await eventsOf(all, 5)).map(({ key }) => key)).toEqual([
      'started',
      'progress',
      'finished',
      'started',
      'finished',
    ])
    const positions = all.events().map(({ position }) => Number(position))
    expect(new Set(positions).size).toBe(5)
    expect(positions).toEqual(positions.toSorted((one, other) => one - other))
    expect((await eventsOf(second, 3)).slice(2)).toMatchObject([{ key: 'finished', message: { downloadId: 'two' } }])
    second.end()
    all.end()
  })

  test('require a token, which can be renewed', async () => {
    const [customer, stranger] = [services.newDownloadCustomer(), services.newDownloadCustomer()]
    const [nonsense, none, mixed] = [open(), open(), await follow(customer)]
    await nonsense.send('hello')
    await none.send({ action: 'authenticate', token: await customer.token({ claims: { exp: 1 } }) })
    await mixed.send({ action: 'authenticate', token: await stranger.token() })
    expect(await Promise.all([nonsense.closed, none.closed, mixed.closed])).toEqual([4400, 4401, 4401])
    const [renewed, ending] = [await follow(customer), await follow(customer)]
    const clock = stopClock()
    const short = await customer.token({ claims: { exp: clock.soon } })
    const long = await customer.token()
    await renewed.send({ action: 'authenticate', token: short })
    await renewed.send({ action: 'authenticate', token: long })
    await ending.send({ action: 'authenticate', token: short })
    expect(await ending.closed).toBe(4419)
    clock.resume()
    await appendEvent(customer, 'started', 'one')
    expect(await eventsOf(renewed, 1)).toHaveLength(1)
    renewed.end()
  })
})

// Sockets are closed at the time limit: see tests/services/platform/eventSocket.test.ts.
test('the socket of archives may stay open for 30 minutes', () => {
  expect(notifications.longestMilliseconds).toBe(1_800_000)
})
