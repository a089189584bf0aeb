import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
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
      albumsCount: 0,
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

  test.each([
    [1, ['2024-6']],
    [2, ['2024-6', '2024-5']],
    [31, ['2024-6', '2024-5']],
    [32, ['2024-6', '2024-5', '2023-12']],
    [500, ['2024-6', '2024-5', '2023-12', 'null-null']],
  ])(
    'has in firstMonths the first months that together hold %i photos, or all months if there are fewer photos',
    async (photos, expected) => {
      const document = `{ viewer { library { timeline { firstMonths(photos: ${photos}) { year month } } } } }`
      const { data } = await gateway.ask(document)
      const months = z.array(z.object({ year: z.number().nullable(), month: z.number().nullable() }))
      const names = months.parse(data.viewer.library.timeline.firstMonths).map(({ year, month }) => `${year}-${month}`)
      expect(names).toEqual(expected)
    },
  )

  test('can have the oldest month first; photos without a date stay last', async () => {
    const timeline = 'timeline(sortKey: DATE_TAKEN, sortOrder: ASC) { months { year month } }'
    const { data } = await gateway.ask(`{ viewer { library { ${timeline} } } }`)
    expect(data.viewer.library.timeline.months).toEqual([
      { year: 2023, month: 12 },
      { year: 2024, month: 5 },
      { year: 2024, month: 6 },
      { year: null, month: null },
    ])
  })

  test('has at most six first months', async () => {
    gateway.upstreams.library(anna).photos = Array.from({ length: 9 }, (_, index) =>
      buildPhoto(index, `2024-0${index + 1}-01T10:00:00`),
    )
    const { data } = await gateway.ask('{ viewer { library { timeline { firstMonths { month } } } } }')
    expect(data.viewer.library.timeline.firstMonths).toEqual([9, 8, 7, 6, 5, 4].map((month) => ({ month })))
  })
})
