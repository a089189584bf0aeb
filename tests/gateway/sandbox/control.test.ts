import { describe, expect, test } from 'vitest'
import { freePort } from '../../../launcher/ports.ts'
import { startSandbox } from '../../../launcher/sandbox/sandbox.ts'
import { openStream } from '../../support/eventStreamClient.ts'
import { setUpSandbox } from '../../support/sandboxSetup.ts'

const photosCount = '{ viewer { library { photosCount } } }'
const sandbox = setUpSandbox()

const codeOf = (answer: { errors?: { extensions: { code: string } }[] }) => answer.errors?.[0]?.extensions.code

describe('faults', () => {
  test.each([
    ['a status', { status: 503 }, 'UPSTREAM_UNAVAILABLE'],
    ['a body that is not JSON', { body: '<html>' }, 'UPSTREAM_INVALID_RESPONSE'],
    ['an empty body', { body: '' }, 'UPSTREAM_INVALID_RESPONSE'],
    ['a lost connection', { connection: 'reset' }, 'UPSTREAM_UNAVAILABLE'],
  ])('%s is an error of the field', async (_, fault, code) => {
    await sandbox.control('POST', '/faults', { path: '/photos/users', ...fault })
    expect(codeOf(await sandbox.ask(photosCount))).toBe(code)
    await sandbox.control('DELETE', '/faults')
    expect((await sandbox.ask(photosCount)).data.viewer.library.photosCount).toBe(120)
  })

  test('a status 409 becomes the member of the mutation’s union for it, or an error if there is no such member', async () => {
    await sandbox.control('POST', '/faults', { path: '/exports', method: 'POST', status: 409, code: 'LIBRARY_EMPTY' })
    await sandbox.control('POST', '/faults', { path: '/photos/albums', method: 'POST', status: 409 })
    const exported = await sandbox.ask(
      'mutation { requestExport(input: { channel: "k" }) { __typename ... on UserError { code } } }',
    )
    expect(exported.data.requestExport).toEqual({ __typename: 'NothingToExport', code: 'NOTHING_TO_EXPORT' })
    const created = await sandbox.ask('mutation { createAlbum(input: { name: "Sea" }) { __typename } }')
    expect(codeOf(created)).toBe('CONFLICT')
    expect(
      (await sandbox.ask('{ viewer { library { albums(first: 1) { edges { cursor } } } } }')).errors,
    ).toBeUndefined()
  })

  test('a delay makes a call slow', async () => {
    await sandbox.control('POST', '/faults', { path: '/photos/users', milliseconds: 400, times: 1 })
    const start = performance.now()
    expect((await sandbox.ask(photosCount)).data.viewer.library.photosCount).toBe(120)
    expect(performance.now() - start).toBeGreaterThan(399)
  })
})

describe('the calls of the sandbox', () => {
  test.each([
    ['POST', '/tokens', { account: 'zoe' }, 'account: Invalid option: expected one of "anna"|"bram"|"cleo"'],
    ['POST', '/tokens', { scope: 'photos' }, 'scope: Expected scopes of this list'],
    ['POST', '/tokens', { expires: 1 }, 'Unrecognized key: "expires"'],
    ['POST', '/tokens', '{', 'JSON'],
    ['POST', '/tokens', [], 'expected object, received array'],
    ['POST', '/faults', {}, 'path: Invalid input: expected string'],
    ['POST', '/faults', { path: '/photo/users', status: 503 }, 'path: Expected a path that begins with one of'],
    ['POST', '/faults', { path: '/photos/users' }, 'at least one of milliseconds, status, body, connection'],
    ['POST', '/faults', { path: '/photos/users', code: 'X', milliseconds: 1 }, 'code and retryAfter need a status'],
    ['POST', '/faults', { path: '/photos/users', status: 503, connection: 'reset' }, 'connection excludes status'],
    ['POST', '/faults', { path: '/photos/users', status: 200 }, 'status: Too small'],
    ['PUT', '/photos', { count: 1_000_001 }, 'count: Too big: expected number to be <=1000000'],
    ['PUT', '/photos', { account: 'zoe', count: 1 }, 'account: Invalid option'],
    ['PUT', '/photos', undefined, 'count: Invalid input: expected number'],
  ])('%s %s with the body %j is refused with 400', async (method, path, body, message) => {
    const refused = await sandbox.control(method, path, body)
    expect(refused).toEqual({ status: 400, body: { message: expect.stringContaining(message) } })
  })

  test('a body that is not declared as JSON is refused', async () => {
    const response = await fetch(`${sandbox.controlUrl}/photos`, { method: 'PUT', body: 'count=1' })
    expect([response.status, await response.json()]).toEqual([
      400,
      { message: expect.stringContaining('must be JSON') },
    ])
  })

  test('another path is answered with 404 and a list of the calls', async () => {
    expect(await sandbox.control('GET', '/tokens')).toEqual({
      status: 404,
      body: { message: expect.stringContaining('POST /tokens') },
    })
  })

  test('the account cleo has nothing yet', async () => {
    sandbox.token = (await sandbox.control('POST', '/tokens', { account: 'cleo' })).body.accessToken
    const { data } = await sandbox.ask(
      '{ viewer { library { photosCount albumsCount } orders(first: 1) { edges { cursor } } } }',
    )
    expect(data.viewer).toEqual({ library: { photosCount: 0, albumsCount: 0 }, orders: { edges: [] } })
  })

  test('the program can be stopped', async () => {
    expect((await sandbox.control('POST', '/stop')).status).toBe(204)
    await expect.poll(() => sandbox.stopped.mock.calls.length).toBe(1)
  })

  test('the program stops although a client listens to events', async () => {
    const other = await startSandbox(await freePort(), {}, sandbox.stopped)
    const tokens = await fetch(`${other.controlUrl}/tokens`, { method: 'POST' })
    const { accessToken } = await tokens.json()
    const stream = await openStream(`${other.url}/graphql`, {
      token: accessToken,
      body: { query: 'subscription { libraryEvents { cursor } }' },
    })
    await expect.poll(() => stream.events.length).toBeGreaterThan(0)
    await other.close()
    expect(await stream.over).toBeDefined()
  })
})
