import { beforeEach, describe, expect, test } from 'vitest'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { anna } from '../../support/tokens.ts'

let now = ''
const gateway = setUpGateway({ UPSTREAM_TIMEOUT: '2000' }, { now: () => Date.parse(now) })

beforeEach(() => {
  gateway.upstreams.clearWork()
  now = '2026-03-15T12:00:00Z'
})

const everything = `status deletionDate daysRemaining monthsRemaining orderByDate isEstimate delayedDeletionDate
  projectedDeletionDate lastOrderDate registrationDate projectCount`

async function read(selection = everything) {
  const query = `{ viewer { library { photosCount storage { ${selection} } } } }`
  const { data, errors } = await gateway.ask(query)
  expect([errors, data.viewer.library.photosCount]).toEqual([[], 0])
  return data.viewer.library.storage
}

function setAccountInformation(own: Record<string, unknown>): void {
  Object.assign(gateway.upstreams.work(anna).accountInformation, own)
}

describe('PhotoLibrary.storage', () => {
  test('returns all dates and counts, with one call', async () => {
    setAccountInformation({
      projectedDeletionDate: '2027-09-01T00:00:00Z',
      lastOrderDate: '2026-03-01T08:00:00+02:00',
      projectCount: 4,
    })
    expect(await read()).toEqual({
      status: 'SAFE',
      deletionDate: '2027-09-01T00:00:00.000Z',
      daysRemaining: 535,
      monthsRemaining: 17,
      orderByDate: '2027-08-31T00:00:00.000Z',
      isEstimate: false,
      delayedDeletionDate: null,
      projectedDeletionDate: '2027-09-01T00:00:00.000Z',
      lastOrderDate: '2026-03-01T06:00:00.000Z',
      registrationDate: '2026-03-01T00:00:00.000Z',
      projectCount: 4,
    })
    expect(gateway.upstreams.pathsOf('customers')).toEqual(['/accounts/getaccountinformation'])
  })

  test('uses the delayed date if there is one', async () => {
    setAccountInformation({
      projectedDeletionDate: '2026-03-20T00:00:00Z',
      delayedDeletionDate: '2026-07-01T00:00:00Z',
    })
    const chosen = 'status deletionDate delayedDeletionDate projectedDeletionDate'
    expect(await read(chosen)).toEqual({
      status: 'SAFE',
      deletionDate: '2026-07-01T00:00:00.000Z',
      delayedDeletionDate: '2026-07-01T00:00:00.000Z',
      projectedDeletionDate: '2026-03-20T00:00:00.000Z',
    })
  })

  test.each([
    // Exactly three months.
    ['2026-03-15T12:00:00Z', '2026-06-15T00:00:00Z', 'SAFE', 3, 92],
    ['2026-03-15T12:00:00Z', '2026-06-14T23:59:59Z', 'WARNING', 2, 91],
    ['2026-03-15T00:00:00Z', '2026-04-15T00:00:00Z', 'WARNING', 1, 31],
    ['2026-03-15T23:59:59Z', '2026-04-14T00:00:00Z', 'CRITICAL', 0, 30],
    // Days count, not hours.
    ['2026-03-15T23:59:59Z', '2026-03-16T00:00:00Z', 'CRITICAL', 0, 1],
    ['2026-03-15T00:00:00Z', '2026-03-15T23:00:00Z', 'CRITICAL', 0, 0],
    ['2026-03-15T12:00:00Z', '2026-03-01T00:00:00Z', 'CRITICAL', 0, 0],
    // Months of different lengths: one month after the last day of a month is the last day of the next.
    ['2026-01-31T10:00:00Z', '2026-02-28T00:00:00Z', 'WARNING', 1, 28],
    ['2028-01-31T10:00:00Z', '2028-02-28T00:00:00Z', 'CRITICAL', 0, 28],
    ['2028-01-31T10:00:00Z', '2028-02-29T00:00:00Z', 'WARNING', 1, 29],
    ['2026-11-30T10:00:00Z', '2027-02-28T00:00:00Z', 'SAFE', 3, 90],
    ['2026-12-31T23:00:00Z', '2027-01-01T01:00:00Z', 'CRITICAL', 0, 1],
    // A daylight saving change in between has no effect, because days are in UTC.
    ['2026-03-28T23:30:00Z', '2026-03-30T00:00:00Z', 'CRITICAL', 0, 2],
  ])(
    'at %s, with the deletion date %s, is %s',
    async (time, projectedDeletionDate, status, monthsRemaining, daysRemaining) => {
      now = time
      setAccountInformation({ projectedDeletionDate })
      const chosen = 'status monthsRemaining daysRemaining'
      expect(await read(chosen)).toEqual({ status, monthsRemaining, daysRemaining })
    },
  )

  test.each([
    ['2026-03-17T10:00:00Z', '2026-03-16T10:00:00.000Z'],
    ['2026-03-16T10:00:00Z', '2026-03-15T10:00:00.000Z'],
    ['2026-03-15T18:00:00Z', '2026-03-15T18:00:00.000Z'],
  ])('with the deletion date %s, the last day for an order is %s', async (projectedDeletionDate, orderByDate) => {
    setAccountInformation({ projectedDeletionDate })
    expect(await read('orderByDate')).toEqual({ orderByDate })
  })

  test.each(['2026-09-01T00:00:00', '2026-09-01', '2026-09-01T02:00:00+02:00', '2026-09-01T00:00:00.0000000Z'])(
    'accepts the date format %s',
    async (projectedDeletionDate) => {
      setAccountInformation({ projectedDeletionDate, lastOrderDate: undefined, delayedDeletionDate: undefined })
      const chosen = 'deletionDate isEstimate lastOrderDate'
      const deletionDate = '2026-09-01T00:00:00.000Z'
      expect(await read(chosen)).toEqual({ deletionDate, isEstimate: false, lastOrderDate: null })
    },
  )

  test.each([
    { kind: 'status', status: 500 },
    { kind: 'status', status: 401 },
    { kind: 'status', status: 404 },
    { kind: 'reset' },
    { kind: 'hang' },
    { kind: 'body', text: '<!doctype html>' },
    { kind: 'body', text: '{"projectCount":1}' },
    {
      kind: 'body',
      text: '{"projectCount":1,"projectedDeletionDate":"2026-13-41T00:00:00Z","registrationDate":"2026-03-01"}',
    },
  ] as const)('is an estimate, and marked as one, when the service fails: %j', async (fault) => {
    gateway.upstreams.fail('/customers', fault)
    expect(await read()).toEqual({
      status: 'WARNING',
      deletionDate: '2026-05-15T12:00:00.000Z',
      daysRemaining: 61,
      monthsRemaining: 2,
      orderByDate: '2026-05-14T12:00:00.000Z',
      isEstimate: true,
      delayedDeletionDate: null,
      projectedDeletionDate: '2026-05-15T12:00:00.000Z',
      lastOrderDate: null,
      registrationDate: '2024-11-15T12:00:00.000Z',
      projectCount: 0,
    })
  })
})
