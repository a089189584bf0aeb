import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { completed, OrderServices, started, wholeParcel } from './orderServices.ts'

const parcelOf = (number: number, ...lines: { number: number; quantity: number }[]) => ({
  step: 'ParcelDispatched',
  parcel: { number, lines },
})
const delayedTo = (from: string, to: string, at = '2029-12-01T10:00:00.000Z') => ({
  step: 'Delayed',
  at,
  expectedDelivery: { from, to },
})
const trackedAs = (kind: string, at: string, parcel = 1) => ({
  step: 'ParcelTracked',
  parcel,
  event: { at, kind, place: 'Utrecht' },
})

describe.each(databaseKinds)('the steps that a factory reports, on %s', (kind) => {
  const services = new OrderServices(kind)

  test('move an order to its delivery, and count once even if they are repeated', async () => {
    const customer = services.newCustomer()
    const { orderCode } = await services.place(customer)
    const steps = [
      started,
      completed,
      wholeParcel,
      trackedAs('Delivered', '2030-01-03T10:00:00.000Z'),
      trackedAs('InTransit', '2030-01-02T10:00:00.000Z'),
    ]
    const seen: unknown[] = []
    for (const step of steps) {
      const answers = await Promise.all([1, 2].map(async () => services.produce(orderCode, step)))
      expect(answers[0]?.body).toEqual(answers[1]?.body)
      seen.push([answers[0]?.body.status, answers[0]?.body.fulfilment, answers[0]?.body.version])
    }
    expect(seen).toEqual([
      ['ProductionStarted', 'producing', 2],
      ['ProductionCompleted', 'producing', 3],
      ['Dispatched', 'shipped', 4],
      ['Dispatched', 'shipped', 5],
      ['Dispatched', 'shipped', 6],
    ])
    const { body } = await customer.call('GET', `/orders/v1/superorders/${orderCode}`)
    const { lines, ...parcel } = wholeParcel.parcel
    expect(body.shipments).toEqual([
      {
        ...parcel,
        lines,
        dispatchedAt: expect.any(String),
        status: 'Delivered',
        events: [
          { at: '2030-01-02T10:00:00.000Z', kind: 'InTransit', place: 'Utrecht' },
          { at: '2030-01-03T10:00:00.000Z', kind: 'Delivered', place: 'Utrecht' },
        ],
      },
    ])
    expect(body.timeline.map((entry: { kind: string }) => entry.kind)).toEqual([
      'Placed',
      'Paid',
      'ProductionStarted',
      'ProductionCompleted',
      'ParcelDispatched',
      'Delivered',
    ])
    const dispatched = (await services.eventsOf(customer)).filter(({ type }) => type === 'order.dispatched')
    expect(dispatched).toHaveLength(1)
  })

  test('dispatch an order with its last parcel', async () => {
    const { orderCode } = await services.place(services.newCustomer())
    await services.produce(orderCode, started, completed)
    const first = await services.produce(orderCode, parcelOf(1, { number: 1, quantity: 2 }))
    expect(first.body).toMatchObject({
      status: 'ProductionCompleted',
      shipments: [{ trackingNumber: null, status: 'Dispatched', events: [] }],
    })
    const tooMany = await services.produce(orderCode, parcelOf(2, { number: 1, quantity: 2 }))
    expect([tooMany.status, tooMany.body.code]).toEqual([409, 'TOO_MANY_ITEMS'])
    const other = await services.produce(orderCode, parcelOf(1, { number: 2, quantity: 1 }))
    expect(other.body.code).toBe('PARCEL_EXISTS')
    const last = await services.produce(orderCode, parcelOf(2, { number: 1, quantity: 1 }, { number: 2, quantity: 1 }))
    expect([last.body.status, last.body.shipments.length]).toEqual(['Dispatched', 2])
  })

  test('are refused in a state in which they are impossible', async () => {
    const { orderCode: unpaid } = await services.place(services.newCustomer(), { payment: 'pending' })
    const { orderCode: paid } = await services.place(services.newCustomer())
    const cases: [string, Record<string, unknown>, string][] = [
      [unpaid, started, 'WRONG_STATE'],
      [paid, completed, 'WRONG_STATE'],
      [paid, wholeParcel, 'WRONG_STATE'],
      [paid, trackedAs('InTransit', '2030-01-02T10:00:00.000Z'), 'NO_SUCH_PARCEL'],
      [paid, delayedTo('2030-01-02', '2030-01-01'), 'WRONG_DATES'],
    ]
    for (const [code, step, expected] of cases) {
      const { status, body } = await services.produce(code, step)
      expect([status, body.code, step]).toEqual([409, expected, step])
    }
    expect((await services.produce(paid, { step: 'Lost' })).status).toBe(400)
    expect((await services.produce('UNKNOWN', started)).status).toBe(404)
  })

  test('delay an order, or reject it', async () => {
    const customer = services.newCustomer()
    const { orderCode } = await services.place(customer)
    const expectedDelivery = { from: '2030-01-02', to: '2030-01-04' }
    const delayed = await services.produce(orderCode, started, delayedTo(expectedDelivery.from, expectedDelivery.to))
    expect(delayed.body).toMatchObject({ fulfilment: 'delayed', expectedDelivery, status: 'ProductionStarted' })
    const rejected = await services.produce(orderCode, { step: 'Rejected' }, { step: 'Rejected' })
    expect(rejected.body).toMatchObject({ status: 'Cancelled', fulfilment: 'rejected', version: 4 })
    const types = (await services.eventsOf(customer)).map(({ type }) => type)
    expect(types.filter((type) => type === 'order.cancelled')).toHaveLength(1)
    expect((await services.produce(orderCode, completed)).body.code).toBe('WRONG_STATE')
  })

  test('leave the dates of the latest delay, even if an earlier report is sent again', async () => {
    const { orderCode } = await services.place(services.newCustomer())
    const first = delayedTo('2030-01-02', '2030-01-04', '2029-12-01T10:00:00Z')
    const second = delayedTo('2030-01-08', '2030-01-09', '2029-12-02T10:00:00Z')
    const third = delayedTo('2030-01-08', '2030-01-09', '2029-12-04T10:00:00Z')
    const late = delayedTo('2030-01-15', '2030-01-16', '2029-12-03T10:00:00Z')
    const { body } = await services.produce(orderCode, first, second, first, second, third, late)
    expect([body.expectedDelivery, body.version]).toEqual([{ from: '2030-01-08', to: '2030-01-09' }, 3])
    const back = await services.produce(orderCode, delayedTo('2030-01-02', '2030-01-04', '2029-12-05T10:00:00Z'))
    expect(back.body.expectedDelivery).toEqual({ from: '2030-01-02', to: '2030-01-04' })
  })

  test('appear in the timeline by their time, and each delivery once', async () => {
    const { orderCode } = await services.place(services.newCustomer())
    await services.produce(orderCode, started, completed, parcelOf(1, { number: 1, quantity: 3 }))
    await services.produce(orderCode, parcelOf(2, { number: 2, quantity: 1 }))
    const { body } = await services.produce(
      orderCode,
      trackedAs('Delivered', '2030-01-04T10:00:00Z', 2),
      trackedAs('Delivered', '2030-01-03T10:00:00Z', 1),
      trackedAs('Delivered', '2030-01-03T12:00:00Z', 1),
    )
    expect(body.timeline.slice(-2)).toEqual([
      { at: '2030-01-03T10:00:00.000Z', kind: 'Delivered', parcel: 1 },
      { at: '2030-01-04T10:00:00.000Z', kind: 'Delivered', parcel: 2 },
    ])
    expect(body.timeline.filter(({ kind: entry }: { kind: string }) => entry === 'Delivered')).toHaveLength(2)
  })

  test('are refused with NUL characters, and stored without lone surrogates', async () => {
    const { orderCode } = await services.place(services.newCustomer())
    await services.produce(orderCode, started, completed)
    const { parcel } = wholeParcel
    const tracked = trackedAs('InTransit', '2030-01-03T10:00:00Z')
    for (const broken of [
      { ...wholeParcel, parcel: { ...parcel, carrier: 'D\0HL' } },
      { ...wholeParcel, parcel: { ...parcel, trackingNumber: 'D\0HL' } },
      { ...tracked, event: { ...tracked.event, place: 'U\0trecht' } },
    ]) {
      const { status, body } = await services.produce(orderCode, broken)
      expect([status, body.code]).toEqual([400, 'INVALID_REQUEST'])
    }
    const url = 'https://tracking.example/\0/3S'
    const sent = await services.produce(
      orderCode,
      { ...wholeParcel, parcel: { ...parcel, carrier: ' D\ud800HL ', trackingUrl: url } },
      { ...tracked, event: { ...tracked.event, place: '\udc00Utrecht' } },
    )
    expect([sent.status, sent.body.shipments]).toEqual([
      200,
      [
        {
          ...parcel,
          carrier: 'D\ufffdHL',
          trackingUrl: 'https://tracking.example/%00/3S',
          dispatchedAt: expect.any(String),
          status: 'InTransit',
          events: [{ at: '2030-01-03T10:00:00.000Z', kind: 'InTransit', place: '\ufffdUtrecht' }],
        },
      ],
    ])
  })
})
