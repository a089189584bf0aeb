import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../../support/gateway.ts'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { buildPhoto } from '../../support/photoLibrary.ts'
import { connect, listen } from '../../support/socketClient.ts'
import { anna, bram, createTokenIssuer } from '../../support/tokens.ts'
import { altered, unsigned } from './forgery.ts'
import {
  fillLongWork,
  libraryFields,
  longWorkIds,
  longWorkOf,
  longWorkOperations,
  nodeFields,
  ownNodes as ownLongWork,
  shownLongWork,
  untouchedLongWork,
  viewerFields,
} from './longWorkRows.ts'
import { type Operation, unauthenticated } from './operation.ts'
import { type Outcome, transports } from './transports.ts'

/*
 * Every transport, every operation, every kind of credentials. All operations ask for what is Anna's, by ids that are
 * right: `nothing` is what those get who may not have it.
 */

const gateway = setUpGateway()
let url: string
/** Ids of all that Anna has: her library, a month, a photo, a selection, an album, an album that she shares. */
let ids: Record<'library' | 'month' | 'photo' | 'selection' | 'selected' | 'album' | 'shared', string> &
  typeof longWorkIds

beforeAll(async () => {
  url = `${await gateway.app.listen({ port: 0, host: '127.0.0.1' })}/graphql`
})
beforeEach(async () => {
  gateway.upstreams.library(anna).photos = [buildPhoto(1, '2024-05-01T10:00:00'), buildPhoto(2, '2024-05-02T10:00:00')]
  gateway.upstreams.library(bram).photos = [buildPhoto(9, '2023-01-01T10:00:00')]
  const query = '{ viewer { library { id photos { edges { node { id } } } timeline { months { id } } } } }'
  const { data } = await ask(gateway.app, query, { token: await gateway.upstreams.tokens.issue(anna) })
  const { id, photos, timeline } = data.viewer.library
  const selected = gateway.upstreams.library(anna).select([buildPhoto(2).imageId]) ?? ''
  const selection = globalId('TempSelection', selected)
  const { albums } = gateway.upstreams
  albums.albums = []
  const photoIds = [buildPhoto(1).imageId, buildPhoto(2).imageId]
  const album = globalId('Album', albums.put(1, { ownerId: anna, photoIds }).albumId)
  const shared = globalId('SharedAlbum', albums.put(2, { ownerId: anna, photoIds, participants: [cees] }).albumId)
  const [month, photo] = [timeline.months[0].id, photos.edges[0].node.id]
  ids = { library: id, month, photo, selection, selected, album, shared, ...longWorkIds }
  fillLongWork(gateway.upstreams)
  gateway.upstreams.heal()
})

/** Takes part in one of Anna's albums. */
const cees = '018f3c1a-0000-7000-8000-00000000000c'

function globalId(type: string, key: string): string {
  return Buffer.from(`${type}:${key}`).toString('base64url')
}

const fields = `... on PhotoLibrary { photosCount } ... on PhotoCollection { photosCount }
  ... on Photo { fileName details { cameraMake } } ... on SharedAlbum { participants { email } } ${nodeFields}`
const whole = (
  who: keyof typeof shownLongWork,
  names: string[],
  albums: string[],
  previous: unknown,
  tempSelection: unknown,
) => ({
  viewer: {
    email: `${who[0]}@example.com`,
    ...shownLongWork[who].viewer,
    library: {
      ...shownLongWork[who].library,
      photosCount: names.length,
      photos: { edges: names.map((fileName) => ({ node: { fileName } })) },
      neighbours: previous,
      tempSelection,
      albums: { edges: albums.map((name) => ({ node: { name } })) },
      sharedAlbumsCount: 0,
      sharedAlbums: { edges: [] },
      timeline: { months: [{ photos: { edges: names.map((fileName) => ({ node: { fileName } })) } }] },
    },
  },
})

const listed = (photosCount: number, ...names: string[]) => ({
  photosCount,
  albums: { edges: names.map((name) => ({ node: { name } })) },
})
const ownPhoto = { fileName: 'IMG_2.jpg', details: { cameraMake: 'Pentacon' } }

