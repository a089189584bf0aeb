import { beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../support/gateway.ts'
import { setUpGateway } from '../support/gatewaySetup.ts'

const gateway = setUpGateway()
const limited = { ADDRESS_LINK_RATE: '0.001', ADDRESS_LINK_BURST: '2' }

beforeEach(() => {
  Object.assign(gateway.upstreams.mailing, {
    state: 'none',
    requested: { outcome: 'accepted', retryAt: null },
    confirmation: 204,
  })
})

const confirmation = `mutation ($email: String!, $token: String!) {
  confirmNewsletterSubscription(input: { email: $email, token: $token }) {
    __typename ... on ConfirmNewsletterSubscriptionSuccess { email }
    ... on UserError { code message } ... on MailedLinkRefused { problem }
  } }`
const variables = { email: 'a+b@example.com', token: 'a token/..' }
const path = '/api/v1/Profiles/a%2Bb%40example.com/subscription/confirm/a%20token%2F..x'

/** Confirms without an access token. */
const confirm = (app = gateway.app, own: Partial<typeof variables> = {}, headers: Record<string, string> = {}) =>
  ask(app, confirmation, { variables: { ...variables, token: 'a token/..x', ...own }, headers })

describe('confirmNewsletterSubscription', () => {
  test('makes the call of the specification, without a token, even for a signed-in customer', async () => {
    expect((await confirm()).data.confirmNewsletterSubscription).toEqual({
      __typename: 'ConfirmNewsletterSubscriptionSuccess',
      email: variables.email,
    })
    await gateway.ask(confirmation, { ...variables, token: 'a token/..x' })
    expect(gateway.upstreams.pathsOf('mailing')).toEqual([path, path])
    const calls = gateway.upstreams.calls.filter(({ path: called }) => called.startsWith('/mailing'))
    expect(calls.map(({ method, headers }) => [method, headers['authorization']])).toEqual([
      ['POST', undefined],
      ['POST', undefined],
    ])
  })

  test.each([
    [409, 'USED'],
    [410, 'EXPIRED'],
    [404, 'UNKNOWN'],
    [400, 'UNKNOWN'],
  ])('returns the problem that belongs to the status %i', async (status, problem) => {
    gateway.upstreams.mailing.confirmation = status
    const refused = { __typename: 'MailedLinkRefused', code: 'LINK_REFUSED', problem }
    expect((await confirm()).data.confirmNewsletterSubscription).toMatchObject(refused)
  })

  test.each(['..', 'a\u0000', '', 'x'.repeat(2_000)])('makes no call for the token %j', async (token) => {
    const { data } = await confirm(gateway.app, { token })
    expect(data.confirmNewsletterSubscription.problem).toBe('UNKNOWN')
    expect(gateway.upstreams.pathsOf('mailing')).toEqual([])
  })

  test.each([
    [{ kind: 'status', status: 500 }, 'UPSTREAM_UNAVAILABLE'],
    [{ kind: 'status', status: 503 }, 'UPSTREAM_UNAVAILABLE'],
    [{ kind: 'status', status: 429, retryAfter: '7' }, 'RATE_LIMITED'],
    [{ kind: 'reset' }, 'UPSTREAM_UNAVAILABLE'],
    [{ kind: 'body', text: '<html>' }, 'UPSTREAM_INVALID_RESPONSE'],
  ] as const)('fails once with a code and a correlation id after %j', async (fault, code) => {
    gateway.upstreams.fail('/mailing/api/v1/Profiles', fault)
    const { errors } = await confirm()
    expect(errors).toMatchObject([{ extensions: { code, correlationId: expect.any(String) } }])
    // A second attempt would find the token used.
    expect(gateway.upstreams.pathsOf('mailing')).toHaveLength(1)
  })

  test('fails in time if the service is slow', async () => {
    const app = await gateway.startWithShortTimeouts()
    gateway.upstreams.fail('/mailing/api/v1/Profiles', { kind: 'hang' })
    expect((await confirm(app)).errors[0]?.extensions['code']).toBe('UPSTREAM_TIMEOUT')
  })

  test('is limited for each IP address, even within one document', async () => {
    const app = await gateway.start(limited)
    const twice = `mutation { one: ${call} two: ${call} three: ${call} }`
    const { errors } = await ask(app, twice)
    expect(errors).toMatchObject([{ path: ['three'], extensions: { code: 'RATE_LIMITED', retryAfter: 1000 } }])
    expect((await confirm(app)).errors[0]?.extensions['code']).toBe('RATE_LIMITED')
    expect(gateway.upstreams.pathsOf('mailing')).toHaveLength(2)
    const elsewhere = await confirm(app, {}, { 'x-forwarded-for': '203.0.113.9' })
    expect(elsewhere.errors).toEqual([])
  })
})

const call = 'confirmNewsletterSubscription(input: { email: "a@example.com", token: "t" }) { __typename }'

describe('the subscription of the viewer', () => {
  const fields = 'newsletter { state email requestedAt confirmedAt unsubscribedAt }'
  const read = `{ viewer { email ${fields} } }`
  const subscription = {
    email: 'a@example.com',
    requestedAt: '2026-03-01T09:00:00.000Z',
    confirmedAt: null,
    unsubscribedAt: null,
  }
  const subscribe = (input = '{ locale: "de-DE", textVersion: "2026-11" }') =>
    gateway.ask(`mutation { subscribeToNewsletter(input: ${input}) {
      __typename ... on SubscribeToNewsletterSuccess { viewer { ${fields} } }
      ... on MailLimitReached { retryAt } ... on UserError { code } } }`)

  test.each([
    ['none', 'NONE'],
    ['pending', 'PENDING'],
    ['subscribed', 'SUBSCRIBED'],
    ['unsubscribed', 'UNSUBSCRIBED'],
  ])('is shown in the state %s', async (state, shown) => {
    gateway.upstreams.mailing.state = state
    expect((await gateway.ask(read)).data.viewer.newsletter).toEqual({ ...subscription, state: shown })
  })

  test('begins as pending, and ends', async () => {
    const begun = (await subscribe()).data.subscribeToNewsletter
    expect(begun.viewer.newsletter).toEqual({ ...subscription, state: 'PENDING' })
    expect(gateway.upstreams.calls.map(({ body }) => body)).toContainEqual({ locale: 'de-DE', textVersion: '2026-11' })
    const { data } = await gateway.ask(`mutation { unsubscribeFromNewsletter {
      ... on UnsubscribeFromNewsletterSuccess { viewer { ${fields} } } } }`)
    expect(data.unsubscribeFromNewsletter.viewer.newsletter.state).toBe('UNSUBSCRIBED')
  })

  test.each([
    [
      { outcome: 'unconfirmed', retryAt: null },
      { __typename: 'EmailUnconfirmed', code: 'EMAIL_UNCONFIRMED' },
    ],
    [
      { outcome: 'capped', retryAt: '2026-03-02T00:00:00.000Z' },
      { __typename: 'MailLimitReached', code: 'MAIL_LIMIT_REACHED', retryAt: '2026-03-02T00:00:00.000Z' },
    ],
  ])('does not begin if the service answers %j', async (answer, result) => {
    gateway.upstreams.mailing.requested = answer
    expect((await subscribe()).data.subscribeToNewsletter).toEqual(result)
  })

  test.each(['{ locale: "x y", textVersion: "1" }', '{ locale: "de-DE", textVersion: "a b" }'])(
    'does not begin with the input %s',
    async (input) => {
      expect((await subscribe(input)).errors[0]?.extensions['code']).toBe('BAD_USER_INPUT')
      expect(gateway.upstreams.pathsOf('mailing')).toEqual([])
    },
  )

  test('is null with an error if the service fails, and the rest of the viewer is shown', async () => {
    gateway.upstreams.fail('/mailing/', { kind: 'status', status: 500 })
    const { data, errors } = await gateway.ask(read)
    expect(data.viewer).toEqual({ email: 'a@example.com', newsletter: null })
    expect(errors).toMatchObject([{ path: ['viewer', 'newsletter'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } }])
  })

  test('is null for a service that has only the specified call; that call still confirms subscriptions', async () => {
    gateway.upstreams.documents.set('mailing', { paths: {} })
    try {
      const app = await gateway.start()
      const { data, errors } = await ask(app, read, { token: gateway.token })
      expect([data.viewer.newsletter, errors]).toEqual([null, []])
      expect((await confirm(app)).data.confirmNewsletterSubscription.email).toBe(variables.email)
    } finally {
      gateway.upstreams.documents.clear()
    }
  })
})
