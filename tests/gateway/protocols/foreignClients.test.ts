import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { ApolloClient, HttpLink, InMemoryCache, gql } from '@apollo/client/core'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { ClientError, GraphQLClient } from 'graphql-request'
import { createClient } from 'graphql-ws'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { photoId } from '../../support/globalIds.ts'
import { imageIdOf } from '../../support/photoLibrary.ts'
import { anna } from '../../support/tokens.ts'

const run = promisify(execFile)
const viewerQuery = 'query Who { viewer { email } }'
const live = 'subscription Live($after: String) { libraryEvents(after: $after) { cursor addedPhotoIds } }'
const gateway = setUpGateway()
const endpoint = () => `${gateway.url}/graphql`
const disposals: (() => unknown)[] = []

afterEach(async () => {
  for (const dispose of disposals.splice(0)) await dispose()
  await expect.poll(() => gateway.upstreams.events.open.size).toBe(0)
})

function appendPhoto(number: number): string {
  const imageId = imageIdOf(number)
  gateway.upstreams.events.append(anna, [{ type: 'photo.added', data: { imageId, year: 2024, month: 5 } }])
  return photoId(number)
}

function authorized(): string[] {
  return ['--silent', '--show-error', '--noproxy', '*', '--header', `Authorization: Bearer ${gateway.token}`]
}

/** Reads events with curl. The returned function gives the text received so far. */
function curlEvents(...more: string[]): () => string {
  const asked = [
    '--get',
    '--data-urlencode',
    `query=${live}`,
    '--header',
    'Accept: text/event-stream',
    ...more,
    endpoint(),
  ]
  const curl = spawn('curl', [...authorized(), '--no-buffer', ...asked], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  curl.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  disposals.push(async () => {
    curl.kill()
    if (curl.exitCode === null && curl.signalCode === null) await once(curl, 'exit')
  })
  return () => text
}

describe('plain curl', () => {
  test('queries with POST', async () => {
    const body = JSON.stringify({ query: viewerQuery })
    const { stdout } = await run('curl', [...authorized(), '--json', body, endpoint()])
    expect(JSON.parse(stdout)).toEqual({ data: { viewer: { email: 'a@example.com' } } })
  })

  test('queries with GET', async () => {
    const { stdout } = await run('curl', [
      ...authorized(),
      '--get',
      '--data-urlencode',
      `query=${viewerQuery}`,
      endpoint(),
    ])
    expect(JSON.parse(stdout)).toEqual({ data: { viewer: { email: 'a@example.com' } } })
  })

  test('reads events, and resumes after the last event', async () => {
    const first = curlEvents()
    await expect.poll(first).toContain('event: next')
    const seen = appendPhoto(1)
    await expect.poll(first).toContain(seen)
    const lastId = [...first().matchAll(/^id: (.*)$/gm)].at(-1)?.[1]
    await disposals.pop()?.()
    const missed = appendPhoto(2)
    const resumed = curlEvents('--header', `Last-Event-ID: ${lastId}`)
    await expect.poll(resumed).toContain(missed)
    expect(resumed()).not.toContain(seen)
    expect(resumed().match(/event: next/g)).toHaveLength(1)
  })
})

describe('graphql-request', () => {
  test('queries with variables, and gets error codes', async () => {
    const client = new GraphQLClient(endpoint(), { headers: { authorization: `Bearer ${gateway.token}` } })
    expect(await client.request(viewerQuery)).toEqual({ viewer: { email: 'a@example.com' } })
    const node = 'query ($id: ID!) { node(id: $id) { id } }'
    expect(await client.request(node, { id: 'nonsense' })).toEqual({ node: null })
    const failure = await client.request('{ nothing }').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ClientError)
    const { response } = failure as ClientError
    expect([response.status, response.errors?.[0]?.extensions['code']]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED'])
  })
})

/** An Apollo client that uses only a socket, and reconnects automatically. */
function overSockets() {
  const sockets: WebSocket[] = []
  class Kept extends WebSocket {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given)
      sockets.push(this)
    }
  }
  const socket = createClient({
    url: endpoint().replace(/^http/, 'ws'),
    webSocketImpl: Kept,
    connectionParams: { accessToken: gateway.token },
    retryAttempts: 5,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, 50)),
  })
  disposals.push(() => socket.dispose())
  return { client: new ApolloClient({ link: new GraphQLWsLink(socket), cache: new InMemoryCache() }), sockets }
}

describe('Apollo Client', () => {
  type Library = { libraryEvents: { cursor: string; addedPhotoIds: string[] } }
  type Who = { viewer: { email: string } | null }

  test('queries over HTTP', async () => {
    const headers = { authorization: `Bearer ${gateway.token}` }
    const client = new ApolloClient({ link: new HttpLink({ uri: endpoint(), headers }), cache: new InMemoryCache() })
    const { data } = await client.query<Who>({ query: gql(viewerQuery) })
    expect(data?.viewer?.email).toBe('a@example.com')
  })

  test('queries over graphql-ws', async () => {
    const { client } = overSockets()
    const { data } = await client.query<Who>({ query: gql(viewerQuery) })
    expect(data?.viewer?.email).toBe('a@example.com')
    await expect(client.query({ query: gql('{ nothing }') })).rejects.toThrow(/Cannot query field/)
  })

  test('has a subscription that survives a lost connection', async () => {
    const { client, sockets } = overSockets()
    const events: Library['libraryEvents'][] = []
    const subscription = client.subscribe<Library>({ query: gql(live) }).subscribe({
      next: ({ data }) => {
        if (data) events.push(data.libraryEvents)
      },
    })
    disposals.push(() => subscription.unsubscribe())
    await expect.poll(() => events).toHaveLength(1)
    const first = appendPhoto(11)
    await expect.poll(() => events.flatMap(({ addedPhotoIds }) => addedPhotoIds)).toEqual([first])
    sockets[0]?.terminate()
    // The client resubscribes, and gets the current position.
    await expect.poll(() => events).toHaveLength(3)
    expect(sockets).toHaveLength(2)
    const second = appendPhoto(12)
    await expect.poll(() => events.flatMap(({ addedPhotoIds }) => addedPhotoIds)).toEqual([first, second])
  })
})