const nodeNames = [
  ...(['photo', 'library', 'month', 'selection', 'album', 'shared'] as const),
  ...(['archive', 'export', 'chunk', 'import'] as const),
]
const idVariables = nodeNames.map((name) => `$${name}: ID!`).join(', ')
const ownNodes = [
  ownPhoto,
  { photosCount: 2 },
  { photosCount: 2 },
  { photosCount: 1 },
  { photosCount: 2 },
  { photosCount: 2, participants: [{ email: 'c@example.com' }] },
  ...Object.values(ownLongWork),
]
const noNodes = Object.fromEntries(nodeNames.map((name) => [name, null]))

/** A mutation of an album: Bram finds none. */
function ofAlbum(field: string, input: string, arm: string, own: unknown): Operation {
  const variables = ['album', 'shared', 'photo'].filter((name) => input.includes(`$${name}`))
  const selections = `... on ${field[0]?.toUpperCase()}${field.slice(1)}Success { ${arm} } ... on UserError { code }`
  return {
    kind: 'mutation',
    query: `mutation (${variables.map((name) => `$${name}: ID!`).join(', ')}) {
      ${field}(input: { ${input} }) { ${selections} }
    }`,
    own: { [field]: own },
    ofBram: { [field]: { code: 'NOT_FOUND' } },
    ofNobody: unauthenticated,
  }
}

/** By the fields of the schema's roots. */
const operations: Record<string, Operation> = {
  'Query.viewer': {
    kind: 'query',
    query: `query ($photo: ID!, $selected: String!, $backupId: String!) { viewer { email ${viewerFields} library {
      ${libraryFields}
      photosCount photos(first: 5) { edges { node { fileName } } }
      neighbours(of: $photo) { previous { fileName } next { fileName } }
      tempSelection(id: $selected) { photosCount photos { edges { node { fileName } } } }
      albums { edges { node { name } } } sharedAlbumsCount sharedAlbums { edges { node { name } } }
      timeline { months { photos(first: 5) { edges { node { fileName } } } } }
    } } }`,
    own: whole(
      'anna',
      ['IMG_2.jpg', 'IMG_1.jpg'],
      ['Album 2', 'Album 1'],
      { previous: null, next: { fileName: 'IMG_1.jpg' } },
      { photosCount: 1, photos: { edges: [{ node: { fileName: 'IMG_2.jpg' } }] } },
    ),
    ofBram: whole('bram', ['IMG_9.jpg'], [], null, null),
    ofNobody: { data: { viewer: null }, codes: [] },
  },
  'Query.node': {
    kind: 'query',
    query: `query (${idVariables}) { ${nodeNames.map((name) => `${name}: node(id: $${name}) { ${fields} }`).join(' ')} }`,
    own: Object.fromEntries(nodeNames.map((name, index) => [name, ownNodes[index]])),
    ofBram: noNodes,
    ofNobody: { data: noNodes, codes: [] },
  },
  'Query.nodes': {
    kind: 'query',
    query: `query (${idVariables}) { nodes(ids: [${nodeNames.map((name) => `$${name}`).join(', ')}]) { ${fields} } }`,
    own: { nodes: ownNodes },
    ofBram: { nodes: nodeNames.map(() => null) },
    ofNobody: { data: { nodes: nodeNames.map(() => null) }, codes: [] },
  },
  'Query.site': {
    kind: 'query',
    query: '{ site { name } }',
    own: { site: { name: 'Keepsake' } },
    ofBram: { site: { name: 'Keepsake' } },
    ofNobody: { data: { site: { name: 'Keepsake' } }, codes: [] },
  },
  'Mutation.createTempSelection': {
    kind: 'mutation',
    query: `mutation ($photo: ID!) { createTempSelection(input: { photoIds: [$photo] }) {
      ... on CreateTempSelectionSuccess { tempSelection { photosCount photos { edges { node { fileName } } } } }
      ... on PhotosNotFound { code }
    } }`,
    own: {
      createTempSelection: {
        tempSelection: { photosCount: 1, photos: { edges: [{ node: { fileName: 'IMG_2.jpg' } }] } },
      },
    },
    ofBram: { createTempSelection: { code: 'NOT_FOUND' } },
    ofNobody: unauthenticated,
  },
  'Mutation.deleteAllPhotos': {
    kind: 'mutation',
    query: `mutation ($library: ID!) { deleteAllPhotos(input: { libraryId: $library }) {
      ... on DeleteAllPhotosSuccess { isFinished library { photosCount } } ... on LibraryNotFound { code }
    } }`,
    own: { deleteAllPhotos: { isFinished: true, library: { photosCount: 0 } } },
    ofBram: { deleteAllPhotos: { code: 'NOT_FOUND' } },
    ofNobody: unauthenticated,
  },
  'Mutation.deletePhotos': {
    kind: 'mutation',
    query: `mutation ($photo: ID!) { deletePhotos(input: { photoIds: [$photo] }) {
      ... on DeletePhotosSuccess { failed { code } library { photosCount } }
    } }`,
    own: { deletePhotos: { failed: [], library: { photosCount: 1 } } },
    ofBram: { deletePhotos: { failed: [{ code: 'NOT_FOUND' }], library: { photosCount: 1 } } },
    ofNobody: unauthenticated,
  },
  'Mutation.createAlbum': {
    kind: 'mutation',
    query: `mutation { createAlbum(input: { name: "New" }) {
      ... on CreateAlbumSuccess { album { name } library { photosCount albums { edges { node { name } } } } }
    } }`,
    own: { createAlbum: { album: { name: 'New' }, library: listed(2, 'New', 'Album 2', 'Album 1') } },
    ofBram: { createAlbum: { album: { name: 'New' }, library: listed(1, 'New') } },
    ofNobody: unauthenticated,
  },
  'Mutation.renameAlbum': ofAlbum('renameAlbum', 'albumId: $album, name: "Other"', 'album { name }', {
    album: { name: 'Other' },
  }),
  'Mutation.deleteAlbum': ofAlbum('deleteAlbum', 'albumId: $album', 'library { photosCount }', {
    library: { photosCount: 2 },
  }),
  'Mutation.addPhotosToAlbum': ofAlbum(
    'addPhotosToAlbum',
    'albumId: $album, photoIds: [$photo]',
    'album { photosCount } failed { code }',
    { album: { photosCount: 2 }, failed: [] },
  ),
  'Mutation.removePhotosFromAlbum': ofAlbum(
    'removePhotosFromAlbum',
    'albumId: $album, photoIds: [$photo]',
    'album { photosCount } failed { code }',
    { album: { photosCount: 1 }, failed: [] },
  ),
  'Mutation.deleteSharedAlbum': ofAlbum('deleteSharedAlbum', 'sharedAlbumId: $shared', 'library { photosCount }', {
    library: { photosCount: 2 },
  }),
  'Subscription.libraryEvents': {
    kind: 'subscription',
    query: 'subscription { libraryEvents { addedPhotoIds } }',
    own: { libraryEvents: { addedPhotoIds: [] } },
    ofBram: { libraryEvents: { addedPhotoIds: [] } },
    ofNobody: { data: undefined, codes: ['UNAUTHENTICATED'] },
  },
  ...longWorkOperations,
}

