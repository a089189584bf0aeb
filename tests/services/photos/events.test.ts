import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createGround, databaseKinds, type Ground } from '../../support/database.ts'
import { messageOf } from '../../../services/platform/socketSending.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { Customer, type PhotoServices, startPhotoServices, until } from '../storage/customer.ts'

/** A subscriber: what it was sent, and how it was closed. */
class Subscriber {
  readonly messages: string[] = []
  readonly closed: Promise<number>
  readonly #socket: WebSocket

  constructor(url: string) {
    this.#socket = new WebSocket(`${url.replace(/^http/, 'ws')}/photos/events`)
    this.#socket.on('message', (data) => this.messages.push(messageOf(data)))
    this.closed = once(this.#socket, 'close').then(([code]) => Number(code))
  }

  async send(message: unknown): Promise<void> {
    if (this.#socket.readyState === WebSocket.CONNECTING) await once(this.#socket, 'open')
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** The changes; a subscriber who does not resume is told first where the stream stands, which is none. */
  changes(): { id: string; type: string; data: unknown }[] {
    expect(this.messages[0]).toBe('OK')
    return this.messages
      .slice(1)
      .map((text): { id: string; type: string; data: unknown } => JSON.parse(text))
      .filter(({ type }) => type !== 'position')
  }

  async received(count: number): Promise<{ id: string; type: string; data: unknown }[]> {
    await until(async () => (this.changes().length >= count ? true : null), `${count} changes`)
    return this.changes()
  }

  end(): void {
    this.#socket.close()
  }
}

describe.each(databaseKinds)('the events of a library, on %s', (kind) => {
  let ground: Ground
  let running: PhotoServices

  beforeAll(async () => {
    ground = await createGround(kind)
    running = await startPhotoServices(ground)
  })
  afterAll(async () => {
    await running.close()
    await ground.remove()
  })

  function newCustomer(): Customer {
    return new Customer(running.services.url, running.issuer)
  }

  async function subscribe(customer: Customer, after?: string): Promise<Subscriber> {
    const subscriber = new Subscriber(running.services.url)
    const token = await customer.token()
    await subscriber.send({ action: 'authenticate', token, ...(after === undefined ? {} : { after }) })
    await until(async () => (subscriber.messages.length > 0 ? true : null), 'the OK')
    return subscriber
  }

  test('come to their owner, and can be resumed from any of them', async () => {
    const [customer, stranger] = [newCustomer(), newCustomer()]
    const [own, foreign] = await Promise.all([subscribe(customer), subscribe(stranger)])
    const first = await customer.upload(await makeJpeg({ seed: 1, taken: '2024:05:12 10:15:30' }))
    await own.received(1)
    const second = await customer.upload(await makeJpeg({ seed: 2 }))
    await own.received(2)
    await customer.call('DELETE', `/photos/photos/${first.body.imageId}`)
    const events = await own.received(3)
    expect(events).toEqual([
      { id: expect.any(String), type: 'photo.added', data: { imageId: first.body.imageId, year: 2024, month: 5 } },
      { id: expect.any(String), type: 'photo.added', data: { imageId: second.body.imageId, year: 0, month: 0 } },
      { id: expect.any(String), type: 'photo.removed', data: { imageId: first.body.imageId, year: 2024, month: 5 } },
    ])
    expect(foreign.changes()).toEqual([])

    const later = await subscribe(customer, events[0]?.id)
    expect(await later.received(2)).toEqual(events.slice(1))
    const fromTheStart = await subscribe(customer, '0')
    expect(await fromTheStart.received(3)).toEqual(events)
    for (const subscriber of [own, foreign, later, fromTheStart]) subscriber.end()
  })

  test('tell of albums, in which form somebody has them', async () => {
    const customer = newCustomer()
    const own = await subscribe(customer)
    const { body } = await customer.call('POST', '/photos/albums', { body: { name: 'Summer in Brittany' } })
    await customer.call('DELETE', `/photos/albums/${body.albumId}`)
    const data = { albumId: body.albumId, isOwner: true, isShared: false }
    expect(await own.received(2)).toEqual([
      { id: expect.any(String), type: 'album.changed', data },
      { id: expect.any(String), type: 'album.removed', data },
    ])
    own.end()
  })

  test('end with the token, unless a newer one of the same account comes in time', async () => {
    const [customer, stranger] = [newCustomer(), newCustomer()]
    const soon = Math.floor(Date.now() / 1_000) + 3
    const short = await customer.token({ claims: { exp: soon } })
    const [ending, renewed, mixed] = await Promise.all([subscribe(customer), subscribe(customer), subscribe(customer)])
    await ending.send({ action: 'authenticate', token: short })
    await renewed.send({ action: 'authenticate', token: short })
    await renewed.send({ action: 'authenticate', token: await customer.token() })
    await mixed.send({ action: 'authenticate', token: await stranger.token() })
    expect(await mixed.closed).toBe(4401)
    expect(await ending.closed).toBe(4419)
    await customer.upload(await makeJpeg({ seed: 3 }))
    await until(async () => (renewed.messages.some((text) => text.includes('photo.added')) ? true : null), 'the event')
    renewed.end()
  })

  test.each([
    ['something else', 'hello', 4400],
    ['another action', { action: 'subscribe' }, 4400],
    ['a position that is none', { action: 'authenticate', token: 'x', after: '-1' }, 4400],
    ['a token that is none', { action: 'authenticate', token: 'x.y.z' }, 4401],
  ])('are closed to who begins with %s', async (_what, message, code) => {
    const subscriber = new Subscriber(running.services.url)
    await subscriber.send(message)
    expect(await subscriber.closed).toBe(code)
    expect(subscriber.messages).toEqual([])
  })

  test('are closed to a token that has expired', async () => {
    const subscriber = new Subscriber(running.services.url)
    await subscriber.send({ action: 'authenticate', token: await newCustomer().token({ claims: { exp: 1 } }) })
    expect(await subscriber.closed).toBe(4401)
  })

  test('are closed to who says nothing', async () => {
    expect(await new Subscriber(running.services.url).closed).toBe(4408)
  })
})
