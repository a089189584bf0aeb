import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  easterOf,
  readHolidays,
  todayAt,
  workingDaysAfter,
  workingDaysBefore,
} from '../../../services/platform/calendar/workingDays.ts'
import { readCatalogue } from '../../../services/platform/catalogue/catalogue.ts'
import { campaignOf, orderByDays, readSeasons } from '../../../services/products/cutoff/seasons.ts'
import { databaseKinds } from '../../support/database.ts'
import { ServiceGroup } from '../serviceGroup.ts'

const seasons = readSeasons()
const holidays = readHolidays()
const sources = { catalogue: readCatalogue(), seasons, holidays }

function seasonOf(name: string) {
  const found = seasons.find((season) => season.name === name)
  if (!found) throw new Error(`There is no season ${name}.`)
  return found
}

function cutoffOf(today: string, country: string, articleType: string) {
  return orderByDays(sources, today).find((one) => one.country === country && one.articleType === articleType)
}

describe('working days', () => {
  test.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
    [2049, '2049-04-18'],
  ])('Easter of %d is on %s', (year, day) => {
    expect(easterOf(year)).toBe(day)
  })

  test.each([
    { end: '2026-12-24', count: 1, before: '2026-12-23' },
    { end: '2026-12-24', count: 4, before: '2026-12-20' },
    { end: '2026-12-20', count: 1, before: '2026-12-17' },
    { end: '2026-12-28', count: 2, before: '2026-12-23' },
    { end: '2026-04-07', count: 2, before: '2026-04-01', country: 'GB' },
    { end: '2026-04-07', count: 2, before: '2026-04-02' },
    { end: '2027-01-04', count: 2, before: '2026-12-30' },
  ] as const)(
    'the last $count working days up to and including $end begin after $before',
    ({ end, count, before, ...rest }) => {
      const country = 'country' in rest ? rest.country : 'NL'
      expect(workingDaysBefore(end, count, country, holidays)).toBe(before)
    },
  )

  test.each([
    { start: '2026-12-23', count: 0, after: '2026-12-23' },
    { start: '2026-12-23', count: 1, after: '2026-12-24' },
    { start: '2026-12-23', count: 2, after: '2026-12-28' },
    { start: '2026-12-25', count: 1, after: '2026-12-28' },
    { start: '2026-04-02', count: 2, after: '2026-04-07' },
  ] as const)('$count working days after $start is $after', ({ start, count, after }) => {
    expect(workingDaysAfter(start, count, 'NL', holidays)).toBe(after)
  })

  test.each([
    ['2026-11-24T22:59:59Z', '2026-11-24'],
    ['2026-11-24T23:00:00Z', '2026-11-25'],
    ['2026-07-24T22:00:00Z', '2026-07-25'],
  ])('the day at the factory at %s is %s', (instant, day) => {
    expect(todayAt(new Date(instant))).toBe(day)
  })
})

describe('a campaign', () => {
  test.each([
    { name: 'christmas', today: '2026-11-24', starts: '2026-10-31', ends: '2026-12-24' },
    { name: 'christmas', today: '2026-12-24', starts: '2026-10-31', ends: '2026-12-24' },
    { name: 'christmas', today: '2026-12-25', starts: '2027-10-31', ends: '2027-12-24' },
    { name: 'mothers-day', today: '2026-11-24', starts: '2027-03-28', ends: '2027-05-09' },
    { name: 'mothers-day', today: '2026-05-10', starts: '2026-03-29', ends: '2026-05-10' },
    { name: 'mothers-day', today: '2022-01-01', starts: '2022-03-27', ends: '2022-05-08' },
  ])('$name, as of $today, is from $starts to $ends', ({ name, today, starts, ends }) => {
    expect(campaignOf(seasonOf(name), today)).toMatchObject({ starts, ends })
  })
})

