import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../support/gateway.ts'
import { setUpGateway, waitForSigningKeys } from '../support/gatewaySetup.ts'
import { globalId, photoId } from '../support/globalIds.ts'
import { buildPhoto, imageIdOf } from '../support/photoLibrary.ts'
import { anna, bram } from '../support/tokens.ts'
import type { Fault } from '../support/upstreamFaults.ts'

const gateway = setUpGateway()
/** A gateway with short timeouts. */
let shortTimeoutApp: FastifyInstance

beforeAll(async () => {
  shortTimeoutApp = await gateway.startWithShortTimeouts()
  // The tests count upstream calls: fetch the signing keys first.
  await waitForSigningKeys(gateway.app, gateway.token)
})
beforeEach(() => {
  gateway.upstreams.library(anna).photos = [1, 2, 3, 4].map((number) =>
    buildPhoto(number, `2024-05-0${number}T10:00:00`),
  )
  gateway.upstreams.library(bram).photos = [buildPhoto(9, '2024-05-03T10:00:00')]
})

/** The fields of a PhotoCollection. */
const photos = 'photosCount photos(first: 500) { edges { node { fileName } } pageInfo { hasNextPage endCursor } }'

const creation = `mutation ($photoIds: [ID!]!) { createTempSelection(input: { photoIds: $photoIds }) {
  ... on CreateTempSelectionSuccess { tempSelection { id tempSelectionId } }
  ... on PhotosNotFound { code message }
} }`

const creationWithLeftOut = `mutation ($photoIds: [ID!]!) { createTempSelection(input: { photoIds: $photoIds }) {
  ... on CreateTempSelectionSuccess { tempSelection { ${photos} } leftOutIds }
  ... on PhotosWithoutPicture { code }
} }`

function create(photoIds: readonly string[], document = creation) {
  return gateway.ask(document, { photoIds })
}

/** Creates a selection. Returns its service id and its global id. */
async function createSelection(...numbers: number[]): Promise<{ tempSelectionId: string; id: string }> {
  const { data, errors } = await create(numbers.map(photoId))
  expect(errors).toEqual([])
  gateway.upstreams.heal()
  return data.createTempSelection.tempSelection
}

const reading = `query ($id: String!) { viewer { library { tempSelection(id: $id) { ${photos} } } } }`

function namesOf(selection: { photos: { edges: { node: { fileName: string } }[] } }): string[] {
  return selection.photos.edges.map(({ node }) => node.fileName)
}

