import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { completed, mug, started, wholeParcel } from '../../services/orders/orderServices.ts'
import { idOf as imageIdOf } from '../../services/photos/seeding.ts'
import { globalId } from '../../support/globalIds.ts'
import { orderId, type RealOrders } from './realOrders.ts'

const wholeOrder = `
  id code version source placedAt status payment fulfilment deliveryType
  lines { id code productCode title quantity unitPrice { amount currency } discount { amount } total { amount }
    tax { amount } vatRate voucherCode voucher { code state } photos { fileName } }
  vouchers { id code campaignName state validUntil value { percentage amount { amount } } }
  shipments { id number status carrier trackingNumber trackingUrl dispatchedAt
    lines { quantity line { title } } events { at status place } }
  timeline { at kind shipment { number } }
  deliveryAddress { country name organization street houseNumber addition postalCode city region phone }
  promisedDelivery { from to } expectedDelivery { from to }
  subtotal { amount } discount { amount } shipping { amount } tax { amount } total { amount currency }
  canChangeAddress { isAllowed reason until } canReorder { isAllowed reason until }`

const one = `query ($code: String!) { viewer { order(code: $code) { ${wholeOrder} } } }`
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const date = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
const second = {
  number: 2,
  carrier: null,
  trackingNumber: null,
  trackingUrl: null,
  lines: [{ number: 1, quantity: 1 }],
}