describe('the last day to order', () => {
  test.each([
    // Delivery on Thursday: three days in the post from Tuesday on, and before that one day in the factory.
    { country: 'GB', articleType: 'PhotoPrint', season: 'christmas', orderBy: '2026-12-20' },
    // Five days in the post from 18 December on, and before that four days in the factory.
    { country: 'NO', articleType: 'PhotoBook', season: 'christmas', orderBy: '2026-12-13' },
    // The 24th is not a working day in Sweden.
    { country: 'SE', articleType: 'PhotoPrint', season: 'christmas', orderBy: '2026-12-16' },
    // The slowest wall picture needs five days.
    { country: 'NL', articleType: 'WallPicture', season: 'christmas', orderBy: '2026-12-16' },
    { country: 'NL', articleType: 'PhotoBook', season: 'sinterklaas', orderBy: '2026-11-29' },
  ])('of $articleType in $country for $season is $orderBy', ({ country, articleType, season, orderBy }) => {
    expect(cutoffOf('2026-11-24', country, articleType)).toMatchObject({ season, orderBy })
  })

  test('is the order-by day of the next season once a season has passed', () => {
    expect(cutoffOf('2026-12-05', 'NL', 'Mug')?.season).toBe('sinterklaas')
    expect(cutoffOf('2026-12-06', 'NL', 'Mug')?.season).toBe('christmas')
    expect(cutoffOf('2026-12-25', 'NL', 'Mug')).toMatchObject({ season: 'valentines-day', deliveredBy: '2027-02-14' })
    expect(cutoffOf('2026-12-25', 'NL', 'Calendar')).toMatchObject({ season: 'sinterklaas' })
  })

  test('exists for every country, and is before the delivery', () => {
    for (let month = 1; month <= 12; month += 1) {
      const days = orderByDays(sources, `2027-${String(month).padStart(2, '0')}-15`)
      expect(days).toHaveLength(60)
      for (const { orderBy, deliveredBy } of days) expect(orderBy < deliveredBy).toBe(true)
    }
  })
})

describe.each(databaseKinds)('the cutoff calls, on %s', (kind) => {
  const services = new ServiceGroup(kind, ['products'])
  afterEach(() => vi.useRealTimers())

  test('list the article groups with their order-by days per country', async () => {
    const customer = services.newCustomer()
    const headers = { 'accept-language': 'de', authorization: `Bearer ${await customer.token()}` }
    const { status, body } = await customer.call('GET', '/products/v1/ArticleGroup?country=DE', { headers })
    expect(status).toBe(200)
    const codes = ['PhotoPrint', 'PhotoBook', 'Calendar', 'Card', 'WallPicture', 'Mug']
    expect(body.articleGroups.map((group: { code: string }) => group.code)).toEqual(codes)
    const today = todayAt(new Date())
    for (const { code, cutoffs } of body.articleGroups) {
      const expected = cutoffOf(today, 'DE', code)
      expect(cutoffs).toEqual([
        {
          country: 'DE',
          campaign: expected?.season,
          title: expected?.seasonTitle['de-DE'],
          deliveredBy: expected?.deliveredBy,
          orderBy: expected?.orderBy,
          isOpen: today <= (expected?.orderBy ?? ''),
        },
      ])
    }
    expect(body.articleGroups[1]).toMatchObject({
      title: 'Fotobücher',
      productCodes: ['PAP_370', 'PAP_371', 'PAP_372'],
    })
    const all = await customer.call('GET', '/products/v1/ArticleGroup')
    expect(all.body.articleGroups[0].cutoffs).toHaveLength(10)
    expect((await customer.call('GET', '/products/v1/ArticleGroup?country=XX')).body.code).toBe('INVALID_REQUEST')
  })

  test('close a group on the day after its order-by day', async () => {
    const customer = services.newCustomer()
    // The token must still be valid at the times that the test sets.
    const token = await customer.token({ claims: { exp: Date.parse('2100-01-01') / 1_000 } })
    const headers = { authorization: `Bearer ${token}` }
    const isOpen = async (now: string) => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
      const { body } = await customer.call('GET', '/products/v1/ArticleGroup?country=NO', { headers })
      return body.articleGroups[1].cutoffs[0].isOpen
    }
    expect([await isOpen('2027-12-13T22:59:00Z'), await isOpen('2027-12-13T23:01:00Z')]).toEqual([true, false])
  })

  test('read a campaign by its name', async () => {
    const customer = services.newCustomer()
    const headers = { 'accept-language': 'nl' }
    const { status, body } = await customer.call('GET', '/products/v1/Campaign/sinterklaas', { headers })
    const { starts, ends } = campaignOf(seasonOf('sinterklaas'), todayAt(new Date()))
    expect([status, body]).toEqual([
      200,
      {
        name: 'sinterklaas',
        title: 'Sinterklaas',
        starts,
        ends,
        isActive: starts <= todayAt(new Date()),
        countries: ['NL', 'BE'],
        articleGroups: ['PhotoPrint', 'PhotoBook', 'Calendar', 'Mug'],
      },
    ])
    for (const name of ['easter', 'CHRISTMAS', 'x'.repeat(41)]) {
      const unknown = await customer.call('GET', `/products/v1/Campaign/${name}`)
      expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND'])
    }
  })
})