const target = () => ({ tokens: gateway.upstreams.tokens, accountId: anna })
const past = () => Math.floor(Date.now() / 1000) - 60

/** Credentials that are not exactly right, each by one thing only. */
const wrong: Record<string, () => Promise<string> | string> = {
  'that have expired': () => gateway.upstreams.tokens.issue(anna, { claims: { exp: past() } }),
  'that were altered': () => altered(target(), { sub: anna, email: 'a@example.com', jti: 'another' }),
  'of another issuer': () => gateway.upstreams.tokens.issue(anna, { claims: { iss: 'http://evil.test/identity' } }),
  'for another audience': () => gateway.upstreams.tokens.issue(anna, { claims: { aud: 'urn:other:api' } }),
  'of another key': async () => (await createTokenIssuer(gateway.upstreams.tokens.issuer)).issue(anna),
  'of no signature': () => unsigned(target(), 'none'),
  'of another account’s token, altered to be hers': async () => {
    const [header, , signature] = (await gateway.upstreams.tokens.issue(bram)).split('.')
    return [header, (await gateway.upstreams.tokens.issue(anna)).split('.')[1], signature].join('.')
  },
  'that are none': () => 'anna',
}

const pairs = transports.flatMap((transport) =>
  Object.entries(operations)
    .filter(([, { kind }]) => transport.carries.includes(kind))
    .map(([name, operation]) => [`${transport.name}, ${name}`, transport, operation] as const),
)

test('no operation and no transport is missing in the table', () => {
  const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'))
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const all = roots.flatMap((type) => Object.keys(type?.getFields() ?? {}).map((field) => `${type?.name}.${field}`))
  expect(Object.keys(operations).toSorted()).toEqual(all.toSorted())
  const tried = new Map(pairs.map(([, { name }, { kind }]) => [`${name} ${kind}`, true]))
  const carried = transports.flatMap(({ name, carries }) => carries.map((kind) => `${name} ${kind}`))
  expect([...tried.keys()].toSorted()).toEqual(carried.toSorted())
})

