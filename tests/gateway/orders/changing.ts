import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { book, completed, home, mug, started, wholeParcel } from '../../services/orders/orderServices.ts'
import { idOf as imageIdOf } from '../../services/photos/seeding.ts'
import { orderId, type RealOrders } from './realOrders.ts'

const moved = { ...home, street: '  Prinsengracht ', houseNumber: '7 A' }
const shown = { ...moved, street: 'Prinsengracht' }
const change = `mutation ($input: ChangeDeliveryAddressInput!) { changeDeliveryAddress(input: $input) {
  __typename
  ... on UserError { code message }
  ... on ChangeDeliveryAddressSuccess { order { version deliveryAddress { street houseNumber city } timeline { kind } } }
  ... on InvalidAddress { fields { field problem } }
  ... on AddressChangeClosed { order { code canChangeAddress { reason } } }
  ... on DeliveryPriceChanges { order { deliveryAddress { country } } }
  ... on OrderChangedMeanwhile { order { version deliveryAddress { street } } }
} }`

/** Tests the change of a delivery address. */
export function describeAddressChange(real: RealOrders): void {
  async function newOrder(changes = {}) {
    const accountId = randomUUID()
    const code = await real.place(accountId, changes)
    const send = async (input: Record<string, unknown> = {}, who = accountId) =>
      (await real.read(who, change, { input: { orderId: orderId(code), address: moved, ...input } }))
        .changeDeliveryAddress
    real.forget()
    return { accountId, code, send }
  }

  describe('changeDeliveryAddress', () => {
    test('changes the address with the version that the customer saw, with two calls', async () => {
      const { code, send } = await newOrder()
      const result = await send({ version: '1' })
      expect(result).toEqual({
        __typename: 'ChangeDeliveryAddressSuccess',
        order: {
          version: '2',
          deliveryAddress: { street: shown.street, houseNumber: '7 A', city: 'Amsterdam' },
          timeline: [{ kind: 'PLACED' }, { kind: 'PAID' }, { kind: 'ADDRESS_CHANGED' }],
        },
      })
      expect(real.calls).toEqual([`PUT /v1/superorders/${code}/deliveryAddress`, `GET /v1/superorders/${code}`])
      // The same request again, as after a double click, changes nothing.
      expect(await send({ version: '1' })).toEqual(result)
      expect(await send({ address: home })).toMatchObject({ order: { version: '3' } })
    })

    test('accepts one of two changes with the same version, and shows its address to the other tab', async () => {
      const { send } = await newOrder()
      const addresses = [moved, { ...moved, street: 'Singel' }]
      const results = await Promise.all(addresses.map((address) => send({ version: '1', address })))
      const winner = results.findIndex(({ __typename: type }) => type === 'ChangeDeliveryAddressSuccess')
      expect(results[1 - winner]).toEqual({
        __typename: 'OrderChangedMeanwhile',
        code: 'ORDER_CHANGED',
        message: expect.any(String),
        order: { version: '2', deliveryAddress: { street: addresses[winner]?.street.trim() } },
      })
    })

    test('is closed after dispatch, even with a stale version', async () => {
      const { code, send } = await newOrder()
      await real.produce(code, started, completed, wholeParcel)
      const closed = { __typename: 'AddressChangeClosed', code: 'ADDRESS_CHANGE_CLOSED' }
      expect(await send()).toMatchObject({
        ...closed,
        order: { code, canChangeAddress: { reason: 'PRODUCTION_STARTED' } },
      })
      expect(await send({ version: '1' })).toMatchObject(closed)
    })

    test('is closed for a parcel shop and for a cancelled order', async () => {
      const shop = await newOrder({ deliveryType: 'PickupPoint' })
      expect(await shop.send()).toMatchObject({ order: { canChangeAddress: { reason: 'PICKUP_POINT' } } })
      const cancelled = await newOrder()
      await real.shop('POST', `/${cancelled.code}/cancel`)
      const result = await cancelled.send({ address: { ...moved, country: 'BE' } })
      expect(result).toMatchObject({
        __typename: 'AddressChangeClosed',
        order: { canChangeAddress: { reason: 'ORDER_CANCELLED' } },
      })
    })

    test('says that another country has other prices, and changes nothing', async () => {
      const { send } = await newOrder()
      expect(await send({ address: { ...moved, country: 'BE' } })).toMatchObject({
        __typename: 'DeliveryPriceChanges',
        code: 'DELIVERY_PRICE_CHANGES',
        order: { deliveryAddress: { country: 'NL' } },
      })
    })

    test('names all invalid fields, without a call', async () => {
      const { send } = await newOrder()
      const address = { country: 'nl', street: ' ', city: 'a'.repeat(101), phone: 'call me' }
      expect(await send({ address })).toEqual({
        __typename: 'InvalidAddress',
        code: 'INVALID_ADDRESS',
        message: expect.any(String),
        fields: [
          { field: 'NAME', problem: 'MISSING' },
          { field: 'STREET', problem: 'MISSING' },
          { field: 'CITY', problem: 'NOT_VALID' },
          { field: 'COUNTRY', problem: 'NOT_VALID' },
          { field: 'PHONE', problem: 'NOT_VALID' },
        ],
      })
      expect(real.calls).toEqual([])
    })

    test('finds no order of another account, and none with an id of another type', async () => {
      const { code, accountId, send } = await newOrder()
      const notFound = { __typename: 'OrderNotFound', code: 'NOT_FOUND', message: 'Order not found' }
      expect(await send({}, randomUUID())).toEqual(notFound)
      expect(await send({ orderId: code })).toEqual(notFound)
      expect(await send({ orderId: orderId('UNKNOWN') })).toEqual(notFound)
      const query = 'query ($code: String!) { viewer { order(code: $code) { version } } }'
      expect((await real.read(accountId, query, { code })).viewer.order.version).toBe('1')
    })

    test.each(['', '"', 'a b', '1\r\nx: y', '1'.repeat(101)])('refuses the version %j', async (version) => {
      const { accountId, code } = await newOrder()
      const input = { orderId: orderId(code), address: moved, version }
      const { errors } = await real.ask(accountId, change, { input })
      expect([errors[0]?.extensions['code'], real.calls]).toEqual(['BAD_USER_INPUT', []])
    })

    test.each(['requestLost', 'responseLost'] as const)('succeeds if the connection is lost once: %s', async (kind) => {
      const { send } = await newOrder()
      real.links.orders.fail({ method: 'PUT', path: '/deliveryAddress', kind })
      expect(await send({ version: '1' })).toMatchObject({ order: { version: '2' } })
    })

    test('succeeds if both answers are lost, because the order has the address', async () => {
      const { send } = await newOrder()
      for (let count = 0; count < 2; count += 1)
        real.links.orders.fail({ method: 'PUT', path: '/deliveryAddress', kind: 'responseLost' })
      expect(await send({ version: '1' })).toMatchObject({ order: { version: '2' } })
    })

    test('fails if both requests are lost', async () => {
      const { accountId, code } = await newOrder()
      for (let count = 0; count < 2; count += 1)
        real.links.orders.fail({ method: 'PUT', path: '/deliveryAddress', kind: 'requestLost' })
      const { errors } = await real.ask(accountId, change, { input: { orderId: orderId(code), address: moved } })
      expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }])
    })
  })
}

