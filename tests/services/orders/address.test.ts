import { describe, expect, test } from 'vitest'
import { addressProblems, cleanAddress, type TypedAddress } from '../../../schema/rules/postalAddress.ts'
import { postalAddress } from '../../../services/platform/postalAddress.ts'
import { databaseKinds } from '../../support/database.ts'
import { home, OrderServices, started } from './orderServices.ts'

const moved = { ...home, street: 'Prinsengracht', houseNumber: '7 A' }

describe.each(databaseKinds)('the delivery address of an order, on %s', (kind) => {
  const services = new OrderServices(kind)

  async function newOrder(changes = {}) {
    const customer = services.newCustomer()
    const { orderCode } = await services.place(customer, changes)
    const put = async (body: unknown, ifMatch?: string) =>
      customer.call('PUT', `/orders/v1/superorders/${orderCode}/deliveryAddress`, {
        body,
        headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
      })
    return { customer, orderCode, put }
  }

  test('can be changed until production starts', async () => {
    const { customer, orderCode, put } = await newOrder()
    const { country, street, city, houseNumber, postalCode, name } = moved
    const changed = await put({ country, street: '  Prinsengracht ', city, houseNumber, postalCode, name, phone: '' })
    expect([changed.status, changed.body.deliveryAddress, changed.body.version]).toEqual([200, { ...moved, street }, 2])
    expect(changed.headers.get('etag')).toBe('"2"')
    expect(changed.body.timeline.at(-1).kind).toBe('AddressChanged')
    expect((await put(moved)).body.version).toBe(2)
    expect((await services.eventsOf(customer)).at(-1)).toEqual({
      type: 'order.changed',
      data: { orderCode, status: 'Confirmed', version: 2, deliveryAddress: moved },
    })
    await services.produce(orderCode, started)
    expect((await services.eventsOf(customer)).at(-1)?.data).not.toHaveProperty('deliveryAddress')
    const late = await put(home)
    expect([late.status, late.body.code]).toEqual([409, 'PRODUCTION_STARTED'])
    const read = await customer.call('GET', `/orders/v1/superorders/${orderCode}`)
    expect(read.body).toMatchObject({
      deliveryAddress: moved,
      addressChange: { isAllowed: false, reason: 'PRODUCTION_STARTED', until: null },
    })
  })

  test('is not changed by a page that shows an older version', async () => {
    const { put } = await newOrder()
    const answers = await Promise.all([moved, { ...home, city: 'Utrecht' }].map(async (one) => put(one, '"1"')))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '412'])
    expect(answers.find(({ status }) => status === 412)?.body.code).toBe('ORDER_CHANGED')
    expect([(await put(home, '2')).status, (await put(moved, '*')).status, (await put(home, 'W/"4"')).status]).toEqual([
      200, 200, 412,
    ])
  })

  test('is stored once if the request is repeated with the same version, even after production has started', async () => {
    const { orderCode, put } = await newOrder()
    expect((await put(moved, '"1"')).body.version).toBe(2)
    const repeated = await put(moved, '"1"')
    expect([repeated.status, repeated.body.version, repeated.headers.get('etag')]).toEqual([200, 2, '"2"'])
    await services.produce(orderCode, started)
    expect((await put(moved, '"1"')).status).toBe(200)
    expect((await put(home, '"1"')).status).toBe(412)
  })

  test('cannot be changed for a parcel shop, to another country, or for a cancelled order', async () => {
    const shop = await newOrder({ deliveryType: 'PickupPoint' })
    expect([(await shop.put(moved)).status, (await shop.put(moved)).body.code]).toEqual([409, 'PICKUP_POINT'])
    const abroad = await newOrder()
    expect((await abroad.put({ ...moved, country: 'BE' })).body.code).toBe('DELIVERY_PRICE_CHANGES')
    await services.shop('POST', `/${abroad.orderCode}/cancel`)
    expect((await abroad.put(moved)).body.code).toBe('ORDER_CANCELLED')
  })

  test.each([
    ['an empty city', { ...home, city: '' }],
    ['a long street', { ...home, street: 'a'.repeat(101) }],
    ['no name and no organization', { ...home, name: null }],
    ['a country that is not a code', { ...home, country: 'Netherlands' }],
    ['a phone number with letters', { ...home, phone: 'call me' }],
    ['control characters', { ...home, city: 'Amster\0dam' }],
    ['no fields', {}],
  ])('is refused with %s', async (_name, address) => {
    const { put } = await newOrder()
    const { status, body } = await put(address)
    expect([status, body.code]).toEqual([400, 'INVALID_REQUEST'])
  })

  test('can be changed only by the customer of the order', async () => {
    const { orderCode } = await newOrder()
    const path = `/orders/v1/superorders/${orderCode}/deliveryAddress`
    expect((await services.newCustomer().call('PUT', path, { body: moved })).status).toBe(404)
  })
})

describe('the rules of addresses that the gateway checks', () => {
  const typed: TypedAddress = { ...home, addition: undefined, region: ' ' }

  test.each<[string, TypedAddress, string[]]>([
    ['a whole address', typed, []],
    ['an organization without a name', { ...typed, name: null, organization: 'De Brug' }, []],
    ['nothing', {}, ['name MISSING', 'street MISSING', 'city MISSING', 'country MISSING']],
    ['a city of spaces', { ...typed, city: ' \n ' }, ['city MISSING']],
    [
      'control characters',
      { ...typed, city: 'Amster\0dam', region: 'a\u0007' },
      ['city NOT_VALID', 'region NOT_VALID'],
    ],
    [
      '101 letters',
      { ...typed, street: 'a'.repeat(101), addition: 'b'.repeat(101) },
      ['street NOT_VALID', 'addition NOT_VALID'],
    ],
    ['100 letters', { ...typed, street: 'a'.repeat(100), addition: 'b'.repeat(100) }, []],
    ['a country in small letters', { ...typed, country: 'nl' }, ['country NOT_VALID']],
    ['a phone number with letters', { ...typed, phone: 'call me' }, ['phone NOT_VALID']],
    ['a phone number', { ...typed, phone: ' +31 (0)20-123 45.67 ' }, []],
    ['a lone surrogate', { ...typed, city: 'Am\ud800sterdam' }, []],
  ])('refuse the same as the service: %s', (_what, address, problems) => {
    expect(addressProblems(address).map(({ field, problem }) => `${field} ${problem}`)).toEqual(problems)
    const accepted = postalAddress.safeParse(address)
    expect(accepted.success).toBe(problems.length === 0)
    if (accepted.success) expect(cleanAddress(address)).toEqual(accepted.data)
  })
})