describe('createTempSelection', () => {
  test('makes one call with the service’s ids, in order and without duplicates', async () => {
    const { data, errors } = await create([3, 1, 3, 4].map(photoId))
    expect(errors).toEqual([])
    expect(data.createTempSelection.tempSelection.tempSelectionId).toMatch(/^[0-9a-f-]{36}$/)
    expect(gateway.upstreams.calls.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/photos/temp-selections', { photoIds: [3, 1, 4].map((number) => imageIdOf(number)) }],
    ])
  })

  test('returns a selection that can be read in the same operation', async () => {
    const document = creation.replace('id tempSelectionId', photos)
    const { data, errors } = await create([4, 2].map(photoId), document)
    expect(errors).toEqual([])
    expect(namesOf(data.createTempSelection.tempSelection)).toEqual(['IMG_4.jpg', 'IMG_2.jpg'])
  })

  test('leaves out photos of other customers, and ids that are not photo ids', async () => {
    const library = globalId('PhotoLibrary', anna)
    const { data } = await create([photoId(9), library, 'nonsense', photoId(2)])
    const { tempSelectionId } = data.createTempSelection.tempSelection
    const read = await gateway.ask(reading, { id: tempSelectionId })
    expect(namesOf(read.data.viewer.library.tempSelection)).toEqual(['IMG_2.jpg'])
  })

  test.each([
    ['photos of another customer', [photoId(9)], 1],
    ['texts that are not photo ids', ['nonsense', photoId(2).slice(1)], 0],
  ])('returns PhotosNotFound for %s', async (_what, ids, calls) => {
    const { data, errors } = await create(ids)
    expect(errors).toEqual([])
    expect(data.createTempSelection).toEqual({ code: 'NOT_FOUND', message: expect.any(String) })
    expect(gateway.upstreams.calls).toHaveLength(calls)
  })

  test('leaves out photos that cannot be shown, and lists their ids; returns PhotosWithoutPicture if none remains', async () => {
    for (const photo of gateway.upstreams.library(anna).photos.slice(0, 2)) {
      Object.assign(photo, { pictureProblem: 'UNREADABLE', thumbnails: [] })
    }
    const some = await create([1, 2, 3].map(photoId), creationWithLeftOut)
    expect(some.errors).toEqual([])
    expect(namesOf(some.data.createTempSelection.tempSelection)).toEqual(['IMG_3.jpg'])
    expect(some.data.createTempSelection.leftOutIds).toEqual([photoId(1), photoId(2)])
    const all = await create([1, 2].map(photoId), creationWithLeftOut)
    expect([all.data.createTempSelection, all.errors]).toEqual([{ code: 'NO_PICTURE' }, []])
    expect((await create([photoId(3)], creationWithLeftOut)).data.createTempSelection.leftOutIds).toEqual([])
  })

  test('accepts at most 1,000 photos', async () => {
    const ids = Array.from({ length: 1_001 }, (_, index) => photoId(index))
    expect((await create(ids.slice(1))).errors).toEqual([])
    expect((await create(ids)).errors[0]?.extensions['code']).toBe('BAD_USER_INPUT')
    expect((await create([])).errors[0]?.extensions['code']).toBe('BAD_USER_INPUT')
    expect(gateway.upstreams.calls).toHaveLength(1)
  })

  test('requires a token', async () => {
    const { data, errors } = await ask(gateway.app, creation, { variables: { photoIds: [photoId(1)] } })
    expect([data, errors[0]?.extensions['code']]).toEqual([null, 'UNAUTHENTICATED'])
    expect(gateway.upstreams.calls).toEqual([])
  })

  test('is not retried, because it writes', async () => {
    gateway.upstreams.fail('/photos/temp-selections', { kind: 'status', status: 503 })
    const { data, errors } = await create([photoId(1)])
    expect([data, errors[0]?.extensions['code']]).toEqual([null, 'UPSTREAM_UNAVAILABLE'])
    expect(gateway.upstreams.calls).toHaveLength(1)
  })
})

