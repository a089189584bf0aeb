import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readCatalogue } from '../../../services/platform/catalogue/catalogue.ts'
import { deliveryCountries } from '../../../schema/rules/prints.ts'
import { databaseKinds } from '../../support/database.ts'
import { euro } from '../orders/orderServices.ts'
import type { Customer } from '../storage/customer.ts'
import { basketOf, ShopServices } from './shopServices.ts'

test('the shop delivers to every country of the catalogue', () => {
  expect(readCatalogue().countries.map(({ country }) => country)).toEqual(deliveryCountries)
})

const stateOf = async (customer: Customer, code: string) =>
  (await customer.call('GET', `/vouchers/api/v1/campaigns/offers/${code}`)).body.state

describe.each(databaseKinds)('a quote, on %s', (kind) => {
  const services = new ShopServices(kind)
  const [one, two] = [randomUUID(), randomUUID()]
  const lines = [
    { photoId: one, variant: '20X30', quantity: 3 },
    { photoId: two, variant: '10X15', quantity: 1 },
    { photoId: one, variant: '10X15', quantity: 2 },
  ]

  const quoteWith = async (customer: Customer, voucher: string | null, basketId: string = randomUUID()) =>
    (await services.quote(customer, basketOf([], { basketId, lines, voucher }))).body

  test('groups the prints by size, and adds the delivery and the VAT of the country', async () => {
    const customer = services.newCustomer()
    expect(await quoteWith(customer, null)).toEqual({
      sizes: [
        { variant: '10X15', unitPrice: euro('0.19') },
        { variant: '13X18', unitPrice: euro('0.35') },
        { variant: '20X30', unitPrice: euro('1.99') },
        { variant: '30X45', unitPrice: euro('5.99') },
        { variant: '40X60', unitPrice: euro('9.99') },
        { variant: '50X75', unitPrice: euro('14.99') },
      ],
      lines: [
        {
          variant: '10X15',
          quantity: 3,
          photosCount: 2,
          unitPrice: euro('0.19'),
          discount: euro('0.00'),
          total: euro('0.57'),
        },
        {
          variant: '20X30',
          quantity: 3,
          photosCount: 1,
          unitPrice: euro('1.99'),
          discount: euro('0.00'),
          total: euro('5.97'),
        },
      ],
      voucher: null,
      subtotal: euro('6.54'),
      discount: euro('0.00'),
      delivery: euro('3.95'),
      vatRate: '21.00',
      tax: euro('1.83'),
      total: euro('10.49'),
    })
    const { body } = await services.quote(customer, basketOf([], { lines, country: 'NO' }))
    expect([body.total.currency, body.vatRate]).toEqual(['NOK', '25.00'])
  })

  test('that names its shop is refused for a country to which the shop does not deliver', async () => {
    const customer = services.newCustomer()
    const [photoId = ''] = await services.addPhotos(customer, 1)
    const lines = [{ photoId, variant: '10X15', quantity: 1 }]
    const quote = async (country: string, channel?: string) => {
      const wanted = {
        basketId: randomUUID(),
        country,
        lines,
        voucher: null,
        ...(channel !== undefined && { channel }),
      }
      const { status, body } = await services.quote(customer, wanted)
      return [status, body.code]
    }
    expect(await quote('SE', 's')).toEqual([200, undefined])
    expect(await quote('FR', 's')).toEqual([400, 'NO_DELIVERY'])
    expect(await quote('FR', 'nobody')).toEqual([400, 'NO_SUCH_CHANNEL'])
    expect(await quote('FR')).toEqual([200, undefined])
  })

  test('reserves its voucher, and releases the voucher when the basket gets another voucher or none', async () => {
    const customer = services.newCustomer()
    const [first, second] = [
      await services.addVoucher({ percentage: 10 }),
      await services.addVoucher({ percentage: 20 }),
    ]
    const basketId = randomUUID()
    const { voucher, discount, total } = await quoteWith(customer, ` ${first.toLowerCase()} `, basketId)
    expect({ voucher, discount, total }).toEqual({
      voucher: { code: first, state: 'accepted', minimumOrder: null },
      discount: euro('0.66'),
      total: euro('9.83'),
    })
    expect(await stateOf(customer, first)).toBe('reserved')
    // The release gives up after a second, so the quote is repeated on a busy machine.
    const quoteAgain = async (voucher: string | null) => {
      await quoteWith(customer, voucher, basketId)
      return [await stateOf(customer, first), await stateOf(customer, second)]
    }
    await expect.poll(async () => quoteAgain(second)).toEqual(['available', 'reserved'])
    await quoteWith(customer, null, randomUUID())
    expect(await stateOf(customer, second)).toBe('reserved')
    await expect.poll(async () => quoteAgain(null)).toEqual(['available', 'available'])
  })

  test('says why a voucher gives no discount', async () => {
    const customer = services.newCustomer()
    const single = await services.addVoucher({ percentage: 10 })
    await quoteWith(services.newCustomer(), single)
    const codes = {
      unknown: 'NO-SUCH-CODE',
      reserved: single,
      expired: await services.addVoucher({ percentage: 10, valid_until: '2020-01-01' }),
      notForProducts: await services.addVoucher({ percentage: 10, product_codes: ['PAP_370'] }),
      wrongCurrency: await services.addVoucher({ amount: 100, currency: 'GBP' }),
    }
    for (const [state, code] of Object.entries(codes)) {
      const quote = await quoteWith(customer, code)
      expect([quote.voucher.state, quote.discount]).toEqual([state, euro('0.00')])
    }
    const large = await services.addVoucher({ amount: 100, currency: 'EUR', minimum_order: 2_500 })
    const { voucher } = await quoteWith(customer, large)
    expect(voucher).toEqual({ code: large, state: 'belowMinimum', minimumOrder: euro('25.00') })
  })

  test('says that there were too many attempts after several unknown codes', async () => {
    const customer = services.newCustomer()
    const states: string[] = []
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const { voucher } = await quoteWith(customer, `NO-SUCH-CODE-${attempt}`)
      states.push(voucher.state)
    }
    expect(states.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'unknown'))
    expect(states).toContain('tooManyAttempts')
  })

  test.each(['down', 'garbage', 'error'] as const)('has its prices while the vouchers service is %s', async (fault) => {
    services.faults.set('POST /vouchers', fault)
    const quote = await quoteWith(services.newCustomer(), 'SPRING')
    services.faults.clear()
    expect([quote.voucher.state, quote.total]).toEqual(['unavailable', euro('10.49')])
  })

  test('keeps its vouchers while the orders service does not say whether the basket was ordered', async () => {
    const customer = services.newCustomer()
    const [first, second] = [
      await services.addVoucher({ percentage: 10 }),
      await services.addVoucher({ percentage: 20 }),
    ]
    const basketId = randomUUID()
    await quoteWith(customer, first, basketId)
    services.faults.set('GET /orders/v1/placed-orders', 'down')
    const quote = await quoteWith(customer, second, basketId)
    services.faults.clear()
    expect(quote.voucher.state).toBe('accepted')
    expect([await stateOf(customer, first), await stateOf(customer, second)]).toEqual(['reserved', 'reserved'])
    await expect
      .poll(async () => {
        await quoteWith(customer, second, basketId)
        return [await stateOf(customer, first), await stateOf(customer, second)]
      })
      .toEqual(['available', 'reserved'])
  })

  test.each([
    { name: 'no lines', body: basketOf([]), status: 400 },
    {
      name: 'a quantity of 0',
      body: basketOf([], { lines: [{ photoId: one, variant: '10X15', quantity: 0 }] }),
      status: 400,
    },
    {
      name: 'a quantity of 100',
      body: basketOf([], { lines: [{ photoId: one, variant: '10X15', quantity: 100 }] }),
      status: 400,
    },
    { name: 'a photo twice in one size', body: basketOf([one, one]), status: 400 },
    { name: 'a country without delivery', body: basketOf([one], { country: 'US' }), status: 400 },
    { name: 'a key with a space', body: basketOf([one], { basketId: 'a b' }), status: 400 },
    { name: 'more than 1000 lines', body: basketOf(Array.from({ length: 1_001 }, () => randomUUID())), status: 400 },
    {
      name: 'an unknown size',
      body: basketOf([], { lines: [{ photoId: one, variant: '1X1', quantity: 1 }] }),
      status: 400,
    },
    {
      name: 'more than 1000 prints of a size',
      body: basketOf(Array.from({ length: 501 }, () => randomUUID())),
      status: 400,
    },
  ])('refuses $name', async ({ body, status }) => {
    expect((await services.quote(services.newCustomer(), body)).status).toBe(status)
  })

  test('is possible with the maximum of 1000 photos', async () => {
    const photos = Array.from({ length: 1_000 }, () => ({ photoId: randomUUID(), variant: '10X15', quantity: 1 }))
    const { body } = await services.quote(services.newCustomer(), basketOf([], { lines: photos }))
    expect(body.lines).toMatchObject([{ quantity: 1_000, photosCount: 1_000 }])
  })
})
