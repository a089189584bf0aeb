import { createReadStream, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ClientError, GraphQLClient } from 'graphql-request'
import { createClient } from 'graphql-ws'
import { Upload } from 'tus-js-client'
import { WebSocket } from 'ws'
import { signIn, tokens } from './signIn.mjs'

/**
 * A tool for the command line. It keeps its tokens in the file that TOKENS names.
 *
 *     node tool.mjs sign-in | list | upload <file> | follow
 */

const keepsake = process.env.KEEPSAKE ?? 'http://localhost:4000'
const tokensFile = process.env.TOKENS ?? 'tokens.json'
const clientId = 'shell'

function keep(answer) {
  const kept = { ...answer, expires_at: Date.now() + answer.expires_in * 1_000 }
  writeFileSync(tokensFile, JSON.stringify(kept), { mode: 0o600 })
  return kept.access_token
}

/**
 * An access token that is valid for another minute at least. Uses the refresh token only when needed, because it works
 * once.
 */
async function accessToken() {
  const { access_token, refresh_token, expires_at } = JSON.parse(readFileSync(tokensFile, 'utf8'))
  if (expires_at > Date.now() + 60_000) return access_token
  return keep(
    await tokens(`${keepsake}/identity/token`, { client_id: clientId, grant_type: 'refresh_token', refresh_token }),
  )
}

/** An error with what a person who asks for help must quote: the code, the message and the correlation id. */
function explain({ message, extensions }) {
  return new Error(`${extensions?.code}: ${message} (${extensions?.correlationId})`)
}

/** Asks the API. After a refusal, waits for as long as the refusal says, and asks again. */
async function ask(query, variables) {
  const headers = { authorization: `Bearer ${await accessToken()}` }
  const client = new GraphQLClient(`${keepsake}/graphql`, { headers })
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await client.request(query, variables)
    } catch (error) {
      const [first] = error instanceof ClientError ? (error.response.errors ?? []) : []
      if (!first) throw error
      if (first.extensions?.retryAfter === undefined || attempt === 5) throw explain(first)
      await setTimeout(first.extensions.retryAfter * 1_000)
    }
  }
}

async function list() {
  const query = `query Page($after: String) {
    viewer { library { photos(first: 100, after: $after) { edges { node { fileName } } pageInfo { hasNextPage endCursor } } } }
  }`
  let after = null
  let count = 0
  do {
    const { viewer } = await ask(query, { after })
    const { edges, pageInfo } = viewer.library.photos
    for (const { node } of edges) console.log(node.fileName)
    count += edges.length
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null
  } while (after !== null)
  console.log(`${count} photos`)
}

async function upload(file) {
  const url = await new Promise((resolve, reject) => {
    const sending = new Upload(createReadStream(file), {
      endpoint: `${keepsake}/storage/files`,
      uploadSize: statSync(file).size,
      metadata: { filename: basename(file) },
      // The upload of a large file can last longer than a token is valid.
      onBeforeRequest: async (request) => request.setHeader('Authorization', `Bearer ${await accessToken()}`),
      onError: reject,
      onSuccess: () => resolve(sending.url),
    })
    sending.start()
  })
  let outcome
  do {
    await setTimeout(500)
    const headers = { authorization: `Bearer ${await accessToken()}` }
    outcome = await (await fetch(`${keepsake}/storage/uploads/${url.split('/').at(-1)}`, { headers })).json()
  } while (outcome.state === 'PROCESSING')
  if (outcome.state !== 'READY') throw new Error(`${outcome.state} ${outcome.code}`)
  console.log(`READY ${outcome.duplicate ? 'again' : 'new'}`)
}

/** Calls back with the events after a cursor, until the connection ends. Sends the gateway each new access token. */
async function readEvents(after, onEvent) {
  let socket
  const client = createClient({
    url: `${keepsake.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: async () => ({ accessToken: await accessToken() }),
    // Retries of graphql-ws would send the old cursor.
    retryAttempts: 0,
    on: { opened: (opened) => (socket = opened) },
  })
  const query =
    'subscription Changes($after: String) { libraryEvents(after: $after) { cursor isTruncated addedPhotoIds } }'
  const renewing = setInterval(() => {
    // If there is no new token, the connection ends when the old one expires, and the next connection reports the
    // reason.
    accessToken().then(
      (token) => socket?.send(JSON.stringify({ type: 'ping', payload: { accessToken: token } })),
      () => {},
    )
  }, 30_000)
  try {
    for await (const { data, errors } of client.iterate({ query, variables: { after } })) {
      if (errors) throw errors
      onEvent(data.libraryEvents)
    }
  } finally {
    clearInterval(renewing)
    await client.dispose()
  }
}

/** Prints how many photos are added, until the tool is stopped. Reconnects with the last cursor. */
async function follow() {
  let after = null
  let pause = 250
  let refusals = 0
  const onEvent = ({ cursor, isTruncated, addedPhotoIds }) => {
    if (after === null) console.log('Listening.')
    if (isTruncated) console.log('Too much has happened: list again.')
    if (addedPhotoIds.length > 0) console.log(`${addedPhotoIds.length} added`)
    after = cursor
    pause = 250
    refusals = 0
  }
  for (;;) {
    try {
      await readEvents(after, onEvent)
    } catch (error) {
      const [first] = Array.isArray(error) ? error : []
      if (first && !['OVERLOADED', 'RATE_LIMITED', 'UNAUTHENTICATED'].includes(first.extensions?.code))
        throw explain(first)
      pause = Math.max(pause, (first?.extensions?.retryAfter ?? 0) * 1_000)
      if (error.code === 4403) refusals += 1
      if (error.code === 4401 || refusals > 1) throw new Error(error.reason, { cause: error })
    }
    await setTimeout(pause)
    pause = Math.min(pause * 2, 10_000)
  }
}

async function signInAndKeep() {
  const scope = 'openid photos:read photos:write offline_access'
  keep(await signIn({ issuer: `${keepsake}/identity`, clientId, scope }))
}

const commands = { 'sign-in': signInAndKeep, list, upload, follow }
const [name, ...given] = process.argv.slice(2)
const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined
try {
  if (!command) throw new Error(`Use one of ${Object.keys(commands).join(', ')}.`)
  await command(...given)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
