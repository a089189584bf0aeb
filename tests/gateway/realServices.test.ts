import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../gateway/app.ts'
import { readConfig } from '../../gateway/config.ts'
import type { PhotosTables } from '../../services/photos/tables.ts'
import { demoAccounts } from '../../services/platform/demo.ts'
import { type Seed, idOf as imageIdOf, seedPhotos } from '../services/photos/seeding.ts'
import { ask, listenAt, relaxedLimits } from '../support/gateway.ts'
import { globalId } from '../support/globalIds.ts'
import { type RunningServices, startServices } from '../support/services.ts'
import { connect, listen } from '../support/socketClient.ts'

const [anna, ben] = demoAccounts
let services: RunningServices
let app: FastifyInstance
let url: string
let annaToken: string
let benToken: string

beforeAll(async () => {
  services = await startServices({ services: ['identity', 'photos', 'site'], environment: { DEMO: 'true' } })
  await services.createDemo()
  app = await buildApp(
    readConfig({
      PUBLIC_URL: services.publicUrl,
      SERVICES_URL: services.url,
      LOG_LEVEL: 'silent',
      ...relaxedLimits,
    }),
  )
  url = await listenAt(app)
  annaToken = await tokenOf(anna.email)
  benToken = await tokenOf(ben.email)
})
afterAll(async () => {
  await app.close()
  await services.close()
})

