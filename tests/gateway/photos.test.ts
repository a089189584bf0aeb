import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask, startGateway } from '../support/gateway.ts'
import { buildPhoto } from '../support/photoLibrary.ts'
import { anna, bram } from '../support/tokens.ts'
import { type Upstreams, startUpstreams } from '../support/upstream.ts'

let upstreams: Upstreams
let app: FastifyInstance
let token: string

beforeAll(async () => {
  upstreams = await startUpstreams()
  app = await startGateway(upstreams)
  token = await upstreams.tokens.issue(anna)
})
afterAll(async () => {
  await app.close()
  await upstreams.app.close()
})
beforeEach(() => {
  upstreams.heal()
  const locked = { ...buildPhoto(4, '2024-05-04T10:00:00'), localFileName: 'LOCKED.jpg' }
  upstreams.library(anna).photos = [
    buildPhoto(1, '2024-05-01T10:00:00'),
    buildPhoto(2, '2024-05-02T10:00:00'),
    buildPhoto(3),
    locked,
  ]
  upstreams.library(bram).photos = [buildPhoto(9, '2024-05-01T10:00:00')]
})

function idOf(number: number): string {
  return Buffer.from(`Photo:${buildPhoto(number).imageId}`).toString('base64url')
}

describe('a photo', () => {
  const fields = `... on Photo {
    id fileName dateTaken dateTakenOffset created width height thumbhash url originalUrl
    location { latitude longitude } thumbnails { url width height }
  }`

  async function photo(number: number, selection = fields) {
    const document = `query ($id: ID!) { node(id: $id) { ${selection} } }`
    const { data, errors } = await ask(app, document, { token, variables: { id: idOf(number) } })
    expect(errors).toEqual([])
    return data.node
  }

  test('has everything that the service says of it', async () => {
    expect(await photo(2)).toEqual({
      id: idOf(2),
      fileName: 'IMG_2.jpg',
      dateTaken: '2024-05-02T10:00:00',
      dateTakenOffset: '+02:00',
      created: '2026-03-01T00:02:00Z',
      width: 4000,
      height: 3000,
      thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
      url: 'https://images.test/2.jpg',
      originalUrl: 'https://images.test/2.original.jpg',
      location: { latitude: 52.1, longitude: 5.2 },
      thumbnails: [300, 800, 1300].map((width) => ({
        url: `https://images.test/2.${width}.jpg`,
        width,
        height: width * 0.75,
      })),
    })
  })

  test('without a date or a place has none', async () => {
    expect(await photo(3)).toMatchObject({ dateTaken: null, dateTakenOffset: null, location: null })
  })

  test('that the service knows little of is still shown', async () => {
    const bare = {
      imageId: buildPhoto(1).imageId,
      localFileName: 'a.jpg',
      url: null,
      untouchedUrl: null,
      location: null,
    }
    const text = JSON.stringify({ images: [{ ...bare, created: '2026-03-01T00:00:00Z', thumbnails: [] }] })
    upstreams.fail('/photos/photos/lookup', { kind: 'body', text })
    expect(
      await photo(1, '... on Photo { fileName width thumbhash url thumbnails { url } thumbnail(width: 1) { url } }'),
    ).toEqual({
      fileName: 'a.jpg',
      width: null,
      thumbhash: null,
      url: null,
      thumbnails: [],
      thumbnail: null,
    })
  })

  test.each([
    [1, 300],
    [300, 300],
    [301, 800],
    [1300, 1300],
    [4000, 1300],
    [-1, 300],
  ])('of at least %d pixels is shown by the rendition of %d', async (wanted, width) => {
    expect(await photo(1, `... on Photo { thumbnail(width: ${wanted}) { width } }`)).toEqual({ thumbnail: { width } })
  })
})