/** Tests what orders return, and the number of calls. */
export function describeReading(real: RealOrders): void {
  const order = async (accountId: string, code: string) => (await real.read(accountId, one, { code })).viewer.order

  describe('an order', () => {
    test('has its lines, prices, voucher, photos, address and dates, with three calls', async () => {
      const accountId = randomUUID()
      await real.seed(accountId, [1, 2])
      const voucher = randomUUID().toUpperCase()
      await real.writeVouchers(accountId, [voucher])
      const photoIds = [imageIdOf(2), imageIdOf(9), imageIdOf(1)]
      const code = await real.place(accountId, { lines: [{ ...mug, voucher, photoIds }] })
      expect(await order(accountId, code)).toEqual({
        id: orderId(code),
        code,
        version: '1',
        source: 'WEB',
        placedAt: time,
        status: 'ORDERED',
        payment: 'SUCCEEDED',
        fulfilment: 'APPROVED',
        deliveryType: 'HOME',
        lines: [
          {
            id: globalId('OrderLine', `${code}-1`),
            code: `${code}-1`,
            productCode: 'PAP_700',
            title: 'Photo mug',
            quantity: 3,
            unitPrice: { amount: '12.95', currency: 'EUR' },
            discount: { amount: '7.77' },
            total: { amount: '31.08' },
            tax: { amount: '5.39' },
            vatRate: '21.00',
            voucherCode: voucher,
            voucher: { code: voucher, state: 'USED' },
            photos: [{ fileName: '2.jpg' }, { fileName: '1.jpg' }],
          },
        ],
        vouchers: [
          {
            id: globalId('Voucher', voucher),
            code: voucher,
            campaignName: `Campaign ${voucher}`,
            state: 'USED',
            validUntil: null,
            value: { percentage: 10, amount: null },
          },
        ],
        shipments: [],
        timeline: [
          { at: time, kind: 'PLACED', shipment: null },
          { at: time, kind: 'PAID', shipment: null },
        ],
        deliveryAddress: {
          country: 'NL',
          name: 'Mira Holt',
          organization: null,
          street: 'Lindengracht',
          houseNumber: '12',
          addition: null,
          postalCode: '1015 KH',
          city: 'Amsterdam',
          region: null,
          phone: null,
        },
        promisedDelivery: { from: date, to: date },
        expectedDelivery: { from: date, to: date },
        subtotal: { amount: '38.85' },
        discount: { amount: '7.77' },
        shipping: { amount: '4.95' },
        tax: { amount: '6.25' },
        total: { amount: '36.03', currency: 'EUR' },
        canChangeAddress: { isAllowed: true, reason: null, until: null },
        canReorder: { isAllowed: true, reason: null, until: null },
      })
      expect(real.calls).toEqual([
        'POST /photos/lookup',
        `GET /v1/superorders/${code}`,
        'POST /api/v1/campaigns/offers/lookup',
      ])
    })

    test('has a voucher for each product, which is read again by the id of its line, with two calls', async () => {
      const [owner, stranger] = [randomUUID(), randomUUID()]
      const [one = '', other = ''] = [randomUUID(), randomUUID()].map((voucher) => voucher.toUpperCase())
      await real.writeVouchers(owner, [one, other])
      const lines = [one, other].map((voucher) => ({ ...mug, voucher, photoIds: [] }))
      const code = await real.place(owner, { lines })
      const query = 'query ($id: ID!) { node(id: $id) { ... on OrderLine { voucher { code state } } } }'
      const refresh = async (accountId: string, id: string) => (await real.read(accountId, query, { id })).node
      const id = globalId('OrderLine', `${code}-1`)
      expect(await refresh(owner, id)).toEqual({ voucher: { code: one, state: 'USED' } })
      await real.setVoucherState(one, 'returned')
      real.forget()
      expect(await refresh(owner, id)).toEqual({ voucher: { code: one, state: 'RETURNED' } })
      expect(real.calls).toEqual([`GET /v1/Orders/${code}-1`, 'POST /api/v1/campaigns/offers/lookup'])
      expect(await refresh(owner, globalId('OrderLine', `${code}-2`))).toEqual({
        voucher: { code: other, state: 'USED' },
      })
      expect(await refresh(stranger, id)).toBeNull()
    })

    test.each(['pending', 'fails'])(
      'that is not paid (%s) has no dates, and says what cannot be done',
      async (payment) => {
        const accountId = randomUUID()
        const found = await order(accountId, await real.place(accountId, { payment }))
        expect(found).toMatchObject({
          status: 'AWAITING_PAYMENT',
          payment: payment === 'pending' ? 'PENDING' : 'FAILED',
          fulfilment: 'ON_HOLD',
          promisedDelivery: null,
          expectedDelivery: null,
          canReorder: { isAllowed: false, reason: 'ORDER_UNPAID', until: null },
          canChangeAddress: { isAllowed: true },
        })
      },
    )

    test('that is cancelled says so, and so does its timeline', async () => {
      const accountId = randomUUID()
      const code = await real.place(accountId)
      await real.shop('POST', `/${code}/cancel`)
      const found = await order(accountId, code)
      const cannot = { isAllowed: false, reason: 'ORDER_CANCELLED', until: null }
      expect(found).toMatchObject({
        status: 'CANCELLED',
        fulfilment: 'CANCELLED',
        promisedDelivery: null,
        canChangeAddress: cannot,
        canReorder: cannot,
      })
      expect(found.timeline.at(-1)).toEqual({ at: time, kind: 'CANCELLED', shipment: null })
    })

    test('for a parcel shop cannot get another address', async () => {
      const accountId = randomUUID()
      const found = await order(accountId, await real.place(accountId, { deliveryType: 'PickupPoint' }))
      expect(found).toMatchObject({ deliveryType: 'PICKUP_POINT', canChangeAddress: { reason: 'PICKUP_POINT' } })
    })

    test('keeps the promised dates beside those that are expected after a delay', async () => {
      const accountId = randomUUID()
      const code = await real.place(accountId)
      const { promisedDelivery } = await order(accountId, code)
      const later = { from: '2030-01-02', to: '2030-01-04' }
      await real.produce(code, started, { step: 'Delayed', at: new Date().toISOString(), expectedDelivery: later })
      const found = await order(accountId, code)
      expect(found).toMatchObject({ promisedDelivery, expectedDelivery: later, status: 'IN_PRODUCTION' })
      expect([found.fulfilment, found.timeline.at(-1).kind]).toEqual(['DELAYED', 'DELAYED'])
      expect(found.canChangeAddress).toEqual({ isAllowed: false, reason: 'PRODUCTION_STARTED', until: null })
    })

    test('has one parcel with what is inside and its events', async () => {
      const accountId = randomUUID()
      const code = await real.place(accountId)
      await real.produce(code, started, completed, wholeParcel, {
        step: 'ParcelTracked',
        parcel: 1,
        event: { at: '2030-01-01T10:00:00Z', kind: 'Delivered', place: 'Amsterdam' },
      })
      const { shipments, status, timeline } = await order(accountId, code)
      expect([status, timeline.at(-1)]).toEqual([
        'SENT',
        { at: '2030-01-01T10:00:00.000Z', kind: 'DELIVERED', shipment: { number: 1 } },
      ])
      expect(shipments).toEqual([
        {
          id: globalId('Shipment', `1:${code}`),
          number: 1,
          status: 'DELIVERED',
          carrier: 'DHL',
          trackingNumber: '3S123',
          trackingUrl: 'https://tracking.example/3S123',
          dispatchedAt: time,
          lines: [
            { quantity: 3, line: { title: 'Photo mug' } },
            { quantity: 1, line: { title: 'Photo book' } },
          ],
          events: [{ at: '2030-01-01T10:00:00.000Z', status: 'DELIVERED', place: 'Amsterdam' }],
        },
      ])
    })

    test('has three parcels, including some that cannot be followed', async () => {
      const accountId = randomUUID()
      const code = await real.place(accountId)
      const first = { ...wholeParcel.parcel, lines: [{ number: 1, quantity: 1 }] }
      const third = { ...second, number: 3, lines: [{ number: 2, quantity: 1 }] }
      const parcels = [first, second, third].map((parcel) => ({ step: 'ParcelDispatched', parcel }))
      await real.produce(code, started, completed, ...parcels)
      const { shipments, status } = await order(accountId, code)
      // One item of the first line is not sent yet.
      expect(status).toBe('IN_PRODUCTION')
      const shown = shipments.map(({ number, status: state, trackingUrl, lines }: (typeof shipments)[number]) => [
        number,
        state,
        trackingUrl,
        lines[0].line.title,
      ])
      expect(shown).toEqual([
        [1, 'DISPATCHED', 'https://tracking.example/3S123', 'Photo mug'],
        [2, 'DISPATCHED', null, 'Photo mug'],
        [3, 'DISPATCHED', null, 'Photo book'],
      ])
    })
  })

  describe('an order by its code', () => {
    test('is found in upper and lower case', async () => {
      const accountId = randomUUID()
      const code = await real.place(accountId)
      expect((await order(accountId, code.toLowerCase())).code).toBe(code)
    })

    test("is 'Order not found' for another account, an unknown code and a text that is not a code", async () => {
      const accountId = randomUUID()
      const foreign = await real.place(randomUUID())
      for (const code of [foreign, foreign.toLowerCase(), 'UNKNOWN', '../me', '', 'é'.repeat(2_000)]) {
        const { data, errors } = await real.ask(accountId, one, { code })
        expect([code, data]).toEqual([code, { viewer: { order: null } }])
        expect(errors).toMatchObject([
          { message: 'Order not found', path: ['viewer', 'order'], extensions: { code: 'NOT_FOUND' } },
        ])
      }
    })

    test('is null by the global id for another account, even in lower case, and for its lines and parcels', async () => {
      const [owner, stranger] = [randomUUID(), randomUUID()]
      const code = await real.place(owner)
      await real.produce(code, started, completed, wholeParcel)
      const ids = [orderId(code), globalId('OrderLine', `${code}-1`), globalId('Shipment', `1:${code}`)]
      const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
      expect((await real.read(owner, query, { ids })).nodes).toEqual(ids.map((id) => ({ id })))
      expect((await real.read(stranger, query, { ids })).nodes).toEqual([null, null, null])
      const others = [
        orderId(code.toLowerCase()),
        globalId('OrderLine', `${code.toLowerCase()}-1`),
        globalId('Shipment', `1:${code.toLowerCase()}`),
        globalId('Shipment', `2:${code}`),
        globalId('Shipment', `01:${code}`),
        globalId('Shipment', code),
      ]
      expect((await real.read(owner, query, { ids: others })).nodes).toEqual(others.map(() => null))
    })

    test('shows a voucher beside an id that no voucher can have', async () => {
      const accountId = randomUUID()
      const voucher = randomUUID().toUpperCase()
      await real.writeVouchers(accountId, [voucher])
      const ids = [globalId('Voucher', voucher), globalId('Voucher', 'V'.repeat(201))]
      const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Voucher { code } } }'
      expect((await real.read(accountId, query, { ids })).nodes).toEqual([{ code: voucher }, null])
    })

    test('shows no voucher of another account', async () => {
      const [owner, stranger] = [randomUUID(), randomUUID()]
      const voucher = randomUUID().toUpperCase()
      await real.writeVouchers(owner, [voucher])
      // The stranger's order names the code, but the stranger has never reserved the voucher.
      const code = await real.place(stranger, { lines: [{ ...mug, voucher }] })
      const found = await order(stranger, code)
      expect([found.lines[0].voucherCode, found.lines[0].voucher, found.vouchers]).toEqual([voucher, null, []])
      const query = 'query ($id: ID!) { node(id: $id) { ... on Voucher { campaignName } } }'
      const id = globalId('Voucher', voucher)
      expect((await real.read(stranger, query, { id })).node).toBeNull()
      expect((await real.read(owner, query, { id })).node).toEqual({ campaignName: `Campaign ${voucher}` })
    })
  })
}
