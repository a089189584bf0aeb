import { utimesSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { documentsFile } from '../support/documentsFile.ts'
import { openStream } from '../support/eventStreamClient.ts'
import { startGateway } from '../support/gateway.ts'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { initWith, openSocket, subscribeTo } from '../support/rawSocket.ts'

const file = documentsFile({ abc123: 'query Who { viewer { email } }' })
const gateway = setUpGateway({ PERSISTED_DOCUMENTS: file })

function post(body: object) {
  return gateway.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${gateway.token}` },
    payload: body,
  })
}

function byId(sha256Hash: string) {
  return { operationName: 'Who', extensions: { persistedQuery: { version: 1, sha256Hash } } }
}

/** The responses to GET, to event streams with POST and GET, and over a socket. */
async function answersTo(sha256Hash: string): Promise<unknown[]> {
  const address = gateway.url
  const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash } })
  const search = `/graphql?operationName=Who&extensions=${encodeURIComponent(extensions)}`
  const byGet = await gateway.app.inject({ url: search, headers: { authorization: `Bearer ${gateway.token}` } })
  const events = await openStream(`${address}/graphql`, { token: gateway.token, body: byId(sha256Hash) })
  const eventsByGet = await openStream(address + search, { token: gateway.token })
  const socket = await openSocket(address)
  socket.send(initWith(gateway.token))
  await expect.poll(() => socket.received).toHaveLength(1)
  socket.send(subscribeTo('1', '', byId(sha256Hash)))
  await expect.poll(() => socket.received.length).toBeGreaterThan(1)
  await Promise.all([events.over, eventsByGet.over])
  socket.socket.terminate()
  const overSocket = socket.received[1]
  const response = overSocket?.type === 'error' ? { errors: overSocket.payload } : overSocket?.payload
  return [byGet.json(), events.events[0]?.data, eventsByGet.events[0]?.data, response]
}

describe('over every transport, a persisted document', () => {
  const answer = { data: { viewer: { email: 'a@example.com' } } }
  const unknown = [{ extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }]

  test('runs by its id', async () => {
    expect(await answersTo('abc123')).toEqual([answer, answer, answer, answer])
  })

  test('that is unknown is rejected with its own code', async () => {
    expect(await answersTo('unknown')).toMatchObject(Array.from({ length: 4 }, () => ({ errors: unknown })))
  })
})

describe('a persisted document', () => {
  test('runs by its id', async () => {
    expect((await post(byId('abc123'))).json()).toEqual({ data: { viewer: { email: 'a@example.com' } } })
  })

  test('that is unknown is rejected with its own code', async () => {
    const { errors } = (await post(byId('unknown'))).json()
    expect(errors[0].extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND')
  })

  test('is not required: other documents also run', async () => {
    expect((await post({ query: '{ __typename }' })).json()).toEqual({ data: { __typename: 'Query' } })
  })

  test('of a rebuilt client is found without a restart', async () => {
    writeFileSync(file, JSON.stringify({ def456: 'query Who { __typename }' }))
    utimesSync(file, new Date(), new Date(Date.now() + 5_000))
    await expect
      .poll(async () => (await post(byId('def456'))).json(), { interval: 300 })
      .toEqual({ data: { __typename: 'Query' } })
  })
})

test('an unreadable document file prevents the start with a clear message', async () => {
  const missing = `${file}.missing`
  await expect(startGateway(gateway.upstreams, { PERSISTED_DOCUMENTS: missing })).rejects.toThrow(
    `PERSISTED_DOCUMENTS is "${missing}": this file does not exist or does not map ids to documents.`,
  )
})
