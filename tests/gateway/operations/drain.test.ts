import { once } from 'node:events'
import { type Socket, connect as connectTcp } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Drain } from '../../../gateway/server/drain.ts'
import { ask } from '../../support/gateway.ts'
import { setUpUpstreams, waitForSigningKeys } from '../../support/gatewaySetup.ts'
import { connect, listen } from '../../support/socketClient.ts'
import { type GatewayProcess, post, startGatewayProcess } from './gatewayProcess.ts'

const albums = '{ viewer { library { albumsCount } } }'
const answered = { data: { viewer: { library: { albumsCount: 0 } } } }

type Settings = Parameters<typeof startGatewayProcess> extends [unknown, ...infer Rest] ? Rest : never

const setup = setUpUpstreams()

/** Starts a gateway process, which is killed when the test has finished. */
async function start(...settings: Settings): Promise<GatewayProcess> {
  const gateway = await startGatewayProcess(setup.upstreams, ...settings)
  onTestFinished(() => void gateway.child.kill('SIGKILL'))
  return gateway
}

/** Sends `count` requests that wait for an upstream. The second value makes the upstream respond. */
async function askAndHold({ url }: GatewayProcess, count: number): Promise<[Promise<Response>[], () => void]> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setup.upstreams.hold('/photos/users', promise)
  const answers = Array.from({ length: count }, () => post(url, albums, { token: setup.token }))
  await expect.poll(() => setup.upstreams.pathsOf('photos').length).toBe(count)
  return [answers, resolve]
}

async function openTcp({ url }: GatewayProcess, text: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connectTcp(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

describe('a gateway that is shutting down', () => {
  test('reports not ready, and answers new requests until the delay is over', async () => {
    const gateway = await start({ DRAIN_DELAY: '4000' }, { steppedClock: true })
    // On a busy machine, the first probe of the services can take longer than its time limit.
    await expect.poll(async () => (await fetch(`${gateway.url}/readyz`)).status).toBe(200)
    await gateway.advance(0)
    gateway.child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${gateway.url}/readyz`)).status, { interval: 10 }).toBe(503)
    expect(await (await fetch(`${gateway.url}/readyz`)).json()).toEqual({ status: 'draining' })
    await gateway.advance(3_999)
    const late = await post(gateway.url, albums, { token: setup.token })
    expect(late.headers.get('connection')).toBe('close')
    expect(await late.json()).toEqual(answered)
    expect((await fetch(`${gateway.url}/livez`)).status).toBe(200)
    await gateway.advance(1)
    expect(await gateway.ended).toEqual([0, null])
  })

  test('answers every request in flight, however many signals it gets', async () => {
    const gateway = await start({ UPSTREAM_CUSTOMER_CONNECTIONS: '20' })
    const [answers, release] = await askAndHold(gateway, 20)
    gateway.child.kill('SIGTERM')
    await expect.poll(() => fetch(`${gateway.url}/livez`).catch(() => 'refused')).toBe('refused')
    gateway.child.kill('SIGTERM')
    gateway.child.kill('SIGINT')
    gateway.child.disconnect()
    release()
    for (const answer of await Promise.all(answers)) {
      expect(answer.headers.get('connection')).toBe('close')
      expect(await answer.json()).toEqual(answered)
    }
    expect(await gateway.ended).toEqual([0, null])
  })

  test('shuts down gracefully when the signal arrives right after it is ready', async () => {
    const gateway = await start()
    gateway.child.kill('SIGTERM')
    expect(await gateway.ended).toEqual([0, null])
    expect(gateway.lines().map(({ msg }) => msg)).toContain('draining')
  })

  test('also shuts down on SIGINT', async () => {
    const gateway = await start()
    const [answers, release] = await askAndHold(gateway, 1)
    gateway.child.kill('SIGINT')
    await expect.poll(() => fetch(`${gateway.url}/livez`).catch(() => 'refused')).toBe('refused')
    release()
    expect(await (await answers[0])?.json()).toEqual(answered)
    expect(await gateway.ended).toEqual([0, null])
  })

  test('closes all its sockets with 1001', async () => {
    const gateway = await start()
    const subscription = { query: 'subscription { libraryEvents { cursor } }' }
    const received = Array.from({ length: 50 }, () => listen(connect(gateway.url, setup.token), subscription))
    await expect.poll(() => received.filter(({ events }) => events.length === 1).length).toBe(50)
    gateway.child.kill('SIGTERM')
    const closes = await Promise.all(received.map(({ over }) => over))
    expect(closes.map(({ code }) => code)).toEqual(Array.from({ length: 50 }, () => 1001))
    expect(await gateway.ended).toEqual([0, null])
  })

  test('ends event streams', async () => {
    const gateway = await start()
    const headers = { accept: 'text/event-stream' }
    const response = await post(gateway.url, 'subscription { libraryEvents { cursor } }', {
      token: setup.token,
      headers,
    })
    const text = response.text()
    await expect.poll(() => setup.upstreams.events.open.size).toBe(1)
    gateway.child.kill('SIGTERM')
    // If the stream were broken, reading it would fail. If it were complete, the client would not resume it elsewhere.
    expect(await text).toMatch(/event: next\s/)
    expect(await text).not.toContain('event: complete')
    expect(await gateway.ended).toEqual([0, null])
  })

  test('answers with a coded error when the upstream never responds', async () => {
    const gateway = await start({ PHOTOS_TIMEOUT: '1000' })
    const [[answer]] = await askAndHold(gateway, 1)
    gateway.child.kill('SIGTERM')
    const body = (await (await answer)?.json()) as { errors: { extensions: { code: string } }[] }
    expect(body.errors[0]?.extensions.code).toBe('UPSTREAM_TIMEOUT')
    expect(await gateway.ended).toEqual([0, null])
  })

  test('does not wait for clients that stall within a request or ignore the closing handshake', async () => {
    const gateway = await start()
    const half = await openTcp(gateway, 'POST /graphql HTTP/1.1\r\nhost: x\r\n')
    const socket = await openTcp(
      gateway,
      'GET /graphql HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n' +
        'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-protocol: graphql-transport-ws\r\n\r\n',
    )
    await once(socket, 'data')
    gateway.child.kill('SIGTERM')
    // The exit code would be 1 if the gateway had waited for these clients until its deadline.
    expect(await gateway.ended).toEqual([0, null])
    half.destroy()
    socket.destroy()
  })

  test('exits within 10 s with an error when a request body never arrives', async () => {
    const gateway = await start({}, { steppedClock: true })
    const half = await openTcp(
      gateway,
      'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    )
    const answers = await post(gateway.url, albums, { token: setup.token })
    expect(answers.status).toBe(200)
    await gateway.advance(0)
    gateway.child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${gateway.url}/readyz`)).status).toBe(503)
    // Running operations may take up to 9 s.
    await gateway.advance(9_000)
    await expect.poll(() => fetch(`${gateway.url}/livez`).catch(() => 'refused')).toBe('refused')
    expect(gateway.child.exitCode).toBeNull()
    await gateway.advance(1_000)
    expect(await gateway.ended).toEqual([1, null])
    expect(gateway.lines().at(-1)).toMatchObject({
      level: 50,
      msg: 'running operations did not end before the deadline',
    })
    half.destroy()
  })
})

