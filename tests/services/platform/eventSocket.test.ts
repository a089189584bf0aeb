import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, type Mock, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type EventStream, registerEventSocket } from '../../../services/platform/eventSocket.ts'
import type { Platform, PlatformEvent } from '../../../services/platform/platform.ts'
import { createServiceApp } from '../../../services/platform/serviceApp.ts'
import { EventReader } from '../../support/eventReader.ts'

const authenticate = { action: 'authenticate', token: 'a token' }
const account = {
  id: 'a',
  email: 'a@example.com',
  emailVerified: true,
  authMethod: 'password',
  clientId: null,
  authenticatedAt: null,
  sessionId: null,
  scopes: null,
}
const stream: EventStream = {
  types: ['said'],
  message: ({ data }, isResumable) => (data === 'secret' && !isResumable ? null : { said: data }),
  announcesPosition: 'whenAsked',
}

async function* noEvents(): AsyncGenerator<PlatformEvent[]> {
  yield []
}

describe('event sockets', () => {
  let app: FastifyInstance
  let url = ''
  beforeEach(() => {
    app = createServiceApp(pino({ level: 'silent' }), ['loopback'])
  })
  afterEach(async () => {
    vi.useRealTimers()
    await app.close()
  })

  /** Two services with a socket each. */
  async function serve(
    events: () => AsyncGenerator<PlatformEvent[]>,
    changes: Partial<EventStream> = {},
    verified: Promise<void> = Promise.resolve(),
  ): Promise<{ lastPosition: Mock; verify: Mock }> {
    const lastPosition = vi.fn(async () => 7)
    const verify = vi.fn(async (token: string) => {
      if (token !== 'at once') await verified
      return { ...account, expires: new Date(Date.now() + 60_000) }
    })
    const platform = {
      tokens: { verify },
      events: { lastPosition, removedTo: async ({ after }) => (after < 5 ? 5 : null), subscribe: events } as Partial<
        Platform['events']
      > as Platform['events'],
    }
    for (const prefix of ['/one', '/two']) {
      await app.register(async (scope) => registerEventSocket(scope, '/events', platform, { ...stream, ...changes }), {
        prefix,
      })
    }
    url = await app.listen({ host: '127.0.0.1', port: 0 })
    return { lastPosition, verify }
  }

  async function follow(path: string, more: object = {}): Promise<EventReader> {
    const reader = new EventReader(`${url}${path}`)
    await reader.send({ ...authenticate, ...more })
    return reader
  }

  test('of several kinds run in one process, and send positions to readers that ask for them', async () => {
    await serve(async function* () {
      yield ['hello', 'secret', 'bye'].map((data, number) => ({ position: 8 + number, type: 'said', owner: 'a', data }))
      await setTimeout(60_000, undefined, { ref: false })
    })
    const [one, two, third] = [
      await follow('/one/events'),
      await follow('/two/events', { resumable: true }),
      await follow('/two/events', { after: '7' }),
    ]
    await expect.poll(() => one.messages).toEqual(['OK', '{"said":"hello"}', '{"said":"bye"}'])
    const numbered = [
      '{"position":"8","said":"hello"}',
      '{"position":"9","said":"secret"}',
      '{"position":"10","said":"bye"}',
    ]
    await expect.poll(() => two.messages).toEqual(['OK', '{"position":"7"}', ...numbered])
    await expect.poll(() => third.messages).toEqual(['OK', ...numbered])
    await app.close()
    expect(await Promise.all([one.closed, two.closed, third.closed])).toEqual([1001, 1001, 1001])
  })

  test('say that events are missing to a reader that resumes before the last removed event', async () => {
    await serve(
      async function* () {
        yield [{ position: 8, type: 'said', owner: 'a', data: 'hello' }]
        await setTimeout(60_000, undefined, { ref: false })
      },
      { announcement: { type: 'position' } },
    )
    const [missing, complete] = [
      await follow('/one/events', { after: '4' }),
      await follow('/two/events', { after: '5' }),
    ]
    const event = '{"position":"8","said":"hello"}'
    const truncation = '{"position":"5","type":"position","isTruncated":true}'
    await expect.poll(() => missing.messages).toEqual(['OK', truncation, event])
    await expect.poll(() => complete.messages).toEqual(['OK', event])
    await app.close()
  })

  test('accept any number of messages, but at most 16 unanswered ones', async () => {
    const verified = Promise.withResolvers<void>()
    await serve(noEvents, {}, verified.promise)
    const waiting = new EventReader(`${url}/one/events`)
    for (let count = 1; count <= 20; count += 1) {
      await waiting.send({ ...authenticate, token: 'at once' })
      await expect.poll(() => waiting.messages.filter((message) => message === 'OK')).toHaveLength(count)
    }
    const hasty = new EventReader(`${url}/two/events`)
    for (let count = 1; count <= 17; count += 1) await hasty.send(authenticate)
    expect(await hasty.closed).toBe(4400)
    verified.resolve()
  })

  test('leave no timers when they are closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    await serve(noEvents)
    const before = vi.getTimerCount()
    const reader = await follow('/one/events')
    await expect.poll(() => reader.messages).toEqual(['OK'])
    expect(vi.getTimerCount()).toBeGreaterThan(before)
    reader.end()
    await reader.closed
    await expect.poll(() => vi.getTimerCount()).toBe(before)
  })

  test('are closed at their time limit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const never = Promise.withResolvers<void>()
    await serve(
      async function* () {
        await never.promise
        yield []
      },
      { longestMilliseconds: 30_000 },
    )
    const reader = await follow('/one/events')
    await expect.poll(() => reader.messages).toEqual(['OK'])
    vi.advanceTimersByTime(30_000)
    expect(await reader.closed).toBe(1000)
    expect(reader.messages).toEqual(['OK'])
  })

  test('are closed if the reader does not authenticate in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await serve(noEvents)
    const reader = new EventReader(`${url}/one/events`)
    await expect.poll(() => app.websocketServer.clients.size).toBe(1)
    vi.advanceTimersByTime(10_000)
    expect(await reader.closed).toBe(4408)
  })

  test('buffer little for a reader that is stalled', async () => {
    let sent = 0
    await serve(async function* () {
      for (;;) {
        sent += 1
        yield [{ position: sent, type: 'said', owner: 'a', data: 'x'.repeat(100_000) }]
      }
    })
    const socket = new WebSocket(`${url.replace('http', 'ws')}/one/events`)
    await new Promise((resolve) => socket.on('open', resolve))
    socket.pause()
    socket.send(JSON.stringify(authenticate))
    let before = -1
    await expect
      .poll(
        () => {
          const isStill = sent > 0 && sent === before
          before = sent
          return isStill
        },
        { interval: 300 },
      )
      .toBe(true)
    // Some messages are sent, because the operating system buffers some megabytes per connection.
    expect(sent).toBeLessThan(500)
    socket.terminate()
  })

  test('read no events for a reader that leaves before its token is verified', async () => {
    const verifying = Promise.withResolvers<void>()
    const { lastPosition, verify } = await serve(noEvents, {}, verifying.promise)
    const reader = await follow('/one/events')
    await expect.poll(() => verify.mock.calls.length).toBe(1)
    reader.cut()
    await expect.poll(() => app.websocketServer.clients.size).toBe(0)
    verifying.resolve()
    await setTimeout(20)
    expect(lastPosition).not.toHaveBeenCalled()
  })
  test('handle tokens in order, so that the last one wins', async () => {
    const verifying = Promise.withResolvers<void>()
    const { verify } = await serve(noEvents, {}, verifying.promise)
    const reader = await follow('/one/events', { token: 'at once' })
    await expect.poll(() => reader.messages).toEqual(['OK'])
    await reader.send({ ...authenticate, token: 'later' })
    await reader.send({ ...authenticate, token: 'at once' })
    await expect.poll(() => verify.mock.calls.length).toBe(2)
    await setTimeout(50)
    expect(verify.mock.calls.length).toBe(2)
    verifying.resolve()
    await expect.poll(() => reader.messages).toEqual(['OK', 'OK', 'OK'])
    expect(verify.mock.calls).toEqual([['at once'], ['later'], ['at once']])
    reader.cut()
  })

  test('are closed for a reader that sends more than can be answered', async () => {
    const verifying = Promise.withResolvers<void>()
    const { verify } = await serve(noEvents, {}, verifying.promise)
    const reader = await follow('/one/events')
    for (let count = 0; count < 40; count += 1) await reader.send(authenticate)
    expect(await reader.closed).toBe(4400)
    verifying.resolve()
    expect(verify.mock.calls.length).toBeLessThanOrEqual(1)
  })
})
