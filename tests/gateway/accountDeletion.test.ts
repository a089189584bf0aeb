import { beforeEach, describe, expect, test } from 'vitest'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { buildInvoice } from '../support/invoices.ts'
import { buildPhoto, imageIdOf } from '../support/photoLibrary.ts'
import { buildOrder } from '../support/purchases.ts'
import { buildProject } from '../support/savedProjects.ts'
import { anna, bram } from '../support/tokens.ts'
import type { IdentityRefusal } from '../support/upstreamIdentity.ts'

const gateway = setUpGateway({ UPSTREAM_TIMEOUT: '2000' })
const path = `/identity/v2/identities/keepsake/${anna}/deleteaccount`
const selections = {
  requestAccountDeletion: '... on RequestAccountDeletionSuccess { email } ... on TooManyDeletionRequests { retryAt }',
  confirmAccountDeletion: `... on ConfirmAccountDeletionSuccess { deletesAt } ... on TooManyDeletionRequests { retryAt }
    ... on MailedLinkRefused { problem }`,
}

beforeEach(() => {
  gateway.upstreams.clearWork()
  gateway.upstreams.heal()
})

const deletion = () => gateway.upstreams.work(anna).deletion
const refuse = (refusal: IdentityRefusal) => (gateway.upstreams.work(anna).email.refusal = refusal)
const callsTo = (start: string) => gateway.upstreams.calls.filter(({ path: called }) => called.startsWith(start))

async function run(field: keyof typeof selections, input: string) {
  const fields = `__typename ... on UserError { code } ${selections[field]}`
  const { data, errors } = await gateway.ask(`mutation { ${field}(input: { ${input} }) { ${fields} } }`)
  return { result: data?.[field] ?? null, codes: errors.map(({ extensions }) => extensions?.['code']) }
}
const request = () => run('requestAccountDeletion', 'locale: "de-DE"')
const confirm = (token = 'x') => run('confirmAccountDeletion', `token: ${JSON.stringify(token)}, locale: "de-DE"`)

const shared: readonly (readonly [IdentityRefusal, object])[] = [
  [
    { status: 403, code: 'RECENT_SIGN_IN_REQUIRED' },
    { __typename: 'RecentSignInRequired', code: 'RECENT_SIGN_IN_REQUIRED' },
  ],
  [
    { status: 429, code: 'TOO_MANY_REQUESTS' },
    { __typename: 'TooManyDeletionRequests', code: 'TOO_MANY_DELETION_REQUESTS', retryAt: null },
  ],
]
const faults = [
  [{ kind: 'status', status: 500 }, 'UPSTREAM_UNAVAILABLE'],
  [{ kind: 'status', status: 503 }, 'UPSTREAM_UNAVAILABLE'],
  [{ kind: 'reset' }, 'UPSTREAM_UNAVAILABLE'],
  [{ kind: 'hang' }, 'UPSTREAM_TIMEOUT'],
  [{ kind: 'status', status: 403 }, 'FORBIDDEN'],
  [{ kind: 'status', status: 404 }, 'NOT_FOUND'],
  // The specification defines no conflict for a deletion.
  [{ kind: 'status', status: 409 }, 'CONFLICT'],
] as const

describe('requestAccountDeletion', () => {
  test('calls the service once, for the identity of the viewer, and nothing is deleted yet', async () => {
    const email = 'a@example.com'
    expect(await request()).toEqual({ result: { __typename: 'RequestAccountDeletionSuccess', email }, codes: [] })
    expect(callsTo('/identity/v2')).toMatchObject([
      { method: 'POST', path, body: { channel: 'web' }, headers: { 'accept-language': 'de-DE' } },
    ])
    expect(deletion()).toEqual({ graceDays: 14, linksCount: 1, deletesAt: null })
    expect(gateway.upstreams.work(bram).deletion.linksCount).toBe(0)
  })

  test.each([
    ...shared,
    [
      { status: 400, code: 'MAIL_REFUSED' },
      { __typename: 'MailRefused', code: 'MAIL_REFUSED' },
    ],
  ] as const)('returns the type that belongs to %j', async (refusal, result) => {
    refuse(refusal)
    expect(await request()).toEqual({ result, codes: [] })
    expect(deletion().linksCount).toBe(0)
  })

  test('says when the next request can be sent', async () => {
    refuse({ status: 429, code: 'TOO_MANY_REQUESTS', retryAfter: '120' })
    const before = Date.now()
    const { result } = await request()
    const answeredAt = Date.parse(result.retryAt) - 120_000
    expect(answeredAt).toBeGreaterThanOrEqual(before)
    expect(answeredAt).toBeLessThanOrEqual(Date.now())
  })

  test.each(faults)('sends one request, and fails, when identity misbehaves: %j', async (fault, code) => {
    gateway.upstreams.fail(path, fault)
    expect(await request()).toEqual({ result: null, codes: [code] })
    expect(callsTo(path)).toHaveLength(1)
  })
})

const link = (problem: string) => ({ __typename: 'MailedLinkRefused', code: 'LINK_REFUSED', problem })
const confirmed = (deletesAt: string | null) => ({ __typename: 'ConfirmAccountDeletionSuccess', deletesAt })

