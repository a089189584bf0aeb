import { beforeEach, describe, expect, test } from 'vitest'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { globalId } from '../support/globalIds.ts'
import { anna } from '../support/tokens.ts'
import { buildPasskey, buildSessions } from '../support/upstreamSignIns.ts'

const gateway = setUpGateway({ UPSTREAM_TIMEOUT: '2000' })
const own = () => gateway.upstreams.signIns(anna)
const [phone, passkey] = [globalId('Session', 's2'), globalId('Passkey', 'p1')]

beforeEach(() => {
  gateway.upstreams.clearSignIns()
  Object.assign(own(), { sessions: buildSessions(), passkeys: [buildPasskey(1), buildPasskey(2)] })
})

const everything = `{ viewer { email
  sessions { id browser system device isCurrent isSameNetwork signedInAt lastSeenAt }
  passkeys { id name createdAt lastUsedAt } passwordState { changedAt } } }`

describe('sessions and passkeys of the viewer', () => {
  test('have opaque ids; an unknown kind of device is null', async () => {
    const { data, errors } = await gateway.ask(everything)
    const times = { signedInAt: '2026-03-01T09:00:00.000Z', lastSeenAt: '2026-03-14T10:00:00.000Z' }
    expect(errors).toEqual([])
    expect(data.viewer.sessions).toEqual([
      {
        id: globalId('Session', 's1'),
        browser: 'Firefox',
        system: 'Windows',
        device: 'COMPUTER',
        isCurrent: true,
        isSameNetwork: true,
        ...times,
      },
      { id: phone, browser: null, system: null, device: null, isCurrent: false, isSameNetwork: false, ...times },
    ])
    expect(data.viewer.passkeys[0]).toEqual({
      id: passkey,
      name: 'Passkey 1',
      createdAt: '2026-03-02T09:00:00.000Z',
      lastUsedAt: null,
    })
    expect(data.viewer.passwordState).toEqual({ changedAt: null })
  })

  test('the password has the time of its last change, if the service knows it', async () => {
    own().passwordChangedAt = '2026-03-03T09:00:00.000Z'
    const { data, errors } = await gateway.ask(everything)
    expect([data.viewer.passwordState, errors]).toEqual([{ changedAt: '2026-03-03T09:00:00.000Z' }, []])
  })

  test('are null without an error if the identity service does not have these calls', async () => {
    for (const path of ['/identity/sessions', '/identity/passkeys', '/identity/password']) {
      gateway.upstreams.fail(path, { kind: 'status', status: 404 })
    }
    const { data, errors } = await gateway.ask(everything)
    expect([data.viewer, errors]).toEqual([
      { email: 'a@example.com', sessions: null, passkeys: null, passwordState: null },
      [],
    ])
  })

  test.each([500, 503, 429])('fail alone if the identity service answers %i', async (status) => {
    gateway.upstreams.fail('/identity/sessions', { kind: 'status', status })
    const { data, errors } = await gateway.ask(everything)
    expect([data.viewer.sessions, data.viewer.passkeys.length, errors.length]).toEqual([null, 2, 1])
    gateway.upstreams.fail('/identity/password', { kind: 'status', status })
    const second = await gateway.ask(everything)
    expect([second.data.viewer.passwordState, second.data.viewer.passkeys.length]).toEqual([null, 2])
  })

  test('fail alone if the time of the last change is unreadable', async () => {
    own().passwordChangedAt = 'yesterday'
    const { data, errors } = await gateway.ask(everything)
    expect([data.viewer.passwordState, data.viewer.passkeys.length, errors.length]).toEqual([null, 2, 1])
  })
})

describe('ending sessions', () => {
  const end = `mutation ($id: ID!) { endSession(input: { sessionId: $id }) {
    __typename ... on EndSessionSuccess { endedSessionId } ... on UserError { code } } }`

  test('ends one session, and says so when it has ended already', async () => {
    const first = await gateway.ask(end, { id: phone })
    expect(first.data.endSession).toEqual({ __typename: 'EndSessionSuccess', endedSessionId: phone })
    const second = await gateway.ask(end, { id: phone })
    expect(second.data.endSession).toEqual({ __typename: 'SessionNotFound', code: 'NOT_FOUND' })
  })

  test.each(['', 'nonsense', globalId('Passkey', 's2'), globalId('Session', '../passkeys')])(
    'ends nothing for the id %j',
    async (id) => {
      const { data } = await gateway.ask(end, { id })
      expect(data.endSession).toEqual({ __typename: 'SessionNotFound', code: 'NOT_FOUND' })
      expect(own().sessions).toHaveLength(2)
    },
  )

  test('ends all others, and returns what is left', async () => {
    const { data } = await gateway.ask(`mutation { endOtherSessions {
      ... on EndOtherSessionsSuccess { endedCount viewer { sessions { isCurrent } } } } }`)
    expect(data.endOtherSessions).toEqual({ endedCount: 1, viewer: { sessions: [{ isCurrent: true }] } })
  })
})

describe('changing passkeys', () => {
  const rename = `mutation ($id: ID!, $name: String!) { renamePasskey(input: { passkeyId: $id, name: $name }) {
    __typename ... on RenamePasskeySuccess { passkey { name } } ... on UserError { code } } }`
  const remove = `mutation ($id: ID!) { removePasskey(input: { passkeyId: $id, locale: "de-DE" }) {
    __typename ... on RemovePasskeySuccess { removedPasskeyId } ... on UserError { code } } }`

  test.each([
    [passkey, 'Laptop', { __typename: 'RenamePasskeySuccess', passkey: { name: 'Laptop' } }],
    [passkey, ' ', { __typename: 'InvalidPasskeyName', code: 'INVALID_PASSKEY_NAME' }],
    [globalId('Passkey', 'p9'), 'Laptop', { __typename: 'PasskeyNotFound', code: 'NOT_FOUND' }],
    [phone, 'Laptop', { __typename: 'PasskeyNotFound', code: 'NOT_FOUND' }],
  ])('renaming %s to %j returns %j', async (id, name, result) => {
    expect((await gateway.ask(rename, { id, name })).data.renamePasskey).toEqual(result)
  })

  test('removes a passkey, with the language of the mail', async () => {
    const { data } = await gateway.ask(remove, { id: passkey })
    expect(data.removePasskey).toEqual({ __typename: 'RemovePasskeySuccess', removedPasskeyId: passkey })
    expect(own().passkeys.map(({ id }) => id)).toEqual(['p2'])
    expect(gateway.upstreams.pathsOf('identity')).toContain('/passkeys/p1?locale=de-DE')
    const again = await gateway.ask(remove, { id: passkey })
    expect(again.data.removePasskey).toEqual({ __typename: 'PasskeyNotFound', code: 'NOT_FOUND' })
  })

  test('asks for a recent sign-in if the service does', async () => {
    own().isRecent = false
    const { data } = await gateway.ask(remove, { id: passkey })
    expect(data.removePasskey).toEqual({ __typename: 'RecentSignInRequired', code: 'RECENT_SIGN_IN_REQUIRED' })
    expect(own().passkeys).toHaveLength(2)
  })
})
