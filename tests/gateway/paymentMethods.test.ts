import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { globalId } from '../support/globalIds.ts'
import { setUpPlainServices } from '../support/plainSetup.ts'
import { anna } from '../support/tokens.ts'
import { buildMethod } from '../support/upstreamPayments.ts'

const path = '/payments/v1/payment-methods/me'
const methodFields = 'id kind brand lastDigits validUntil state'
const read = `{ viewer { email paymentMethods {
  stored { ${methodFields} } removing { ${methodFields} } allowedKinds canChange } } }`
const start = `mutation { startPaymentMethodSetup(input: { locale: "de-DE" }) { __typename
  ... on StartPaymentMethodSetupSuccess { pageUrl } ... on UserError { code message }
  ... on TooManyPaymentMethodSetups { retryAt } } }`
const complete = `mutation ($setup: String!) { completePaymentMethodSetup(input: { setup: $setup }) { __typename
  ... on CompletePaymentMethodSetupSuccess { outcome } ... on UserError { code message } } }`
const remove = `mutation ($id: ID!) { removePaymentMethod(input: { paymentMethodId: $id }) { __typename
  ... on RemovePaymentMethodSuccess { removedPaymentMethodId isConfirmed } ... on UserError { code message } } }`

const card = globalId('PaymentMethod', 'card-1')
const refused = (type: string, code: string) => ({ __typename: type, code, message: expect.any(String) })
const failure = (code: string, field: string) => [
  expect.objectContaining({ path: [field], extensions: expect.objectContaining({ code }) }),
]

