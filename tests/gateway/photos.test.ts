import { beforeEach, describe, expect, test } from 'vitest'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { photoId } from '../support/globalIds.ts'
import { buildPhoto, imageIdOf } from '../support/photoLibrary.ts'
import { anna } from '../support/tokens.ts'

const gateway = setUpGateway()

beforeEach(() => {
  const locked = { ...buildPhoto(4, '2024-05-04T10:00:00'), localFileName: 'LOCKED.jpg' }
  gateway.upstreams.library(anna).photos = [
    buildPhoto(1, '2024-05-01T10:00:00'),
    buildPhoto(2, '2024-05-02T10:00:00'),
    buildPhoto(3),
    locked,
  ]
})

describe('a photo', () => {
  const fields = `... on Photo {
    id fileName dateTaken dateTakenOffset created width height thumbhash url originalUrl
    location { latitude longitude } thumbnails { url width height }
  }`

  async function photo(number: number, selection = fields) {
    const document = `query ($id: ID!) { node(id: $id) { ${selection} } }`
    const { data, errors } = await gateway.ask(document, { id: photoId(number) })
    expect(errors).toEqual([])
    return data.node
  }

  test('has all fields that the service sends', async () => {
    expect(await photo(2)).toEqual({
      id: photoId(2),
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

  test('is found although its first lookup failed, because a lookup is safe to retry', async () => {
    gateway.upstreams.fail('/photos/photos/lookup', { kind: 'reset' }, 1)
    expect(await photo(2, '... on Photo { fileName }')).toEqual({ fileName: 'IMG_2.jpg' })
  })

  test('has null for a missing date or location', async () => {
    expect(await photo(3)).toMatchObject({ dateTaken: null, dateTakenOffset: null, location: null })
  })

  test('is returned even if few fields are known', async () => {
    const bare = {
      imageId: imageIdOf(1),
      localFileName: 'a.jpg',
      url: null,
      untouchedUrl: null,
      location: null,
    }
    const text = JSON.stringify({ images: [{ ...bare, created: '2026-03-01T00:00:00Z', thumbnails: [] }] })
    gateway.upstreams.fail('/photos/photos/lookup', { kind: 'body', text })
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
    ['UNREADABLE', 'UNREADABLE'],
    ['TOO_LARGE', 'TOO_LARGE'],
    ['OF_A_LATER_RELEASE', 'FAILED'],
  ])('that cannot be shown (%s) has the reason %s, its original, and no rendition', async (pictureProblem, reason) => {
    const [first] = gateway.upstreams.library(anna).photos
    if (first) Object.assign(first, { pictureProblem, thumbnails: [] })
    expect(
      await photo(
        1,
        '... on Photo { pictureProblem url originalUrl thumbnail(width: 300) { url } thumbnails { url } }',
      ),
    ).toEqual({
      pictureProblem: reason,
      url: null,
      originalUrl: 'https://images.test/1.original.jpg',
      thumbnail: null,
      thumbnails: [],
    })
    expect(await photo(2, '... on Photo { pictureProblem }')).toEqual({ pictureProblem: null })
  })

  test('has the details of its file, and null for missing ones', async () => {
    const selection = `... on Photo { details {
      fileSize contentType cameraMake cameraModel lensModel focalLength fNumber exposureTime sensitivity
    } }`
    expect(await photo(2, selection)).toEqual({
      details: {
        fileSize: 3_000_000_002,
        contentType: 'image/jpeg',
        cameraMake: 'Pentacon',
        cameraModel: 'Six',
        lensModel: 'Biometar 80',
        focalLength: 80,
        fNumber: 2.8,
        exposureTime: 0.008,
        sensitivity: 100,
      },
    })
    expect(await photo(1, '... on Photo { details { fileSize lensModel sensitivity } }')).toEqual({
      details: { fileSize: 3_000_000_001, lensModel: null, sensitivity: null },
    })
    expect(gateway.upstreams.pathsOf('photos')).toEqual(['/photos/lookup', '/photos/lookup'])
  })

  test('has no details when the service has none', async () => {
    const text = JSON.stringify({ images: [buildPhoto(1)] })
    gateway.upstreams.fail('/photos/photos/lookup', { kind: 'body', text })
    expect(await photo(1, '... on Photo { fileName details { fileSize } }')).toEqual({
      fileName: 'IMG_1.jpg',
      details: null,
    })
  })

  test('has an error instead of wrong values if its details are invalid', async () => {
    const text = JSON.stringify({ images: [{ ...buildPhoto(1), details: { fileSize: 'large' } }] })
    gateway.upstreams.fail('/photos/photos/lookup', { kind: 'body', text })
    const document = 'query ($id: ID!) { node(id: $id) { ... on Photo { details { fileSize } } } }'
    const { data, errors } = await gateway.ask(document, { id: photoId(1) })
    expect([data, errors]).toMatchObject([
      { node: null },
      [{ message: 'Unable to parse response!', extensions: { code: 'UPSTREAM_INVALID_RESPONSE' } }],
    ])
  })

  test.each([
    [1, 300],
    [300, 300],
    [301, 800],
    [1300, 1300],
    [4000, 1300],
    [-1, 300],
  ])(
    'for a requested width of %d pixels, has as thumbnail the rendition with a width of %d pixels',
    async (wanted, width) => {
      expect(await photo(1, `... on Photo { thumbnail(width: ${wanted}) { width } }`)).toEqual({ thumbnail: { width } })
    },
  )
})

describe('the number of upstream calls', () => {
  test('does not depend on the number of photos in a page', async () => {
    const document = `{ viewer { library {
      photosCount albumsCount
      timeline { months { photosCount } }
      photos { edges { node { fileName location { latitude } thumbnail(width: 300) { url } thumbnails { url } } } }
    } } }`
    await gateway.ask(document)
    expect(gateway.upstreams.pathsOf('photos')).toHaveLength(3)
  })

  test('grows by one when details are selected, whatever the number of photos', async () => {
    const page = '{ viewer { library { photos { edges { node { fileName details { fileSize } } } } } } }'
    const { data } = await gateway.ask(page)
    expect(data.viewer.library.photos.edges[0].node.details).toEqual({ fileSize: expect.any(Number) })
    expect(gateway.upstreams.pathsOf('photos').map((path) => path.split('?')[0])).toEqual(['/photos', '/photos/lookup'])
    gateway.upstreams.heal()
    await gateway.ask(page.replace('details { fileSize }', ''))
    expect(gateway.upstreams.pathsOf('photos')).toHaveLength(1)
  })

  test('is one per selected month, and one for the timeline', async () => {
    const document =
      '{ viewer { library { timeline { months { photosCount photos(first: 24) { edges { node { id } } } } } } } }'
    await gateway.ask(document)
    expect(
      gateway.upstreams
        .pathsOf('photos')
        .map((path) => path.split('?')[0] ?? '')
        .toSorted(),
    ).toEqual(['/photos/timeline/0/0', '/photos/timeline/2024/5', '/users/timeline'])
  })
})
