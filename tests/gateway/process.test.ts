import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bareEnvironment } from '../support/bareEnvironment.ts'
import { connect, listen } from '../support/socketClient.ts'
import { anna } from '../support/tokens.ts'
import { type Upstreams, startUpstreams } from '../support/upstream.ts'
import { upstreamUrls } from '../support/upstreamUrls.ts'

let upstreams: Upstreams
let child: ChildProcess
let url: string

beforeAll(async () => {
  upstreams = await startUpstreams()
})
afterAll(() => upstreams.app.close())
beforeEach(async () => {
  upstreams.heal()
  child = fork('gateway/main.ts', {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...bareEnvironment,
      PUBLIC_URL: 'http://keepsake.test',
      ...upstreamUrls(upstreams.url),
    },
  })
  const [message] = (await once(child, 'message')) as [{ type: string; url: string }]
  expect(message.type).toBe('ready')
  url = message.url
})
afterEach(() => {
  child.kill('SIGKILL')
})

describe('the gateway’s process', () => {
  test('says where it listens, on a port that the system picked', async () => {
    expect(new URL(url).port).not.toBe('0')
    expect((await fetch(`${url}/livez`)).status).toBe(200)
  })

  test('ends when its parent is gone', async () => {
    const ended = once(child, 'exit')
    child.disconnect()
    expect(await ended).toEqual([0, null])
  })

  test('answers what is in flight, closes its sockets with 1001, and takes nothing new', async () => {
    const token = await upstreams.tokens.issue(anna)
    const received = listen(connect(url, token), { query: 'subscription { libraryEvents { cursor } }' })
    await expect.poll(() => received.events.length).toBe(1)
    const { promise, resolve: release } = Promise.withResolvers<void>()
    upstreams.hold('/photos/users', promise)
    const answer = fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: '{ viewer { library { albumsCount } } }' }),
    })
    await expect.poll(() => upstreams.pathsOf('photos')).toContain('/users')
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect((await received.over).code).toBe(1001)
    await expect
      .poll(() =>
        fetch(`${url}/livez`).then(
          () => 'taken',
          () => 'refused',
        ),
      )
      .toBe('refused')
    release()
    expect(await (await answer).json()).toEqual({ data: { viewer: { library: { albumsCount: 2 } } } })
    expect(await ended).toEqual([0, null])
  })
})

test('a wrong configuration ends the process with a sentence', async () => {
  const env = { ...bareEnvironment, PHOTOS_URL: 'photos' }
  const wrong = fork('gateway/main.ts', { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], env })
  let said = ''
  wrong.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  expect(await once(wrong, 'exit')).toEqual([1, null])
  expect(said).toMatch(/^The gateway cannot start\. PHOTOS_URL is "photos": /)
})