describe('the payment method', () => {
  const gateway = setUpGateway()
  const payments = () => gateway.upstreams.payments(anna)

  beforeEach(() => {
    gateway.upstreams.clearPayments()
    gateway.upstreams.heal()
    payments().method = buildMethod('card-1')
  })

  const starting = async () => (await gateway.ask(start)).data.startPaymentMethodSetup
  const completing = async (setup: string) => (await gateway.ask(complete, { setup })).data.completePaymentMethodSetup
  const removing = async (id: string) => (await gateway.ask(remove, { id })).data.removePaymentMethod

  test('is read with one call, with the last day of its last month', async () => {
    payments().removing = [buildMethod('debit-1', { kind: 'directDebit', expires: null, state: 'removing' })]
    const { data, errors } = await gateway.ask(read)
    const shown = { kind: 'CARD', brand: 'Visa', lastDigits: '4242' }
    expect([data.viewer.paymentMethods, errors]).toEqual([
      {
        stored: { ...shown, id: card, validUntil: '2028-02-29', state: 'USABLE' },
        removing: [
          {
            ...shown,
            id: globalId('PaymentMethod', 'debit-1'),
            kind: 'DIRECT_DEBIT',
            validUntil: null,
            state: 'REMOVING',
          },
        ],
        allowedKinds: ['CARD', 'DIRECT_DEBIT'],
        canChange: true,
      },
      [],
    ])
    expect(gateway.upstreams.pathsOf('payments')).toEqual(['/v1/payment-methods/me'])
  })

  test('has null for kinds and states that the schema does not know', async () => {
    const own = { kind: 'wallet', state: 'frozen', brand: null, lastDigits: null, expires: null }
    Object.assign(payments(), { method: buildMethod('x', own), allowedKinds: ['wallet', 'card'], mayChange: null })
    const { stored, allowedKinds, canChange } = (await gateway.ask(read)).data.viewer.paymentMethods
    expect(stored).toMatchObject({ kind: null, state: null, brand: null, lastDigits: null, validUntil: null })
    expect([allowedKinds, canChange]).toEqual([['CARD'], null])
  })

  test.each([
    [{ kind: 'status', status: 500 }, 'UPSTREAM_UNAVAILABLE'],
    [{ kind: 'reset' }, 'UPSTREAM_UNAVAILABLE'],
    [{ kind: 'body', text: '<html>' }, 'UPSTREAM_INVALID_RESPONSE'],
    [{ kind: 'body', text: '{"removing":1}' }, 'UPSTREAM_INVALID_RESPONSE'],
  ] as const)(
    'is null with an error when the service fails (%o), and the rest of the page has its data',
    async (fault, code) => {
      gateway.upstreams.fail(path, fault)
      const { data, errors } = await gateway.ask(read)
      expect(data.viewer).toEqual({ email: 'a@example.com', paymentMethods: null })
      expect(errors).toMatchObject([{ path: ['viewer', 'paymentMethods'], extensions: { code } }])
    },
  )

  test('is added at the page of the provider, in the language of the customer', async () => {
    expect(await starting()).toEqual({
      __typename: 'StartPaymentMethodSetupSuccess',
      pageUrl: 'https://pay.test/setup-1',
    })
    expect(gateway.upstreams.calls.map(({ method, path: called, body }) => [method, called, body])).toEqual([
      ['POST', `${path}/setups`, { locale: 'de-DE' }],
    ])
  })

  test.each([
    [403, 'RECENT_SIGN_IN_REQUIRED', refused('RecentSignInRequired', 'RECENT_SIGN_IN_REQUIRED')],
    [403, 'ACCOUNT_BLOCKED', refused('BusinessAccountBlocked', 'BUSINESS_ACCOUNT_BLOCKED')],
    [409, 'NO_METHOD_ALLOWED', refused('PaymentMethodNotAllowed', 'PAYMENT_METHOD_NOT_ALLOWED')],
    [424, 'PROVIDER_UNAVAILABLE', refused('PaymentProviderUnavailable', 'PAYMENT_PROVIDER_UNAVAILABLE')],
    [
      429,
      'TOO_MANY_SETUPS',
      { ...refused('TooManyPaymentMethodSetups', 'TOO_MANY_PAYMENT_METHOD_SETUPS'), retryAt: null },
    ],
  ])('is not added after the refusal %i %s', async (status, code, result) => {
    payments().refusal = { status, code }
    expect(await starting()).toEqual(result)
  })

  test('cannot be added after too many attempts; the response says from when it can', async () => {
    payments().refusal = { status: 429, code: 'TOO_MANY_SETUPS', retryAfter: 3_600 }
    const before = Date.now()
    const { retryAt } = await starting()
    expect(Date.parse(retryAt)).toBeGreaterThanOrEqual(before + 3_600_000)
    expect(Date.parse(retryAt)).toBeLessThan(Date.now() + 3_601_000)
  })

  test('is not started twice when the response is lost', async () => {
    gateway.upstreams.fail(`${path}/setups`, { kind: 'reset' })
    const { errors } = await gateway.ask(start)
    expect(errors).toEqual(failure('UPSTREAM_UNAVAILABLE', 'startPaymentMethodSetup'))
    expect(gateway.upstreams.pathsOf('payments')).toHaveLength(1)
  })

  test.each([
    ['stored', 'STORED'],
    ['pending', 'PENDING'],
    ['refused', 'REFUSED'],
    ['cancelled', 'CANCELLED'],
    ['expired', 'EXPIRED'],
    ['superseded', 'SUPERSEDED'],
    ['open', 'UNFINISHED'],
    ['something new', null],
  ])('is set up: the outcome %s of the service becomes %s', async (outcome, shown) => {
    payments().outcomes.set('1', outcome)
    expect(await completing('1')).toEqual({ __typename: 'CompletePaymentMethodSetupSuccess', outcome: shown })
  })

  test('is set up: the call is repeated after a lost response, and unknown setups are not found', async () => {
    payments().outcomes.set('1', 'stored')
    gateway.upstreams.fail(`${path}/setups/1`, { kind: 'reset' }, 1)
    expect(await completing('1')).toMatchObject({ outcome: 'STORED' })
    for (const setup of ['2', '', '../../me', 'a/b', '%00', 'x'.repeat(5_000)]) {
      expect(await completing(setup)).toEqual(refused('PaymentMethodSetupNotFound', 'NOT_FOUND'))
    }
    payments().refusal = { status: 424, code: 'PROVIDER_UNAVAILABLE' }
    expect(await completing('1')).toEqual(refused('PaymentProviderUnavailable', 'PAYMENT_PROVIDER_UNAVAILABLE'))
  })

  test.each(['removed', 'removing'] as const)('counts as removed when the service answers "%s"', async (removal) => {
    payments().removal = removal
    const done = { __typename: 'RemovePaymentMethodSuccess', removedPaymentMethodId: card }
    expect(await removing(card)).toEqual({ ...done, isConfirmed: removal === 'removed' })
    expect(payments().method).toBeNull()
  })

  test('is not removed with another id, or when the service refuses', async () => {
    const notFound = refused('PaymentMethodNotFound', 'NOT_FOUND')
    for (const id of [globalId('PaymentMethod', 'card-2'), globalId('Order', 'card-1'), 'card-1']) {
      expect(await removing(id)).toEqual(notFound)
    }
    payments().refusal = { status: 403, code: 'RECENT_SIGN_IN_REQUIRED' }
    expect(await removing(card)).toEqual(refused('RecentSignInRequired', 'RECENT_SIGN_IN_REQUIRED'))
    payments().refusal = { status: 403, code: 'ACCOUNT_BLOCKED' }
    expect(await removing(card)).toEqual(refused('BusinessAccountBlocked', 'BUSINESS_ACCOUNT_BLOCKED'))
    expect(payments().method?.id).toBe('card-1')
  })

  test('counts as removed after a lost response only if the service no longer has it', async () => {
    gateway.upstreams.fail(`${path}/card-1`, { kind: 'reset' })
    const { errors } = await gateway.ask(remove, { id: card })
    expect(errors).toEqual(failure('UPSTREAM_UNAVAILABLE', 'removePaymentMethod'))
    payments().method = null
    payments().removing = [buildMethod('card-1', { state: 'removing' })]
    expect(await removing(card)).toMatchObject({ __typename: 'RemovePaymentMethodSuccess', isConfirmed: false })
    payments().removing = []
    expect(await removing(card)).toMatchObject({ __typename: 'RemovePaymentMethodSuccess', isConfirmed: true })
  })
})

describe('without a service for payment methods', () => {
  const gateway = setUpPlainServices()
  beforeAll(() => gateway.renew())

  test('there are no payment methods and no error, and nothing can be changed', async () => {
    const { data, errors } = await gateway.ask(read)
    expect([data.viewer.paymentMethods, errors]).toEqual([null, []])
    const results = [
      (await gateway.ask(start)).data.startPaymentMethodSetup,
      (await gateway.ask(complete, { setup: '1' })).data.completePaymentMethodSetup,
      (await gateway.ask(remove, { id: card })).data.removePaymentMethod,
    ]
    expect(results).toEqual([
      refused('PaymentMethodNotAllowed', 'PAYMENT_METHOD_NOT_ALLOWED'),
      refused('PaymentMethodSetupNotFound', 'NOT_FOUND'),
      refused('PaymentMethodNotFound', 'NOT_FOUND'),
    ])
  })
})