describe('a selection', () => {
  test('is read with two calls, whatever its size', async () => {
    gateway.upstreams.library(anna).photos = Array.from({ length: 700 }, (_, index) => buildPhoto(index))
    const numbers = Array.from({ length: 700 }, (_, index) => 699 - index)
    const { tempSelectionId: id } = await createSelection(...numbers)
    const { data, errors } = await gateway.ask(reading, { id })
    expect(errors).toEqual([])
    const selection = data.viewer.library.tempSelection
    expect([selection.photosCount, selection.photos.pageInfo.hasNextPage]).toEqual([700, true])
    expect(namesOf(selection)).toEqual(numbers.slice(0, 500).map((number) => `IMG_${number}.jpg`))
    expect(gateway.upstreams.pathsOf('photos')).toEqual([`/temp-selections/${id}`, '/photos/lookup'])
  })

  test('continues with the next photo when the photo before or after the cursor was deleted', async () => {
    const { tempSelectionId: id } = await createSelection(4, 3, 2, 1)
    const page = (args: string) =>
      gateway.ask(reading.replace('first: 500', args), { id }).then(({ data }) => data.viewer.library.tempSelection)
    const first = await page('first: 2')
    expect(namesOf(first)).toEqual(['IMG_4.jpg', 'IMG_3.jpg'])
    const library = gateway.upstreams.library(anna)
    const without = (...gone: string[]) => library.photos.filter(({ localFileName }) => !gone.includes(localFileName))
    const all = library.photos
    library.photos = without('IMG_4.jpg')
    expect(namesOf(await page(`first: 2, after: "${first.photos.pageInfo.endCursor}"`))).toEqual([
      'IMG_2.jpg',
      'IMG_1.jpg',
    ])
    library.photos = all
    library.photos = without('IMG_2.jpg')
    expect(namesOf(await page(`first: 2, after: "${first.photos.pageInfo.endCursor}"`))).toEqual(['IMG_1.jpg'])
  })

  test('is null when it belongs to another customer or does not exist', async () => {
    const { tempSelectionId, id } = await createSelection(1)
    const ofBram = await gateway.upstreams.tokens.issue(bram)
    for (const wanted of [tempSelectionId, 'nothing', '../users', 'a/b', '', '%2e%2e', 'x'.repeat(300)]) {
      const { data, errors } = await ask(gateway.app, reading, { token: ofBram, variables: { id: wanted } })
      expect([wanted, data.viewer.library.tempSelection, errors]).toEqual([wanted, null, []])
    }
    const node = await ask(gateway.app, 'query ($id: ID!) { node(id: $id) { id } }', {
      token: ofBram,
      variables: { id },
    })
    expect([node.data, node.errors]).toEqual([{ node: null }, []])
    expect(gateway.upstreams.pathsOf('photos').filter((path) => path.includes('users'))).toEqual([])
  })

  test.each<[string, Fault, string]>([
    ['hangs', { kind: 'hang' }, 'UPSTREAM_TIMEOUT'],
    ['fails', { kind: 'status', status: 500 }, 'UPSTREAM_UNAVAILABLE'],
    ['sends an unexpected shape', { kind: 'body', text: '{"photoIds":[true]}' }, 'UPSTREAM_INVALID_RESPONSE'],
    ['sends invalid JSON', { kind: 'body', text: '<html>' }, 'UPSTREAM_INVALID_RESPONSE'],
  ])('fails with a coded error when the service %s', async (_what, fault, code) => {
    const { tempSelectionId: id } = await createSelection(1)
    gateway.upstreams.fail('/photos/temp-selections', fault)
    const { data, errors } = await ask(fault.kind === 'hang' ? shortTimeoutApp : gateway.app, reading, {
      token: gateway.token,
      variables: { id },
    })
    expect(data.viewer.library).toEqual({ tempSelection: null })
    expect(errors).toMatchObject([{ path: ['viewer', 'library', 'tempSelection'], extensions: { code } }])
    if (code === 'UPSTREAM_INVALID_RESPONSE') expect(errors[0]?.message).toBe('Unable to parse response!')
  })

  test('has null photos when they cannot be loaded', async () => {
    const { tempSelectionId: id } = await createSelection(1, 2)
    gateway.upstreams.fail('/photos/photos/lookup', { kind: 'status', status: 500 })
    const { data, errors } = await gateway.ask(reading, { id })
    expect(data.viewer.library.tempSelection).toEqual({ photosCount: 2, photos: null })
    expect(errors).toMatchObject([
      { path: ['viewer', 'library', 'tempSelection', 'photos'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
    ])
  })
})

describe('a PhotoCollection', () => {
  const document = `query ($id: ID!, $first: Int, $after: String) { node(id: $id) { ... on PhotoCollection {
    photosCount photos(first: $first, after: $after) {
      edges { node { id created } } pageInfo { hasNextPage endCursor }
    }
  } } }`

  async function readAll(id: string, first: number): Promise<string[]> {
    const ids: string[] = []
    let after: string | null = null
    do {
      const { data, errors } = await gateway.ask(document, { id, first, after })
      expect(errors).toEqual([])
      const { edges, pageInfo } = data.node.photos
      ids.push(...edges.map(({ node }: { node: { id: string } }) => node.id))
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null
    } while (after !== null)
    return ids
  }

  test.each([
    ['CREATED', 'ASC', [1, 2, 3, 4]],
    ['CREATED', 'DESC', [4, 3, 2, 1]],
    ['DATE_TAKEN', 'ASC', [1, 2, 3, 4]],
    ['DATE_TAKEN', 'DESC', [4, 3, 2, 1]],
  ])('can be read to its end by its id: a month by %s, %s', async (sortKey, sortOrder, numbers) => {
    const months = `{ viewer { library { timeline(sortKey: ${sortKey}, sortOrder: ${sortOrder}) { months { id } } } } }`
    const { data } = await gateway.ask(months)
    const id = data.viewer.library.timeline.months[0].id
    expect(await readAll(id, 3)).toEqual(numbers.map(photoId))
    expect(await readAll(id, 500)).toEqual(numbers.map(photoId))
  })

  test('can be read to its end by its id: a selection', async () => {
    const { id } = await createSelection(2, 4, 1)
    expect(await readAll(id, 2)).toEqual([2, 4, 1].map(photoId))
  })
})
