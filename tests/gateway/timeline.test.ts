import { beforeEach, describe, expect, test } from 'vitest'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { buildPhoto } from '../support/photoLibrary.ts'
import { anna } from '../support/tokens.ts'

const gateway = setUpGateway()

beforeEach(() => {
  gateway.upstreams.library(anna).photos = [
    ...Array.from({ length: 30 }, (_, index) =>
      buildPhoto(index, `2024-05-${String(index + 1).padStart(2, '0')}T10:00:00`),
    ),
    buildPhoto(40, '2023-12-31T23:59:59'),
    buildPhoto(41, '2024-06-01T00:00:00'),
    buildPhoto(50),
    buildPhoto(51),
  ]
})

describe('the timeline', () => {
  test('has the months with their counts, newest first and photos without a date last', async () => {
    const document = '{ viewer { library { photosCount albumsCount timeline { months { year month photosCount } } } } }'
    const { data, errors } = await gateway.ask(document)
    expect(errors).toEqual([])
    expect(data.viewer.library).toEqual({
      photosCount: 34,
      albumsCount: 2,
      timeline: {
        months: [
          { year: 2024, month: 6, photosCount: 1 },
          { year: 2024, month: 5, photosCount: 30 },
          { year: 2023, month: 12, photosCount: 1 },
          { year: null, month: null, photosCount: 2 },
        ],
      },
    })
    expect(gateway.upstreams.pathsOf('photos').toSorted()).toEqual(['/users', '/users/timeline'])
  })
})
