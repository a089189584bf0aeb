import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { type Received, connect, listen } from '../support/socketClient.ts'
import { anna, bram } from '../support/tokens.ts'
import type { IdentityRefusal } from '../support/upstreamIdentity.ts'

const gateway = setUpGateway({ UPSTREAM_TIMEOUT: '2000' })
const path = `/identity/v2/identities/keepsake/${anna}/emailchanges`
const selections = {
  requestEmailChange: `... on RequestEmailChangeSuccess { email } ... on TooManyEmailChanges { retryAt }
    ... on InvalidEmail { problem }`,
  confirmEmailChange: `... on ConfirmEmailChangeSuccess { isSignedOut } ... on TooManyEmailChanges { retryAt }
    ... on MailedLinkRefused { problem }`,
  cancelEmailChange: '... on CancelEmailChangeSuccess { email }',
}

beforeEach(() => {
  gateway.upstreams.clearWork()
  gateway.upstreams.heal()
})

const email = () => gateway.upstreams.work(anna).email
const refuse = (refusal: IdentityRefusal) => (email().refusal = refusal)

async function run(field: keyof typeof selections, input: string) {
  const fields = `__typename ... on UserError { code } ${selections[field]}`
  const { data, errors } = await gateway.ask(`mutation { ${field}(input: { ${input} }) { ${fields} } }`)
  return { result: data?.[field] ?? null, codes: errors.map(({ extensions }) => extensions?.['code']) }
}
const request = (address: string) => run('requestEmailChange', `email: ${JSON.stringify(address)}, locale: "de-DE"`)
const confirm = (token = 'a/b?c') => run('confirmEmailChange', `token: "${token}", locale: "de-DE"`)

const shared: readonly (readonly [IdentityRefusal, object])[] = [
  [
    { status: 409, code: 'EMAIL_IN_USE' },
    { __typename: 'EmailInUse', code: 'EMAIL_IN_USE' },
  ],
  // The code of this service says no more than the status 409.
  [
    { status: 409, code: 'CONFLICT' },
    { __typename: 'EmailInUse', code: 'EMAIL_IN_USE' },
  ],
  [
    { status: 403, code: 'RECENT_SIGN_IN_REQUIRED' },
    { __typename: 'RecentSignInRequired', code: 'RECENT_SIGN_IN_REQUIRED' },
  ],
  [
    { status: 429, code: 'TOO_MANY_REQUESTS' },
    { __typename: 'TooManyEmailChanges', code: 'TOO_MANY_EMAIL_CHANGES', retryAt: null },
  ],
]

describe('requestEmailChange', () => {
  test('calls the service once, for the identity of the viewer, and the change is pending', async () => {
    expect((await request(' nora@example.com ')).result).toEqual({
      __typename: 'RequestEmailChangeSuccess',
      email: 'nora@example.com',
    })
    const calls = gateway.upstreams.calls.filter(({ path: called }) => called === path)
    expect(calls).toMatchObject([
      { method: 'POST', body: { email: 'nora@example.com', channel: 'web' }, headers: { 'accept-language': 'de-DE' } },
    ])
    const { data } = await gateway.ask('{ viewer { emailChange { email until } } }')
    expect(data.viewer.emailChange).toEqual({ email: 'nora@example.com', until: '2026-03-15T18:00:00.000Z' })
  })

  test.each([
    ...shared,
    [
      { status: 400, code: 'INVALID_EMAIL' },
      { __typename: 'InvalidEmail', code: 'INVALID_EMAIL', problem: 'NOT_VALID' },
    ],
    [
      { status: 400, code: 'EMAIL_UNCHANGED' },
      { __typename: 'InvalidEmail', code: 'INVALID_EMAIL', problem: 'UNCHANGED' },
    ],
    [
      { status: 400, code: 'MAIL_REFUSED' },
      { __typename: 'MailRefused', code: 'MAIL_REFUSED' },
    ],
  ] as const)('returns the type that belongs to %j', async (refusal, result) => {
    refuse(refusal)
    expect(await request('nora@example.com')).toEqual({ result, codes: [] })
  })

  test('says when the next request can be sent', async () => {
    refuse({ status: 429, code: 'TOO_MANY_REQUESTS', retryAfter: '120' })
    const before = Date.now()
    const { result } = await request('nora@example.com')
    const answeredAt = Date.parse(result.retryAt) - 120_000
    expect(answeredAt).toBeGreaterThanOrEqual(before)
    expect(answeredAt).toBeLessThanOrEqual(Date.now())
  })

  test.each(['', 'nora', 'nora@example.com\r\nBcc: all@example.com', 'a@example.com,b@example.com'])(
    'does not ask the service about %j',
    async (address) => {
      expect((await request(address)).result).toMatchObject({ __typename: 'InvalidEmail', problem: 'NOT_VALID' })
      expect(gateway.upstreams.calls.filter(({ path: called }) => called === path)).toEqual([])
    },
  )

  test.each([
    [{ kind: 'status', status: 500 } as const, 'UPSTREAM_UNAVAILABLE'],
    [{ kind: 'status', status: 503 } as const, 'UPSTREAM_UNAVAILABLE'],
    [{ kind: 'reset' } as const, 'UPSTREAM_UNAVAILABLE'],
    [{ kind: 'hang' } as const, 'UPSTREAM_TIMEOUT'],
    [{ kind: 'status', status: 403 } as const, 'FORBIDDEN'],
  ])('sends one request, and fails, when identity misbehaves: %j', async (fault, code) => {
    gateway.upstreams.fail(path, fault)
    expect(await request('nora@example.com')).toEqual({ result: null, codes: [code] })
    expect(gateway.upstreams.calls.filter(({ path: called }) => called === path)).toHaveLength(1)
  })
})