describe('the time limit of a request', () => {
  test('is its own timeout, or the rest of the drain if that is shorter', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const drain = new Drain()
    vi.advanceTimersByTime(60_000)
    expect(drain.timeFor(9_000)).toBe(9_000)
    drain.begin()
    vi.advanceTimersByTime(8_500)
    drain.begin()
    expect(drain.timeFor(9_000)).toBe(500)
    expect(drain.timeFor(100)).toBe(100)
    vi.advanceTimersByTime(1_000)
    expect(drain.timeFor(9_000)).toBe(1)
  })

  test('limits the calls to services: a request with little time fails before an older one with more time', async () => {
    const drain = new Drain()
    vi.spyOn(drain, 'timeFor').mockReturnValue(60_000)
    const app = await setup.start({}, { drain })
    await waitForSigningKeys(app, setup.token)
    const { promise, resolve: release } = Promise.withResolvers<void>()
    setup.upstreams.hold('/photos/users', promise)
    const early = ask(app, albums, { token: setup.token })
    await expect.poll(() => setup.upstreams.pathsOf('photos').length).toBe(1)
    vi.spyOn(drain, 'timeFor').mockReturnValue(100)
    const late = await ask(app, albums, { token: setup.token })
    expect(late.errors[0]?.extensions?.['code']).toBe('UPSTREAM_TIMEOUT')
    release()
    expect(await early).toMatchObject(answered)
  })
})

describe('the log of a gateway that exits', () => {
  test('is complete to the last line', async () => {
    const gateway = await start()
    for (let round = 0; round < 25; round += 1) await (await post(gateway.url, albums, { token: setup.token })).text()
    gateway.child.kill('SIGTERM')
    expect(await gateway.ended).toEqual([0, null])
    const messages = gateway.lines().map(({ msg }) => msg)
    expect(messages.filter((message) => message === 'operation')).toHaveLength(25)
    expect(messages).toContain('draining')
  })

  test('contains the error that ended the process, without personal data', async () => {
    const fault = "process.on('SIGUSR2', () => { throw new Error('nothing left for anna@example.com') })"
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(fault)}`
    const gateway = await start({ NODE_OPTIONS }, { showsErrors: false })
    gateway.child.kill('SIGUSR2')
    expect(await gateway.ended).toEqual([1, null])
    const last = gateway.lines().at(-1)
    expect(last).toMatchObject({ level: 60, msg: 'an uncaught error ends the process' })
    expect(last).toMatchObject({ err: { type: 'Error', message: 'nothing left for [e-mail]' } })
  })

  test('contains unhandled rejections, which do not end the process', async () => {
    const fault = "process.on('SIGUSR2', () => { void Promise.reject(new Error('unheard')) })"
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(fault)}`
    const gateway = await start({ NODE_OPTIONS })
    gateway.child.kill('SIGUSR2')
    await expect.poll(() => gateway.lines().map(({ msg }) => msg)).toContain('an unhandled rejection')
    expect((await post(gateway.url, '{ __typename }')).status).toBe(200)
    gateway.child.kill('SIGTERM')
    expect(await gateway.ended).toEqual([0, null])
  })

  test('does not block responses or the shutdown when its reader is stalled', { timeout: 300_000 }, async () => {
    const gateway = await start({ ADDRESS_OPERATION_BURST: '100000' }, { readsLog: false })
    // A line has about 250 bytes. The pipe between two processes buffers at most 256 kB.
    for (let round = 0; round < 32; round += 1) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => post(gateway.url, '{ __typename }')))
      for (const answer of answers) expect(await answer.json()).toEqual({ data: { __typename: 'Query' } })
    }
    gateway.child.kill('SIGTERM')
    // The gateway kills itself, because a blocked write prevents every other way to exit.
    expect(await gateway.ended).toEqual([null, 'SIGKILL'])
  })
})