const reorderMutation = `mutation ($id: ID!) { reorder(input: { orderId: $id }) {
  __typename
  ... on UserError { code message }
  ... on ReorderSuccess { shopUrl skippedLines { line { title } skipReason } }
  ... on ReorderUnavailable { reason }
} }`
const preflightQuery = `query ($code: String!) { viewer { order(code: $code) { reorderPreflight { lines {
  line { title } priceThen { amount } priceNow { amount } missingPhotosCount skipReason } } } } }`

const prints = {
  ...book,
  productCode: 'PAP_910',
  variant: '10X15',
  title: 'Prints',
  unitPrice: { amount: '0.15', currency: 'EUR' },
}
const gone = { ...mug, productCode: 'PAP_999', title: 'Gone' }

const ofPhotos = (title: string, numbers: number[]) => ({ ...prints, title, photoIds: numbers.map(imageIdOf) })

/** Tests reorders and their preflight. */
export function describeReorder(real: RealOrders): void {
  const reorder = async (accountId: string, code: string) =>
    (await real.read(accountId, reorderMutation, { id: orderId(code) })).reorder
  const preflightOf = async (accountId: string, code: string) =>
    (await real.read(accountId, preflightQuery, { code })).viewer.order.reorderPreflight.lines

  describe('reorder', () => {
    test('returns the same shop URL for a double click and in two tabs', async () => {
      const accountId = randomUUID()
      const code = await real.place(accountId, { lines: [prints] })
      const results = await Promise.all([1, 2, 3].map(() => reorder(accountId, code)))
      results.push(await reorder(accountId, code))
      const [first] = results
      expect(first).toEqual({
        __typename: 'ReorderSuccess',
        shopUrl: expect.stringMatching(new RegExp(`/shop/reorder/${code}[?]key=`)),
        skippedLines: [],
      })
      expect(results).toEqual(results.map(() => first))
    })

    test('leaves out lines that are no longer sold or whose photos are all missing, as the preflight says', async () => {
      const accountId = randomUUID()
      const lines = [
        ofPhotos('All there', [1, 2]),
        gone,
        ofPhotos('One missing', [1, 9]),
        ofPhotos('All missing', [8, 9]),
      ]
      const code = await real.place(accountId, { lines })
      await real.loseLinePhotos([8, 9].map(imageIdOf))
      real.forget()
      const found = await preflightOf(accountId, code)
      const price = { priceThen: { amount: '0.15' }, priceNow: { amount: '0.19' } }
      expect(found).toEqual([
        { line: { title: 'All there' }, ...price, missingPhotosCount: 0, skipReason: null },
        {
          line: { title: 'Gone' },
          priceThen: { amount: '12.95' },
          priceNow: null,
          missingPhotosCount: 0,
          skipReason: 'NOT_SOLD',
        },
        { line: { title: 'One missing' }, ...price, missingPhotosCount: 1, skipReason: null },
        { line: { title: 'All missing' }, ...price, missingPhotosCount: 2, skipReason: 'PHOTOS_MISSING' },
      ])
      expect(real.calls).toEqual([`GET /v1/superorders/${code}`, `GET /reorder/status/${code}`])
      const result = await reorder(accountId, code)
      expect(result.shopUrl).toMatch(/&lines=1%2C3$/)
      expect(result.skippedLines).toEqual([
        { line: { title: 'Gone' }, skipReason: 'NOT_SOLD' },
        { line: { title: 'All missing' }, skipReason: 'PHOTOS_MISSING' },
      ])
      expect(await reorder(accountId, code)).toEqual(result)
    })

    test('is unavailable with the reason for an order that is unpaid, cancelled, or has nothing to order', async () => {
      const accountId = randomUUID()
      const unpaid = await real.place(accountId, { payment: 'pending', lines: [prints] })
      const cancelled = await real.place(accountId, { lines: [prints] })
      await real.shop('POST', `/${cancelled}/cancel`)
      const empty = await real.place(accountId, { lines: [gone] })
      for (const [code, reason] of [
        [unpaid, 'ORDER_UNPAID'],
        [cancelled, 'ORDER_CANCELLED'],
        [empty, 'NOTHING_TO_ORDER'],
      ] as const) {
        const unavailable = { __typename: 'ReorderUnavailable', code: 'REORDER_UNAVAILABLE', reason }
        expect(await reorder(accountId, code)).toEqual({ ...unavailable, message: expect.any(String) })
      }
    })

    test('finds no order of another account', async () => {
      const code = await real.place(randomUUID())
      const stranger = randomUUID()
      const notFound = { __typename: 'OrderNotFound', code: 'NOT_FOUND', message: 'Order not found' }
      expect(await reorder(stranger, code)).toEqual(notFound)
      expect((await real.read(stranger, reorderMutation, { id: code })).reorder).toEqual(notFound)
    })

    test('succeeds if the answer is lost once', async () => {
      const accountId = randomUUID()
      const code = await real.place(accountId, { lines: [prints] })
      real.links.orders.fail({ method: 'POST', path: '/reorder/direct', kind: 'responseLost' })
      expect(await reorder(accountId, code)).toMatchObject({ __typename: 'ReorderSuccess' })
    })
  })
}
