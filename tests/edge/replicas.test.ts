import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import {
  answerTo,
  type Backend,
  closeLater,
  handshake,
  portOf,
  setUpEdge,
  startBackend,
  startEdge,
  stop,
} from './edgeServers.ts'

const edge = setUpEdge()

/** A second gateway and second services, and an edge that uses both of each. */
async function startTwo(): Promise<{
  url: string
  app: Awaited<ReturnType<typeof startEdge>>['app']
  second: Backend
  others: Backend
}> {
  const second = await startBackend('second')
  const others = await startBackend('others')
  const started = await startEdge({
    GATEWAY_URLS: `${edge.gateway.url},${second.url}`,
    SERVICES_URLS: `${edge.services.url},${others.url}`,
  })
  return { ...started, second, others }
}

const post = async (url: string) => fetch(`${url}/graphql`, { method: 'POST', body: '{ "query": "{ x }" }' })

/** The statuses of requests, one after the other. */
async function statusesOf(count: number, send: () => Promise<Response>): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < count; index += 1) {
    const answer = await send()
    await answer.text()
    statuses.push(answer.status)
  }
  return statuses
}

/** Makes a replica say that it is not ready, while it still answers. */
function drain(backend: Backend): void {
  backend.handle = (request, response) => {
    response.statusCode = request.url === '/readyz' ? 503 : 200
    request.resume().on('end', () => response.end())
  }
}

const requestsOf = ({ seen }: Backend) => seen.filter(({ url }) => url !== '/readyz').length

describe('of two replicas', () => {
  test('both get requests', async () => {
    const { url, second, others } = await startTwo()
    await statusesOf(4, async () => post(url))
    await statusesOf(4, async () => fetch(`${url}/config.json`))
    expect([edge.gateway, second, edge.services, others].map(requestsOf)).toEqual([2, 2, 2, 2])
  })

  test('one that accepts no connection makes no request fail, with a body or without', async () => {
    const { url, second, others } = await startTwo()
    await stop(second)
    await stop(others)
    const statuses = [
      ...(await statusesOf(6, async () => post(url))),
      ...(await statusesOf(6, async () =>
        fetch(`${url}/storage/files`, { method: 'POST', body: new Uint8Array(300_000) }),
      )),
      ...(await statusesOf(6, async () => fetch(`${url}/`))),
    ]
    expect(statuses).toEqual(Array.from({ length: 18 }, () => 200))
    expect(edge.services.received).toBe(6 * 300_000)
  })

  test('one that accepts no connection makes no socket fail', async () => {
    const { app, second } = await startTwo()
    await stop(second)
    for (let count = 0; count < 4; count += 1) {
      expect(await answerTo(app, `GET /graphql HTTP/1.1\r\n${handshake}`)).toContain('101 Switching Protocols')
    }
  })

  test('one that is not ready gets no requests, until it is ready again', async () => {
    const { url, second } = await startTwo()
    drain(second)
    await expect.poll(() => second.seen.filter(({ url: path }) => path === '/readyz').length).toBeGreaterThan(0)
    const before = requestsOf(second)
    await expect
      .poll(async () => {
        const count = requestsOf(second)
        await statusesOf(4, async () => post(url))
        return requestsOf(second) - count
      })
      .toBe(0)
    expect(requestsOf(second)).toBeGreaterThanOrEqual(before)
    delete second.handle
    await expect
      .poll(async () => {
        const count = requestsOf(second)
        await statusesOf(4, async () => post(url))
        return requestsOf(second) - count
      })
      .toBeGreaterThan(0)
  })

  test('both are used if neither is ready', async () => {
    const { url, second } = await startTwo()
    drain(edge.gateway)
    drain(second)
    await expect.poll(() => second.seen.filter(({ url: path }) => path === '/readyz').length).toBeGreaterThan(1)
    expect(await statusesOf(4, async () => post(url))).toEqual([200, 200, 200, 200])
  })
})

/** Cuts off the first requests. */
function cutOff(backend: Backend, times: number): void {
  let left = times
  backend.handle = (request, response) => {
    left -= 1
    if (left >= 0) request.socket.destroy()
    else request.resume().on('end', () => response.end('answered'))
  }
}

describe('a request that is cut off before its answer', () => {
  test('is sent again, once, if it is a GET', async () => {
    cutOff(edge.services, 1)
    expect(await (await fetch(`${edge.url}/storage/usage`)).text()).toBe('answered')
    cutOff(edge.services, 2)
    expect((await fetch(`${edge.url}/storage/usage`)).status).toBe(503)
    expect(requestsOf(edge.services)).toBe(4)
  })

  test('is not sent again if it can have changed something', async () => {
    cutOff(edge.gateway, 1)
    expect((await post(edge.url)).status).toBe(503)
    expect(requestsOf(edge.gateway)).toBe(1)
  })

  test('is not sent again after a part of its answer', async () => {
    edge.services.handle = (_request, response) => {
      response.writeHead(200, { 'content-length': 10 })
      response.write('12345', () => response.destroy())
    }
    await expect(fetch(`${edge.url}/storage/usage`).then(async (answer) => answer.text())).rejects.toThrow()
    expect(requestsOf(edge.services)).toBe(1)
  })
})

test('1,000 slow uploads delay no other request', async () => {
  const answered = fetch(`${edge.url}/config.json`)
  expect((await answered).status).toBe(200)
  const head = 'POST /storage/files HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nx'
  for (let count = 0; count < 1_000; count += 1) {
    const socket = connect(portOf(edge.app.server), '127.0.0.1')
    closeLater(() => void socket.destroy())
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(head)
  }
  await expect.poll(() => requestsOf(edge.services)).toBe(1_001)
  expect((await fetch(`${edge.url}/identity/auth`, { signal: AbortSignal.timeout(3_000) })).status).toBe(200)
})

test('uploads and photos go to the storage replicas, if there are some', async () => {
  const storage = await startBackend('storage')
  const { url } = await startEdge({
    GATEWAY_URLS: edge.gateway.url,
    SERVICES_URLS: edge.services.url,
    STORAGE_URLS: storage.url,
  })
  expect(await (await fetch(`${url}/storage/files`, { method: 'POST', body: 'x' })).json()).toMatchObject({
    name: 'storage',
  })
  expect(await (await fetch(`${url}/config.json`)).json()).toMatchObject({ name: 'services' })
})
