import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../../gateway/app.ts'
import { readConfig } from '../../../gateway/config.ts'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import { demoAccounts } from '../../../services/platform/demo.ts'
import { seedMany } from '../../services/photos/seeding.ts'
import { ask, relaxedLimits } from '../../support/gateway.ts'
import { globalId } from '../../support/globalIds.ts'
import { type RunningServices, startServices } from '../../support/services.ts'

/* Orders prints at the gateway, with the real services behind it. */

const [anna, ben] = demoAccounts
let services: RunningServices
let app: FastifyInstance
let token: string
let tokenOfBen: string
let photoIds: string[]
let foreignPhoto: string

beforeAll(async () => {
  services = await startServices({
    services: ['identity', 'photos', 'site', 'customers', 'orders', 'vouchers', 'shop'],
    environment: { DEMO: 'true', ORDER_PACE: '0', DEMO_PICTURES: '1' },
  })
  await services.createDemo()
  app = await buildApp(
    readConfig({ PUBLIC_URL: services.publicUrl, SERVICES_URL: services.url, LOG_LEVEL: 'silent', ...relaxedLimits }),
  )
  token = await tokenFor(anna.email)
  tokenOfBen = await tokenFor(ben.email)
  const database = services.platform.database<PhotosTables>('photos')
  photoIds = (await seedMany(database, anna.id, 3)).map((id) => globalId('Photo', id))
  // The owner of this photo is not a demo account. Demo accounts share albums, so Anna could order photos of other demo
  // accounts.
  foreignPhoto = globalId('Photo', (await seedMany(database, randomUUID(), 1))[0] ?? '')
})
afterAll(async () => {
  await app.close()
  await services.close()
})