describe('confirmAccountDeletion', () => {
  test('sends the token as one part of the path, and says until when the deletion can be undone', async () => {
    expect(await confirm('a/b?c')).toEqual({ result: confirmed('2026-03-29T10:00:00.000Z'), codes: [] })
    expect(callsTo(path)).toMatchObject([
      { method: 'POST', path: `${path}/a%2Fb%3Fc/actions/confirm`, headers: { 'accept-language': 'de-DE' } },
    ])
  })

  test('succeeds with a service that answers nothing', async () => {
    deletion().graceDays = null
    expect(await confirm()).toEqual({ result: confirmed(null), codes: [] })
    expect(deletion().deletesAt).not.toBeNull()
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
    expect(deletion().deletesAt).toBeNull()
  })

  test.each(faults)('sends one request, and fails, when identity misbehaves: %j', async (fault, code) => {
    gateway.upstreams.fail(path, fault)
    expect(await confirm()).toEqual({ result: null, codes: [code] })
    expect(callsTo(path)).toHaveLength(1)
  })
})

const query = `{ viewer { email accountDeletion { graceDays photosCount albumsCount sharedAlbumsCount projectsCount
  openOrdersCount keptInvoices { count until } } } }`
const whole = {
  graceDays: 14,
  photosCount: 2,
  albumsCount: 1,
  sharedAlbumsCount: 1,
  projectsCount: 12,
  openOrdersCount: 2,
  keptInvoices: { count: 1, until: '2033-12-31' },
}

async function read() {
  const { data, errors } = await gateway.ask(query)
  return { viewer: data.viewer, errors: errors.map(({ path: at, extensions }) => [at?.at(-1), extensions['code']]) }
}

describe('Viewer.accountDeletion', () => {
  beforeEach(() => {
    const { upstreams } = gateway
    upstreams.library(anna).photos = [buildPhoto(1, '2024-05-01T10:00:00'), buildPhoto(2, '2024-05-02T10:00:00')]
    upstreams.albums.albums = []
    upstreams.albums.put(1, { ownerId: anna, photoIds: [imageIdOf(1)] })
    upstreams.albums.put(2, { ownerId: bram, photoIds: [], participants: [anna] })
    upstreams.projects(anna).saved = Array.from({ length: 12 }, (_, index) => buildProject(index + 1))
    upstreams.purchases(anna).orders = [
      buildOrder(6, { status: 'Confirmed', payment: 'paymentSuccess' }),
      buildOrder(5, { status: 'ProductionStarted', payment: 'paymentFree' }),
      buildOrder(4, { status: 'Dispatched', payment: 'paymentSuccess' }),
      buildOrder(3, { status: 'Cancelled', payment: 'paymentSuccess' }),
      buildOrder(2, { status: 'Confirmed', payment: 'paymentFailed' }),
      buildOrder(1, { status: 'Confirmed', payment: 'paymentPending' }),
    ]
    upstreams.purchases(anna).invoices = [buildInvoice(1)]
  })

  test('counts what is lost and what stays', async () => {
    expect(await read()).toEqual({ viewer: { email: 'a@example.com', accountDeletion: whole }, errors: [] })
  })

  test('says that no invoice stays', async () => {
    gateway.upstreams.purchases(anna).invoices = []
    const { viewer } = await read()
    expect(viewer.accountDeletion.keptInvoices).toEqual({ count: 0, until: null })
  })

  test('is null with a service that has only the specified calls', async () => {
    deletion().graceDays = null
    expect(await read()).toEqual({ viewer: { email: 'a@example.com', accountDeletion: null }, errors: [] })
  })

  test('has no kept invoices with a service that has only the specified calls', async () => {
    gateway.upstreams.fail('/invoices', { kind: 'status', status: 404 })
    const { viewer, errors } = await read()
    expect([viewer.accountDeletion, errors]).toEqual([{ ...whole, keptInvoices: null }, []])
  })

  test('is null, and the rest of the viewer is there, when identity fails', async () => {
    gateway.upstreams.fail(path, { kind: 'status', status: 500 })
    const errors = [['accountDeletion', 'UPSTREAM_UNAVAILABLE']]
    expect(await read()).toEqual({ viewer: { email: 'a@example.com', accountDeletion: null }, errors })
  })

  test.each([
    ['/photos', ['photosCount', 'albumsCount', 'sharedAlbumsCount']],
    ['/projects', ['projectsCount']],
    ['/orders', ['openOrdersCount']],
    ['/invoices', ['keptInvoices']],
  ])('has everything else when %s fails', async (upstream, fields) => {
    gateway.upstreams.fail(upstream, { kind: 'status', status: 500 })
    const { viewer, errors } = await read()
    const unknown = Object.fromEntries(fields.map((name) => [name, null]))
    expect(viewer.accountDeletion).toEqual({ ...whole, ...unknown })
    expect(new Set(errors)).toEqual(new Set(fields.map((name) => [name, 'UPSTREAM_UNAVAILABLE'])))
  })
})
