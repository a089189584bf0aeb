import { randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { validate, version } from 'uuid'
import { createInstallation, type Installation } from '../../support/database.ts'
import { EventReader } from '../../support/eventReader.ts'
import { stopClock } from '../../support/stoppedClock.ts'
import { type RunningServices, startServices } from '../../support/services.ts'
import { createTokenIssuer, type TokenIssuer } from '../../support/tokens.ts'
import { drawPictures, Importer, OlderLibraries } from '../photos/activation/older.ts'
import { publicUrl, until } from '../storage/customer.ts'

interface Message {
  readonly type: string
  readonly id: string
  readonly data: {
    readonly payload: { readonly status: string; readonly progress?: number }
    readonly timestamp: string
  }
  readonly position?: string
}

async function messagesUntilEnd(reader: EventReader): Promise<Message[]> {
  return until(async () => {
    const events: Message[] = reader.events()
    return events.some(({ type }) => type === 'finished' || type === 'error') ? events : null
  }, 'the last message')
}

describe('messages of an import', () => {
  let installation: Installation
  let identity: FastifyInstance
  let issuer: TokenIssuer
  let services: RunningServices
  let older: OlderLibraries

  beforeAll(async () => {
    installation = await createInstallation('the embedded database')
    older = OlderLibraries.create()
    issuer = await createTokenIssuer(`${publicUrl}/identity`)
    identity = fastify()
    identity.get('/jwks', async () => issuer.jwks)
    services = await startServices({
      installation,
      services: ['storage', 'photos', 'push'],
      environment: {
        PUBLIC_URL: publicUrl,
        IDENTITY_URL: await identity.listen({ port: 0, host: '127.0.0.1' }),
        LEGACY_LIBRARIES: older.root,
      },
    })
  })
  afterAll(async () => {
    await services.close()
    await identity.close()
    await older.remove()
    await installation.remove()
  })

  function newImporter(): Importer {
    return new Importer(services.url, issuer, randomUUID())
  }

  async function read(customer: Importer, options: object = {}): Promise<EventReader> {
    const reader = new EventReader(`${services.url}/push/messages`)
    await reader.send({ action: 'authenticate', token: await customer.token(), ...options })
    await until(async () => (reader.messages.length > 0 ? true : null), 'the OK')
    expect(reader.messages[0]).toBe('OK')
    return reader
  }

  test('have the form of the specification, and are not repeated when a reader resumes', async () => {
    const [customer, stranger] = [newImporter(), newImporter()]
    const pictures = await drawPictures(24)
    await older.put(customer.id, {
      files: Object.fromEntries(pictures.map((bytes, number) => [`files/${number}.jpg`, bytes])),
    })
    const specified = await read(customer)
    const foreign = await read(stranger)
    const first = await read(customer, { resumable: true })
    await customer.start()
    await until(async () => (first.events().length > 2 ? true : null), 'some messages')
    first.cut()
    const heard: Message[] = first.events()
    await customer.untilEnded()
    const messages = await messagesUntilEnd(specified)
    const resumed = await read(customer, { after: heard.at(-1)?.position })
    await until(async () => (heard.length - 1 + resumed.events().length === messages.length ? true : null), 'the rest')

    expect(messages[0]).toEqual({
      type: 'started',
      id: expect.any(String),
      data: { payload: { status: 'IMPORTING', progress: 0 }, timestamp: expect.any(String) },
    })
    expect(messages.at(-1)).toMatchObject({ type: 'finished', data: { payload: { status: 'ACTIVE', progress: 1 } } })
    // The number of progress messages depends on how long the import takes.
    expect(messages.slice(1, -1).filter(({ type }) => type !== 'progress')).toEqual([])
    expect(messages.every(({ id }) => validate(id) && version(id) === 5)).toBe(true)
    expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length)
    expect(messages.every((message) => message.position === undefined)).toBe(true)
    const times = messages.map(({ data }) => Date.parse(data.timestamp))
    const steps = messages.map(({ data }) => data.payload.progress ?? -1)
    expect(steps).toEqual(steps.toSorted((one, other) => one - other))
    const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000
    expect(messages.length).toBeLessThanOrEqual(2 + Math.ceil(seconds) * 2 + 1)

    expect(heard[0]).toEqual({ position: expect.any(String) })
    const all = [...heard.slice(1), ...resumed.events()]
    expect(all.map(({ position: _position, ...message }) => message)).toEqual(messages)
    expect(foreign.events()).toEqual([])
    for (const reader of [specified, foreign, resumed]) reader.end()
  })

  test('are not sent if they are invalid', async () => {
    const customer = newImporter()
    const reader = await read(customer)
    const sendEvent = async (type: string, data: unknown) =>
      services.platform
        .database('photos')
        .transaction()
        .execute((change) => services.platform.events.append(change, [{ type, owner: customer.id, data }]))
    const timestamp = new Date().toISOString()
    await sendEvent('activation.finished', { status: 'DONE', timestamp })
    await sendEvent('activation.progress', { status: 'IMPORTING', progress: 2, timestamp })
    await sendEvent('activation.progress', { status: 'IMPORTING', timestamp: 'today' })
    await sendEvent('activation.other', { status: 'IMPORTING', timestamp })
    await sendEvent('activation.error', { status: 'NOT_ACTIVE', timestamp, more: 'secret' })
    expect(await messagesUntilEnd(reader)).toEqual([
      { type: 'error', id: expect.any(String), data: { payload: { status: 'NOT_ACTIVE' }, timestamp } },
    ])
    reader.end()
  })

  test('stop when the token expires, unless a newer token of the same account arrives in time', async () => {
    const [customer, stranger] = [newImporter(), newImporter()]
    const [renewed, mixed] = [await read(customer), await read(customer)]
    const clock = stopClock()
    const short = await customer.token({ claims: { exp: clock.soon } })
    const long = await customer.token()
    await renewed.send({ action: 'authenticate', token: short })
    await renewed.send({ action: 'authenticate', token: long })
    const ending = await read(customer, { token: short })
    await mixed.send({ action: 'authenticate', token: await stranger.token() })
    expect(await mixed.closed).toBe(4401)
    expect(await ending.closed).toBe(4419)
    clock.resume()
    await older.put(customer.id, { files: { 'files/1.jpg': '' } })
    await customer.start()
    await messagesUntilEnd(renewed)
    expect(renewed.messages.filter((text) => text === 'OK')).toHaveLength(3)
    renewed.end()
  })

  test.each([
    ['hello', 4400],
    [{ action: 'authenticate', token: 'x.y.z' }, 4401],
  ])('are not sent, and the socket is closed, if a reader begins with %j', async (message, code) => {
    const reader = new EventReader(`${services.url}/push/messages`)
    await reader.send(message)
    expect(await reader.closed).toBe(code)
    expect(reader.messages).toEqual([])
  })
})