async function tokenOf(email: string): Promise<string> {
  const secret = (await readFile(join(services.dataDir, 'keys', 'operator'), 'utf8')).trim()
  const response = await fetch(`${services.url}/identity/dev/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-operator-secret': secret },
    body: JSON.stringify({ email }),
  })
  const { accessToken } = (await response.json()) as { accessToken: string }
  return accessToken
}

const seeds: Seed[] = Array.from({ length: 9 }, (_, index) => ({
  number: index + 1,
  // Three photos have the same time. The last three have no date.
  takenAt: index < 6 ? `2024-05-0${Math.max(3, index + 1)} 10:00:00` : null,
  createdAt: `2026-03-01T00:00:${String(50 - index).padStart(2, '0')}.123456Z`,
}))

beforeEach(async () => {
  const database = services.platform.database<PhotosTables>('photos')
  await database.deleteFrom('photos').execute()
  await seedPhotos(database, anna.id, seeds)
  await seedPhotos(database, ben.id, [
    { number: 77, takenAt: '2024-05-01 10:00:00', createdAt: '2026-03-01T00:00:00Z' },
  ])
})

/** The expected edges of a month with `count` photos. */
function edges(count: number) {
  return { edges: Array.from({ length: count }, () => ({ node: { width: 4 } })) }
}

function photoId(number: number): string {
  return globalId('Photo', imageIdOf(number))
}

const page = `query ($first: Int, $after: String, $sortKey: PhotoSortKey! = DATE_TAKEN, $sortOrder: SortOrder! = DESC) {
  viewer { library { photos(first: $first, after: $after, sortKey: $sortKey, sortOrder: $sortOrder) {
    edges { cursor node { id fileName } } pageInfo { hasNextPage endCursor }
  } } }
}`

interface Photos {
  edges: { cursor: string; node: { id: string; fileName: string } }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

async function photos(variables: Record<string, unknown>): Promise<Photos> {
  const { data, errors } = await ask(app, page, { token: annaToken, variables })
  expect(errors).toEqual([])
  return data.viewer.library.photos
}

/** The status of the readiness check, and what it says about each upstream. */
async function ready(): Promise<unknown[]> {
  const response = await app.inject('/readyz')
  return [response.statusCode, response.json().upstreams]
}

describe('with the real services', () => {
  test('a token of the identity service is accepted, and identifies business accounts', async () => {
    const { data } = await ask(app, '{ viewer { email isBusiness } }', { token: annaToken })
    expect(data).toEqual({ viewer: { email: anna.email, isBusiness: false } })
  })

  test('the timeline has the months and counts', async () => {
    const document =
      '{ viewer { library { photosCount timeline { months { year month photosCount photos { edges { node { width } } } } } } } }'
    const { data, errors } = await ask(app, document, { token: annaToken })
    expect(errors).toEqual([])
    expect(data.viewer.library).toEqual({
      photosCount: 9,
      timeline: {
        months: [
          { year: 2024, month: 5, photosCount: 6, photos: edges(6) },
          { year: null, month: null, photosCount: 3, photos: edges(3) },
        ],
      },
    })
  })

  test.each(
    ['CREATED', 'DATE_TAKEN'].flatMap((sortKey) => ['ASC', 'DESC'].map((sortOrder) => ({ sortKey, sortOrder }))),
  )('consecutive pages have no gap and no overlap: $sortKey $sortOrder', async (sort) => {
    const whole = await photos({ first: 500, ...sort })
    expect(new Set(whole.edges.map(({ node }) => node.id)).size).toBe(9)
    const gathered: string[] = []
    let after: string | null = null
    for (let calls = 0; calls < 9; calls += 1) {
      const found: Photos = await photos({ first: 2, after, ...sort })
      gathered.push(...found.edges.map(({ node }) => node.fileName))
      after = found.pageInfo.endCursor
      if (!found.pageInfo.hasNextPage) break
    }
    const names = whole.edges.map(({ node }) => node.fileName)
    expect(gathered).toEqual(names)
    for (const [index, { cursor }] of whole.edges.entries()) {
      const rest = await photos({ first: 3, after: cursor, ...sort })
      expect(rest.edges.map(({ node }) => node.fileName)).toEqual(names.slice(index + 1, index + 4))
    }
  })

  test('photos, months and cursors of another customer are not found', async () => {
    const document =
      '{ viewer { library { id timeline { months { id } } photos(first: 1) { edges { cursor node { id } } } } } }'
    const { data } = await ask(app, document, { token: benToken })
    const { id, timeline, photos: list } = data.viewer.library
    const ids = [id, timeline.months[0].id, list.edges[0].node.id]
    const nodes = await ask(app, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      token: annaToken,
      variables: { ids },
    })
    expect([nodes.data, nodes.errors]).toEqual([{ nodes: [null, null, null] }, []])
    const { errors } = await ask(app, page, { token: annaToken, variables: { after: list.edges[0].cursor } })
    expect(errors[0]?.extensions['code']).toBe('BAD_USER_INPUT')
  })

  test('a deletion lists the deleted and the failed photos, and also reaches devices that reconnect later', async () => {
    const document =
      'subscription ($after: String) { libraryEvents(after: $after) { cursor removedPhotoIds changedMonths { year month } } }'
    const client = connect(url, annaToken)
    const received = listen(client, { query: document })
    await expect.poll(() => received.events.length).toBe(1)
    const start = received.events[0].libraryEvents.cursor
    const mutation = `mutation ($photoIds: [ID!]!) { deletePhotos(input: { photoIds: $photoIds }) {
      ... on DeletePhotosSuccess { deletedIds failed { id code } library { photosCount } } } }`
    const variables = { photoIds: [photoId(1), photoId(9), photoId(77)] }
    const { data, errors } = await ask(app, mutation, { token: annaToken, variables })
    expect(errors).toEqual([])
    expect(data.deletePhotos).toEqual({
      deletedIds: [photoId(1), photoId(9)],
      failed: [{ id: photoId(77), code: 'NOT_FOUND' }],
      library: { photosCount: 7 },
    })
    const removedIds = ({ events }: typeof received) =>
      events.flatMap(({ libraryEvents }) => libraryEvents.removedPhotoIds)
    const both = new Set([photoId(1), photoId(9)])
    await expect.poll(() => new Set(removedIds(received))).toEqual(both)
    const later = listen(client, { query: document, variables: { after: start } })
    await expect.poll(() => new Set(removedIds(later))).toEqual(both)
    expect(await ask(app, `{ node(id: "${photoId(77)}") { id } }`, { token: benToken })).toMatchObject({
      data: { node: { id: photoId(77) } },
    })
    await client.dispose()
  })

  test('photos can be selected for an editor, have file details, and have neighbours in the timeline', async () => {
    const creation = `mutation ($photoIds: [ID!]!) { createTempSelection(input: { photoIds: $photoIds }) {
      ... on CreateTempSelectionSuccess { tempSelection { id photosCount photos { edges { node {
        fileName details { fileSize contentType cameraMake }
      } } } } } ... on PhotosNotFound { code }
    } }`
    const create = (...numbers: number[]) =>
      ask(app, creation, { token: annaToken, variables: { photoIds: numbers.map(photoId) } })
    const { data, errors } = await create(8, 77, 2)
    expect(errors).toEqual([])
    const details = { fileSize: 1, contentType: 'image/jpeg', cameraMake: null }
    const { id, ...selection } = data.createTempSelection.tempSelection
    expect(selection).toEqual({
      photosCount: 2,
      photos: { edges: ['8.jpg', '2.jpg'].map((fileName) => ({ node: { fileName, details } })) },
    })
    expect((await create(77)).data.createTempSelection).toEqual({ code: 'NOT_FOUND' })
    const foreign = await ask(app, 'query ($id: ID!) { node(id: $id) { id } }', { token: benToken, variables: { id } })
    expect([foreign.data, foreign.errors]).toEqual([{ node: null }, []])

    // In the order of upload, the newest photo without a date (7) follows the oldest photo of May (6).
    const neighboursQuery = `{ viewer { library { neighbours(of: "${photoId(6)}", sortKey: CREATED) {
      previous { fileName } next { fileName }
    } } } }`
    const { neighbours } = (await ask(app, neighboursQuery, { token: annaToken })).data.viewer.library
    expect(neighbours).toEqual({ previous: { fileName: '5.jpg' }, next: { fileName: '7.jpg' } })
  })

  test('all photos of one customer are deleted, and every device is notified', async () => {
    const query = 'subscription { libraryEvents { removedPhotoIds isTruncated changedMonths { year month } } }'
    const client = connect(url, annaToken)
    const received = listen(client, { query })
    await expect.poll(() => received.events.length).toBe(1)
    const mutation = `mutation ($libraryId: ID!) { deleteAllPhotos(input: { libraryId: $libraryId }) {
      ... on DeleteAllPhotosSuccess { isFinished library { photosCount timeline { months { year } } } }
    } }`
    const libraryId = globalId('PhotoLibrary', anna.id)
    const { data, errors } = await ask(app, mutation, { token: annaToken, variables: { libraryId } })
    expect(errors).toEqual([])
    const library = { photosCount: 0, timeline: { months: [] } }
    expect(data.deleteAllPhotos).toEqual({ isFinished: true, library })
    await expect.poll(() => received.events.length).toBe(2)
    const { removedPhotoIds, ...rest } = received.events[1].libraryEvents
    expect(new Set(removedPhotoIds)).toEqual(new Set(seeds.map(({ number }) => photoId(number))))
    expect(rest).toEqual({
      isTruncated: false,
      changedMonths: expect.arrayContaining([
        { year: 2024, month: 5 },
        { year: null, month: null },
      ]),
    })
    expect(await ask(app, `{ node(id: "${photoId(77)}") { id } }`, { token: benToken })).toMatchObject({
      data: { node: { id: photoId(77) } },
    })
    await client.dispose()
  })

  test('the brand depends on the requested host', async () => {
    const headers = { 'x-forwarded-host': `lumina.${new URL(services.publicUrl).host}` }
    const { data, errors } = await ask(app, '{ site { brand name locales uploadUrl links { faq } } }', { headers })
    expect(errors).toEqual([])
    expect(data.site.brand).toBe('lumina')
  })

  test('all upstreams are ready', async () => {
    // On a busy machine, a check may time out: poll until one succeeds.
    await expect.poll(ready).toEqual([
      200,
      {
        photos: true,
        site: true,
        identity: true,
        customers: true,
        downloads: true,
        exports: true,
        orders: true,
        vouchers: true,
        payments: true,
        shop: true,
        projects: true,
        products: true,
        mailing: true,
        merchandise: true,
        invoices: true,
        widgets: true,
        personalisation: true,
      },
    ])
  })
})