const albumsOfAnna = () =>
  gateway.upstreams.albums.list(anna, 'own').map(({ name, photoIds }) => [name, photoIds.length])
const allAlbums = [
  ['Album 2', 2],
  ['Album 1', 2],
]

/** What became of all that is Anna's, and whether a service was called at all. */
const state = () => [
  gateway.upstreams.library(anna).photos.length,
  albumsOfAnna(),
  longWorkOf(gateway.upstreams),
  ['photos', 'downloads', 'exports', 'customers'].flatMap((name) => gateway.upstreams.pathsOf(name)),
]
const untouched = [2, allAlbums, untouchedLongWork, []]

describe.each(pairs)('by %s,', (_pair, transport, operation) => {
  const send = (token: string | undefined): Promise<Outcome> =>
    transport.send(url, { query: operation.query, variables: { ...ids }, token })
  const isSocket = transport.name === 'WebSocket'
  test('Anna gets what is hers', async () => {
    const { data, codes } = await send(await gateway.upstreams.tokens.issue(anna))
    expect([data, codes]).toEqual([operation.own, []])
  })

  test('Bram gets what is his, and nothing of Anna’s by her ids', async () => {
    const { data, codes } = await send(await gateway.upstreams.tokens.issue(bram))
    expect([data, codes]).toEqual([operation.ofBram, []])
    expect(state().slice(0, 3)).toEqual(untouched.slice(0, 3))
  })

  test('nobody gets anything of anybody’s', async () => {
    const outcome = await send(undefined)
    if (isSocket) expect(outcome).toEqual({ status: 4403, challenge: null, data: undefined, codes: [] })
    else expect({ data: outcome.data, codes: outcome.codes }).toEqual(operation.ofNobody)
    expect(state()).toEqual(untouched)
  })

  test.each(Object.keys(wrong))('credentials %s get nothing', async (kind) => {
    const outcome = await send(await wrong[kind]?.())
    const refusal = {
      status: 401,
      challenge: 'Bearer error="invalid_token"',
      data: undefined,
      codes: ['UNAUTHENTICATED'],
    }
    expect(outcome).toEqual(isSocket ? { status: 4403, challenge: null, data: undefined, codes: [] } : refusal)
    expect(state()).toEqual(untouched)
  })
})

/** Machines are slow now and then. */
const patiently = { timeout: 10_000 }

const added = (number: number) =>
  ({ type: 'photo.added', data: { imageId: buildPhoto(number).imageId, year: 2024, month: 5 } }) as const

const idOf = (number: number) => Buffer.from(`Photo:${buildPhoto(number).imageId}`).toString('base64url')

test.each([
  ['mutation', 405],
  ['subscription', 406],
] as const)('GET carries no %s, whoever asks', async (kind, status) => {
  const operation = Object.values(operations).find((candidate) => candidate.kind === kind)
  const get = transports.find(({ name }) => name === 'HTTP GET')
  const token = await gateway.upstreams.tokens.issue(anna)
  const outcome = await get?.send(url, { query: operation?.query ?? '', variables: { ...ids }, token })
  expect(outcome).toMatchObject({ status, data: undefined })
  expect(state()).toEqual(untouched)
})

test('nobody hears what happens to Anna but Anna', async () => {
  const [hers, his] = await Promise.all([anna, bram].map((account) => gateway.upstreams.tokens.issue(account)))
  const clients = [hers, his].map((token) => connect(url.replace('/graphql', ''), token))
  const query = 'subscription { libraryEvents { addedPhotoIds } }'
  const [ofAnna, ofBram] = clients.map((client) => listen(client, { query }))
  await expect.poll(() => [ofAnna?.events.length, ofBram?.events.length], patiently).toEqual([1, 1])
  gateway.upstreams.events.append(anna, [added(3)])
  gateway.upstreams.events.append(bram, [added(4)])
  await expect.poll(() => [ofAnna?.events.length, ofBram?.events.length], patiently).toEqual([2, 2])
  expect(ofAnna?.events[1]).toEqual({ libraryEvents: { addedPhotoIds: [idOf(3)] } })
  expect(ofBram?.events[1]).toEqual({ libraryEvents: { addedPhotoIds: [idOf(4)] } })
  for (const client of clients) await client.dispose()
})