const link = (found: string) => ({ __typename: 'MailedLinkRefused', code: 'LINK_REFUSED', problem: found })

describe('confirmEmailChange', () => {
  test('sends the token as one part of the path', async () => {
    expect(await confirm()).toEqual({
      result: { __typename: 'ConfirmEmailChangeSuccess', isSignedOut: true },
      codes: [],
    })
    expect(gateway.upstreams.calls.map(({ path: called }) => called)).toContain(`${path}/a%2Fb%3Fc/actions/confirm`)
  })

  test.each([
    ...shared,
    [{ status: 410, code: 'TOKEN_USED' }, link('USED')],
    [{ status: 410, code: 'TOKEN_EXPIRED' }, link('EXPIRED')],
    [{ status: 404, code: 'TOKEN_UNKNOWN' }, link('UNKNOWN')],
    [{ status: 403, code: 'TOKEN_OF_OTHER_ACCOUNT' }, link('OTHER_ACCOUNT')],
  ] as const)('returns the type that belongs to %j', async (refusal, result) => {
    refuse(refusal)
    expect(await confirm()).toEqual({ result, codes: [] })
  })

  test.each([
    [{ kind: 'status', status: 500 } as const, 'UPSTREAM_UNAVAILABLE'],
    [{ kind: 'reset' } as const, 'UPSTREAM_UNAVAILABLE'],
    [{ kind: 'hang' } as const, 'UPSTREAM_TIMEOUT'],
  ])('sends one request, and fails, when identity misbehaves: %j', async (fault, code) => {
    gateway.upstreams.fail(path, fault)
    expect(await confirm('x')).toEqual({ result: null, codes: [code] })
    expect(gateway.upstreams.calls.filter(({ path: called }) => called.startsWith(path))).toHaveLength(1)
  })
})

describe('cancelEmailChange', () => {
  test('cancels the pending change to this address only', async () => {
    email().change = { email: 'nora@example.com', until: '2026-03-15T18:00:00Z' }
    const notFound = { __typename: 'EmailChangeNotFound', code: 'NOT_FOUND' }
    expect((await run('cancelEmailChange', 'email: "other@example.com"')).result).toEqual(notFound)
    expect(email().change).not.toBeNull()
    const done = { __typename: 'CancelEmailChangeSuccess', email: 'a@example.com' }
    expect((await run('cancelEmailChange', 'email: "nora@example.com"')).result).toEqual(done)
    expect((await run('cancelEmailChange', 'email: "nora@example.com"')).result).toEqual(notFound)
  })
})

const read = () => gateway.ask('{ viewer { email emailChange { email } } }')

describe('Viewer.emailChange', () => {
  test('is null without a change, and the rest of the viewer is there when identity fails', async () => {
    expect((await read()).data.viewer).toEqual({ email: 'a@example.com', emailChange: null })
    gateway.upstreams.fail(path, { kind: 'status', status: 500 })
    const { data, errors } = await read()
    expect(data.viewer).toEqual({ email: 'a@example.com', emailChange: null })
    expect(errors[0]).toMatchObject({ extensions: { code: 'UPSTREAM_UNAVAILABLE' }, path: ['viewer', 'emailChange'] })
    expect(errors[0]?.extensions?.['correlationId']).toBeTruthy()
  })
})

const changes = ({ events }: Received) =>
  events.flatMap(({ accountEvents: { change } }) => (change === null ? [] : [change]))

describe('accountEvents', () => {
  const query = `subscription ($after: String) { accountEvents(after: $after) {
    cursor change { __typename ... on EmailChanged { email } ... on SessionsEnded { before } } } }`
  const disposals: (() => unknown)[] = []
  afterEach(() => Promise.all(disposals.splice(0).map((dispose) => dispose())))

  async function subscribe(accountId: string, after: string | null = null): Promise<Received> {
    const client = connect(gateway.url, await gateway.upstreams.tokens.issue(accountId))
    disposals.push(() => client.dispose())
    return listen(client, { query, variables: { after } })
  }
  const changed = { type: 'account.emailChanged', data: { email: 'nora@example.com' } }
  const ended = { type: 'account.sessionsEnded', data: { before: '2026-03-15T10:00:00Z' } }

  test('reach only their own customer, and are replayed after the last cursor', async () => {
    const [hers, his] = [await subscribe(anna), await subscribe(bram)]
    await expect.poll(() => [hers.events.length, his.events.length]).toEqual([1, 1])
    expect(hers.events[0].accountEvents.change).toBeNull()
    const { cursor } = hers.events[0].accountEvents
    gateway.upstreams.accountEvents.append(anna, [changed, { type: 'account.unknown', data: {} }, ended])
    const expected = [
      { __typename: 'EmailChanged', email: 'nora@example.com' },
      { __typename: 'SessionsEnded', before: '2026-03-15T10:00:00.000Z' },
    ]
    await expect.poll(() => changes(hers)).toEqual(expected)
    expect(changes(his)).toEqual([])
    const resumed = await subscribe(anna, cursor)
    await expect.poll(() => changes(resumed)).toEqual(expected)
  })
})
