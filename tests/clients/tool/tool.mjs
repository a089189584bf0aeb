import { createReadStream, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { GraphQLClient } from 'graphql-request'
import { createClient } from 'graphql-ws'
import { Upload } from 'tus-js-client'
import { WebSocket } from 'ws'
import { signIn, tokens } from './signIn.mjs'

/**
 * A tool for the command line, in the words of docs/api. It keeps its tokens in the file that TOKENS names.
 *
 *     node tool.mjs sign-in | list | upload <file> | follow
 */

const keepsake = process.env.KEEPSAKE ?? 'http://localhost:4000'
const clientId = 'shell'
const tokensFile = process.env.TOKENS ?? 'tokens.json'
const scope = 'openid photos:read photos:write offline_access'

function keep(answer) {
  writeFileSync(tokensFile, JSON.stringify(answer), { mode: 0o600 })
  return answer.access_token
}

/** A new access token, valid for ten minutes. */
async function accessToken() {
  const { refresh_token } = JSON.parse(readFileSync(tokensFile, 'utf8'))
  return keep(
    await tokens(`${keepsake}/identity/token`, { client_id: clientId, grant_type: 'refresh_token', refresh_token }),
  )
}

async function list() {
  const headers = { authorization: `Bearer ${await accessToken()}` }
  const query = `query Newest($count: Int!) {
    viewer { library { photosCount photos(first: $count) { edges { node { fileName } } } } }
  }`
  const { viewer } = await new GraphQLClient(`${keepsake}/graphql`, { headers }).request(query, { count: 3 })
  for (const { node } of viewer.library.photos.edges) console.log(node.fileName)
  console.log(`${viewer.library.photosCount} photos`)
}

async function upload(file) {
  const headers = { authorization: `Bearer ${await accessToken()}` }
  const url = await new Promise((resolve, reject) => {
    const sending = new Upload(createReadStream(file), {
      endpoint: `${keepsake}/storage/files`,
      headers,
      uploadSize: statSync(file).size,
      metadata: { filename: basename(file) },
      onError: reject,
      onSuccess: () => resolve(sending.url),
    })
    sending.start()
  })
  let outcome
  do {
    await setTimeout(500)
    outcome = await (await fetch(`${keepsake}/storage/uploads/${url.split('/').at(-1)}`, { headers })).json()
  } while (outcome.state === 'PROCESSING')
  console.log(outcome.state, outcome.code ?? '')
}

/** Prints how many photos are added, until it is stopped or its token expires. */
async function follow() {
  const token = await accessToken()
  const client = createClient({
    url: `${keepsake.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { accessToken: token },
  })
  let cursor
  for await (const { data, errors } of client.iterate({
    query: 'subscription { libraryEvents { cursor addedPhotoIds } }',
  })) {
    if (errors) throw new Error(errors[0].message)
    const { addedPhotoIds } = data.libraryEvents
    if (cursor === undefined) console.log('Listening.')
    cursor = data.libraryEvents.cursor
    if (addedPhotoIds.length > 0) console.log(`${addedPhotoIds.length} added`)
  }
}

const commands = {
  'sign-in': async () => keep(await signIn({ issuer: `${keepsake}/identity`, clientId, scope })),
  list,
  upload,
  follow,
}
const [name, ...given] = process.argv.slice(2)
const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined
if (!command) {
  console.error(`Use one of ${Object.keys(commands).join(', ')}.`)
  process.exit(1)
}
await command(...given)
