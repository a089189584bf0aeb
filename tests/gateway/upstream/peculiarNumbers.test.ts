import { describe, expect, test } from 'vitest'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { buildPhoto } from '../../support/photoLibrary.ts'

const gateway = setUpGateway()

const counts = '{ viewer { email library { photosCount } } }'

describe('numbers that the API’s Int cannot represent', () => {
  const photo = buildPhoto(1)
  const page = (changed: object) => JSON.stringify({ cursor: null, images: [{ ...photo, ...changed }] })
  const photos = '{ viewer { email library { photos(first: 1) { edges { node { width thumbnails { width } } } } } } }'
  const timeline = '{ viewer { email library { timeline { months { photosCount } } } } }'

  test.each<[string, string, string]>([
    ['a count', '{"albumsCount":1,"photosCount":3000000000}', counts],
    ['the count of a month', '{"2024":{"5":3000000000}}', timeline],
    ['the width of a photo', page({ visibleWidth: 2 ** 32 }), photos],
    ['the width of a rendition', page({ thumbnails: [{ ...photo.thumbnails[0], width: 300.5 }] }), photos],
  ])('as %s make the response invalid, and are not sent to the client', async (_what, text, query) => {
    gateway.upstreams.heal()
    gateway.upstreams.fail('/photos', { kind: 'body', text })
    const { status, data, errors } = await gateway.ask(query)
    expect(status).toBe(200)
    expect(data.viewer.email).toBe('a@example.com')
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_INVALID_RESPONSE'])
    expect(JSON.stringify(errors)).not.toMatch(/3000000000|4294967296|300\.5/)
  })
})
