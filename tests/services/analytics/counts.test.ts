import { beforeEach, describe, expect, test } from 'vitest'
import { addCounts, type Counted, deleteOldCounts, listCounts } from '../../../services/analytics/counts.ts'
import type { AnalyticsTables } from '../../../services/analytics/tables.ts'
import { routePaths } from '../../../web/shared/routePaths.ts'
import { databaseKinds } from '../../support/database.ts'
import { ServiceGroup } from '../serviceGroup.ts'

/** The day that was `age` days ago. */
const dayBefore = (age: number) => new Date(Date.now() - age * 86_400_000).toISOString().slice(0, 10)
const today = () => dayBefore(0)
const album: Counted = { brand: 'keepsake', kind: 'pageView', name: '/my-photos/albums/:id', variant: '' }
const view = (page: string) => ({ kind: 'pageView', page })

describe.each(databaseKinds)('counts, on %s', (kind) => {
  const services = new ServiceGroup(kind, ['analytics'])
  const database = () => services.platform.database<AnalyticsTables>('analytics')
  beforeEach(async () => {
    await database().deleteFrom('daily_counts').execute()
  })

  /** Sends measurements, as a page does. @returns the status, and the code of a problem */
  async function send(measurements: readonly object[], cookie: string | null, brand = 'keepsake') {
    const response = await fetch(`${services.url}/analytics/v1/measurements`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie !== null && { cookie }) },
      body: JSON.stringify({ brand, measurements }),
    })
    const text = await response.text()
    return text === '' ? [response.status] : [response.status, JSON.parse(text).code]
  }

  test('of pages and variants are added up per day and brand', async () => {
    const exposure = { kind: 'exposure', experiment: 'welcome-banner-text', variant: 'memories' }
    const pages = [view('/'), view('/my-photos/albums/:id'), view('/')]
    expect(await send([...pages, exposure], 'a=b; cookie-consent=11; c=d')).toEqual([204])
    expect(await send([view('/')], 'cookie-consent=10')).toEqual([204])
    expect(await send([view('/')], 'cookie-consent=10', 'lumina')).toEqual([204])
    expect(await listCounts(database(), today())).toEqual([
      { brand: 'keepsake', kind: 'exposure', name: 'welcome-banner-text', variant: 'memories', count: 1 },
      { brand: 'keepsake', kind: 'pageView', name: '/', variant: '', count: 3 },
      { ...album, count: 1 },
      { brand: 'lumina', kind: 'pageView', name: '/', variant: '', count: 1 },
    ])
  })

  test.each([
    ['no decision', null],
    ['a decision against analytics', 'cookie-consent=01'],
    ['a decision that cannot be read', 'cookie-consent=1'],
    ['a cookie with a longer name', 'not-cookie-consent=11'],
    ['a longer value', 'cookie-consent=110'],
  ])('are not made with %s', async (_what, cookie) => {
    expect(await send([view('/')], cookie)).toEqual([403, 'NO_CONSENT'])
    expect(await listCounts(database(), today())).toEqual([])
  })

  test.each([
    ['a page with an id', view('/my-photos/albums/5c1a7a2e-6f0d-4f5f-9f0c-8d6a4a1f7b30')],
    ['a page with a query', view('/orders?token=1')],
    ['a page with an address', view('/a@example.com')],
    ['a text that is no path', view('orders')],
    ['an unknown kind', { kind: 'click', page: '/' }],
    ['a variant with markup', { kind: 'exposure', experiment: 'a', variant: '<b>' }],
  ])('refuse %s', async (_what, measurement) => {
    expect(await send([measurement], 'cookie-consent=10')).toEqual([400, 'INVALID_REQUEST'])
  })

  test('accept every page of the client', async () => {
    for (const page of Object.values(routePaths)) {
      expect([page, ...(await send([view(page)], 'cookie-consent=10'))]).toEqual([page, 204])
    }
  })

  test('refuse a request without measurements, and one with too many', async () => {
    for (const count of [0, 21]) {
      expect(await send(Array(count).fill(view('/')), 'cookie-consent=10')).toEqual([400, 'INVALID_REQUEST'])
    }
  })

  test('of concurrent requests are all kept', async () => {
    const other = { ...album, name: '/orders' }
    const both = [
      [album, other],
      [other, album],
    ]
    await Promise.all(Array.from({ length: 20 }, (_, index) => addCounts(database(), both[index % 2] ?? [])))
    expect((await listCounts(database(), today())).map(({ count }) => count)).toEqual([20, 20])
  })

  test('of invented names end at a limit, and known names are still counted', async () => {
    const names = ['/a', '/b', '/c'].map((name) => ({ ...album, name }))
    for (const one of names) await addCounts(database(), [one], 2)
    await addCounts(database(), [names[0] ?? album], 2)
    expect((await listCounts(database(), today())).map(({ name, count }) => [name, count])).toEqual([
      ['/a', 2],
      ['/b', 1],
    ])
  })

  test('are kept for 400 days', async () => {
    await database()
      .insertInto('daily_counts')
      .values([399, 402].map((age) => ({ ...album, day: dayBefore(age), count: '7' })))
      .execute()
    await deleteOldCounts(database())
    expect(await listCounts(database(), dayBefore(399))).toEqual([{ ...album, count: 7 }])
    expect(await listCounts(database(), dayBefore(402))).toEqual([])
  })
})
