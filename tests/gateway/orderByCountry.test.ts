import { beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../support/gateway.ts'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { buildOrder } from '../support/purchases.ts'
import { anna, bram } from '../support/tokens.ts'
import type { Fault } from '../support/upstreamFaults.ts'

const gateway = setUpGateway()

beforeEach(() => {
  gateway.upstreams.clearPurchases()
})

/** An order that is delivered to a country. Higher numbers are newer. */
function orderTo(country: string, number = 1) {
  const order = buildOrder(number)
  return { ...order, deliveryAddress: { ...order.deliveryAddress, country } }
}

async function read(locale: string, app = gateway.app) {
  const query = 'query ($locale: Locale!) { viewer { orderByDates(locale: $locale) { country articleType } } }'
  return ask(app, query, { token: gateway.token, variables: { locale } })
}

async function countriesOf(locale: string, app = gateway.app) {
  const { data, errors } = await read(locale, app)
  expect(errors).toEqual([])
  return data.viewer.orderByDates.map(({ country }: { country: string }) => country)
}

describe('the country of the order-by dates, unless the client names one,', () => {
  test('is the one to which the latest order of the customer is delivered', async () => {
    gateway.upstreams.purchases(bram).orders = [orderTo('FR', 3)]
    gateway.upstreams.purchases(anna).orders = [orderTo('NL', 2), orderTo('FR')]
    expect(await countriesOf('fr-FR')).toEqual(['NL'])
    gateway.upstreams.purchases(anna).orders = [orderTo('FR', 2), orderTo('NL')]
    expect(await countriesOf('nl-NL')).toEqual([])
  })

  test.each([
    ['nl-NL', ['NL']],
    ['zh-Hans-NL', ['NL']],
    ['fr-FR', []],
    ['nl', []],
  ])('is the one of the language %s for a customer without orders', async (locale, countries) => {
    gateway.upstreams.purchases(bram).orders = [orderTo('FR')]
    expect(await countriesOf(locale)).toEqual(countries)
  })

  test('is the one of the language if the latest order has no address', async () => {
    const items = [{ ...buildOrder(1), deliveryAddress: null }]
    gateway.upstreams.fail('/orders/v2/superorders/me', { kind: 'body', text: JSON.stringify({ items }) })
    expect(await countriesOf('nl-NL')).toEqual(['NL'])
  })

  const faults: [string, Fault][] = [
    ['hangs', { kind: 'hang' }],
    ['resets the connection', { kind: 'reset' }],
    ['answers 404', { kind: 'status', status: 404 }],
    ['answers 409', { kind: 'status', status: 409 }],
    ['limits the rate', { kind: 'status', status: 429, retryAfter: '60' }],
    ['answers 500', { kind: 'status', status: 500 }],
    ['sends garbage', { kind: 'body', text: '<html>' }],
  ]

  test.each(faults)('is the one of the language if the orders service %s', async (_what, fault) => {
    gateway.upstreams.purchases(anna).orders = [orderTo('FR')]
    const app = fault.kind === 'hang' ? await gateway.startWithShortTimeouts() : gateway.app
    gateway.upstreams.fail('/orders', fault)
    expect(await countriesOf('nl-NL', app)).toEqual(['NL'])
  })
})