describe('deletePhotos', () => {
  const document = `mutation ($photoIds: [ID!]!) {
    deletePhotos(input: { photoIds: $photoIds }) {
      ... on DeletePhotosSuccess { deletedIds failed { id code } remainingIds library { photosCount timeline { months { photosCount } } } }
    }
  }`
  const remove = (photoIds: string[]) => ask(app, document, { token, variables: { photoIds } })

  test('deletes photos by one call, and shows the counts after it', async () => {
    const { data, errors } = await remove([idOf(1), idOf(3), idOf(1)])
    expect(errors).toEqual([])
    expect(data.deletePhotos).toEqual({
      deletedIds: [idOf(1), idOf(3)],
      failed: [],
      remainingIds: [],
      library: { photosCount: 2, timeline: { months: [{ photosCount: 2 }] } },
    })
    const deletions = upstreams.calls.filter(({ method }) => method === 'DELETE')
    expect(deletions.map(({ body }) => body)).toEqual([{ photoIds: [buildPhoto(1).imageId, buildPhoto(3).imageId] }])
  })

  test('names what was not deleted, and why', async () => {
    const library = Buffer.from(`PhotoLibrary:${anna}`).toString('base64url')
    const { data } = await remove([idOf(1), idOf(4), idOf(9), idOf(77), library, 'nonsense'])
    expect(data.deletePhotos).toMatchObject({
      deletedIds: [idOf(1)],
      failed: [
        { id: idOf(4), code: 'FAILED' },
        { id: idOf(9), code: 'NOT_FOUND' },
        { id: idOf(77), code: 'NOT_FOUND' },
        { id: library, code: 'NOT_FOUND' },
        { id: 'nonsense', code: 'NOT_FOUND' },
      ],
      remainingIds: [idOf(4)],
    })
    expect(upstreams.library(bram).photos).toHaveLength(1)
  })

  test('asks the service nothing when no id is a photo’s', async () => {
    const { data } = await remove(['nonsense'])
    expect(data.deletePhotos).toMatchObject({ deletedIds: [], failed: [{ id: 'nonsense', code: 'NOT_FOUND' }] })
    expect(upstreams.calls.filter(({ method }) => method === 'DELETE')).toEqual([])
  })

  test.each([0, 501])('refuses %d photos', async (count) => {
    const { errors } = await remove(Array.from({ length: count }, (_, index) => idOf(index)))
    expect(errors[0]?.extensions['code']).toBe('BAD_USER_INPUT')
    expect(upstreams.pathsOf('photos')).toEqual([])
  })
})

describe('the number of calls', () => {
  test('does not grow with the photos of a page', async () => {
    const document = `{ viewer { library {
      photosCount albumsCount
      timeline { months { photosCount } }
      photos { edges { node { fileName location { latitude } thumbnail(width: 300) { url } thumbnails { url } } } }
    } } }`
    await ask(app, document, { token })
    expect(upstreams.pathsOf('photos')).toHaveLength(3)
  })

  test('is one per month that is shown, and one for the timeline', async () => {
    const document =
      '{ viewer { library { timeline { months { photosCount photos(first: 24) { edges { node { id } } } } } } } }'
    await ask(app, document, { token })
    expect(
      upstreams
        .pathsOf('photos')
        .map((path) => path.split('?')[0] ?? '')
        .toSorted(),
    ).toEqual(['/photos/timeline/0/0', '/photos/timeline/2024/5', '/users/timeline'])
  })
})

describe('site', () => {
  const document =
    'query ($host: String) { site(host: $host) { brand locales features { name enabled } uploadUrl links { faq } } }'

  test('is the brand of the host that the browser asked', async () => {
    const { data } = await ask(app, document, { headers: { 'x-forwarded-host': 'lumina.localhost:4000' } })
    expect(data.site).toEqual({
      brand: 'lumina',
      locales: ['nl-NL', 'en-GB'],
      features: [
        { name: 'PhotoManagementTimelineViewEnabled', enabled: true },
        { name: 'PhotoManagementAlbumViewEnabled', enabled: false },
      ],
      uploadUrl: 'http://lumina.keepsake.test/storage/files',
      links: { faq: 'https://shop.test/faq' },
    })
  })

  test('is that of a named host, without showing the caller’s token to it', async () => {
    const { data } = await ask(app, document, { token, variables: { host: 'lumina.localhost' } })
    expect(data.site.brand).toBe('lumina')
    expect(upstreams.calls.find(({ path }) => path.startsWith('/site'))?.headers['authorization']).toBeUndefined()
  })

  test.each(['', 'a b', 'evil.test/\r\nx: y', 'http://x'])('refuses what is no host: %j', async (host) => {
    const { data, errors } = await ask(app, document, { variables: { host } })
    expect([data, errors[0]?.extensions['code']]).toEqual([{ site: null }, 'BAD_USER_INPUT'])
  })
})