async function tokenFor(email: string): Promise<string> {
  const secret = (await readFile(join(services.dataDir, 'keys', 'operator'), 'utf8')).trim()
  const response = await fetch(`${services.url}/identity/dev/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-operator-secret': secret },
    body: JSON.stringify({ email }),
  })
  const { accessToken } = (await response.json()) as { accessToken: string }
  return accessToken
}

const quoteQuery = `query ($input: PrintQuoteInput!) { viewer { printQuote(input: $input) {
  lines { size quantity discount { amount } total { amount } }
  voucher { code state minimumOrder { amount } } sizes { size unitPrice { amount currency } }
  subtotal { amount } delivery { amount } vatRate total { amount currency } } } }`
const placeMutation = `mutation ($input: PlacePrintOrderInput!) { placePrintOrder(input: $input) { __typename
  ... on PlacePrintOrderSuccess { orderId orderCode order { code payment total { amount } lines { title voucherCode } } }
  ... on PrintQuoteChanged { missingPhotoIds quote { total { amount } voucher { state } } }
  ... on PrintBasketOrdered { orderId orderCode order { payment } }
  ... on InvalidAddress { fields { field problem } } ... on UserError { code } } }`
const payMutation = `mutation ($input: PayOrderInput!) { payOrder(input: $input) { __typename
  ... on PayOrderSuccess { order { payment status } } ... on PaymentNotPossible { order { payment } }
  ... on UserError { code } } }`

const address = { country: 'NL', name: 'Anna', street: 'Kade', houseNumber: '1', postalCode: '1015 KH', city: 'Breda' }
const prints = () => [{ size: '10X15', copies: 2, photoIds }]
const wanted = (changes: object = {}) => ({
  basketId: randomUUID(),
  attemptId: 'first',
  prints: prints(),
  address,
  quotedTotal: { amount: '5.09', currency: 'EUR' },
  payment: 'SUCCEEDS',
  channel: 'k',
  locale: 'nl-NL',
  ...changes,
})

async function quote(changes: object = {}, as = token) {
  const input = { basketId: randomUUID(), country: 'NL', prints: prints(), ...changes }
  const { data, errors } = await ask(app, quoteQuery, { token: as, variables: { input } })
  return { quote: data?.viewer?.printQuote, codes: errors.map(({ extensions }) => extensions['code']) }
}

const voucherOf = async (voucherCode: string) => (await quote({ voucherCode })).quote.voucher

async function place(input: object, as = token) {
  const { data, errors } = await ask(app, placeMutation, { token: as, variables: { input } })
  return data?.placePrintOrder ?? errors.map(({ extensions }) => extensions['code'])
}

async function pay(orderId: string, payment: string, as = token) {
  const { data } = await ask(app, payMutation, { token: as, variables: { input: { orderId, payment } } })
  return data.payOrder
}

describe('a quote', () => {
  test('has the prices of each size, in the currency of the country', async () => {
    const { quote: found } = await quote({
      prints: [...prints(), { size: '20X30', copies: 1, photoIds: [photoIds[0]] }],
    })
    expect(found).toMatchObject({
      lines: [
        { size: '10X15', quantity: 6, total: { amount: '1.14' } },
        { size: '20X30', quantity: 1, total: { amount: '1.99' } },
      ],
      voucher: null,
      subtotal: { amount: '3.13' },
      delivery: { amount: '3.95' },
      vatRate: '21.00',
      total: { amount: '7.08', currency: 'EUR' },
    })
    expect(found.sizes).toHaveLength(6)
    expect((await quote({ country: 'GB' })).quote.total.currency).toBe('GBP')
  })

  test('has the state of the voucher', async () => {
    expect(await voucherOf('anna-sorry')).toEqual({ code: 'ANNA-SORRY', state: 'ACCEPTED', minimumOrder: null })
    expect(await voucherOf('ANNA-WELCOME')).toEqual({
      code: 'ANNA-WELCOME',
      state: 'BELOW_MINIMUM',
      minimumOrder: { amount: '25.00' },
    })
    expect(await voucherOf('BEN-WELCOME')).toMatchObject({ state: 'UNKNOWN' })
    expect(await voucherOf('ANNA-SUMMER')).toMatchObject({ state: 'EXPIRED' })
  })

  test.each([
    ['a basket without prints', { prints: [] }],
    ['a basket without a key', { basketId: '' }],
    ['a country without delivery', { country: 'US' }],
    ['an unknown size', { prints: [{ size: '1X1', copies: 1, photoIds: [globalId('Photo', randomUUID())] }] }],
    ['no copies', { prints: [{ size: '10X15', copies: 0, photoIds: [globalId('Photo', randomUUID())] }] }],
    ['an id of an album', { prints: [{ size: '10X15', copies: 1, photoIds: [globalId('Album', '1')] }] }],
    ['a long voucher code', { voucherCode: 'A'.repeat(201) }],
    [
      'more than 1,000 prints of a size',
      {
        prints: [
          { size: '10X15', copies: 99, photoIds: Array.from({ length: 11 }, () => globalId('Photo', randomUUID())) },
        ],
      },
    ],
  ])('refuses %s', async (_name, changes) => {
    expect((await quote(changes)).codes).toEqual(['BAD_USER_INPUT'])
  })

  test('refuses a photo that is named twice for a size', async () => {
    const twice = [...prints(), { size: '10X15', copies: 1, photoIds: photoIds.slice(0, 1) }]
    expect((await quote({ prints: twice })).codes).toEqual(['BAD_USER_INPUT'])
  })

  test('can be requested for 1,000 photos', async () => {
    const many = Array.from({ length: 1_000 }, () => globalId('Photo', randomUUID()))
    const { quote: found } = await quote({ prints: [{ size: '10X15', copies: 1, photoIds: many }] })
    expect(found.lines[0].quantity).toBe(1_000)
  })
})

describe('an order of prints', () => {
  test('is placed once, with titles in the language of the customer', async () => {
    const input = wanted()
    const placed = await place(input)
    expect(placed).toEqual({
      __typename: 'PlacePrintOrderSuccess',
      orderId: globalId('Order', placed.orderCode),
      orderCode: expect.any(String),
      order: {
        code: placed.orderCode,
        payment: 'SUCCEEDED',
        total: { amount: '5.09' },
        lines: [{ title: 'Fotoafdrukken 15 × 10 cm', voucherCode: null }],
      },
    })
    expect(await place(input)).toEqual(placed)
  })

  test('is not placed twice by another attempt, or with other prints; the result names the first order', async () => {
    const input = wanted()
    const { orderId, orderCode } = await place(input)
    const before = {
      __typename: 'PrintBasketOrdered',
      code: 'PRINT_BASKET_ORDERED',
      orderId,
      orderCode,
      order: { payment: 'SUCCEEDED' },
    }
    expect(await place({ ...input, attemptId: 'second' })).toEqual(before)
    expect(await place({ ...input, prints: [{ size: '10X15', copies: 1, photoIds }] })).toEqual(before)
    expect((await place({ ...input, basketId: randomUUID() })).orderCode).not.toBe(orderCode)
  })

  test('is not placed with another total, or with a photo of somebody else', async () => {
    expect(await place(wanted({ quotedTotal: { amount: '5.00', currency: 'EUR' } }))).toEqual({
      __typename: 'PrintQuoteChanged',
      code: 'PRINT_QUOTE_CHANGED',
      missingPhotoIds: [],
      quote: { total: { amount: '5.09' }, voucher: null },
    })
    const foreign = [{ size: '10X15', copies: 2, photoIds: [...photoIds.slice(0, 2), foreignPhoto] }]
    expect(await place(wanted({ prints: foreign }))).toMatchObject({
      __typename: 'PrintQuoteChanged',
      missingPhotoIds: [foreignPhoto],
    })
  })

  test('is not placed with an invalid address', async () => {
    expect(await place(wanted({ address: { ...address, city: ' ', phone: 'x' } }))).toMatchObject({
      fields: [
        { field: 'CITY', problem: 'MISSING' },
        { field: 'PHONE', problem: 'NOT_VALID' },
      ],
    })
    expect(await place(wanted({ address: { ...address, country: 'US' } }))).toMatchObject({
      fields: [{ field: 'COUNTRY', problem: 'NOT_VALID' }],
    })
  })

  test.each([
    ['an unknown shop', { channel: 'x' }],
    ['an amount without cents', { quotedTotal: { amount: '5', currency: 'EUR' } }],
    ['a wrong language', { locale: 'nl_NL' }],
    ['an attempt without a key', { attemptId: '' }],
  ])('is refused with %s', async (_name, changes) => {
    expect(await place(wanted(changes))).toEqual(['BAD_USER_INPUT'])
  })

  test('that was not paid can be paid, by its customer only', async () => {
    const { orderId, order } = await place(wanted({ payment: 'FAILS' }))
    expect(order.payment).toBe('FAILED')
    expect(await pay(orderId, 'SUCCEEDS', tokenOfBen)).toEqual({ __typename: 'OrderNotFound', code: 'NOT_FOUND' })
    expect(await pay(globalId('Photo', '1'), 'SUCCEEDS')).toMatchObject({ __typename: 'OrderNotFound' })
    expect(await pay(orderId, 'PENDING')).toMatchObject({ order: { payment: 'PENDING', status: 'AWAITING_PAYMENT' } })
    expect(await pay(orderId, 'SUCCEEDS')).toMatchObject({ order: { payment: 'SUCCEEDED', status: 'ORDERED' } })
    expect(await pay(orderId, 'FAILS')).toEqual({
      __typename: 'PaymentNotPossible',
      code: 'PAYMENT_NOT_POSSIBLE',
      order: { payment: 'SUCCEEDED' },
    })
  })
})
