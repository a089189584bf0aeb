import { beforeEach, describe, expect, test } from 'vitest'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { globalId } from '../support/globalIds.ts'
import { anna } from '../support/tokens.ts'
import { buildApp } from '../support/upstreamSignIns.ts'

const gateway = setUpGateway({ UPSTREAM_TIMEOUT: '2000' })
const own = () => gateway.upstreams.signIns(anna)
const frame = globalId('ConnectedApp', 'frame-1')

beforeEach(() => {
  gateway.upstreams.clearSignIns()
  own().apps = [buildApp(1), buildApp(2, { lastUsedAt: '2026-03-14T10:00:00.000Z', seesName: undefined })]
})

const list = `{ viewer { email
  connectedApps { id name homepage scopes seesName connectedAt lastUsedAt } } }`

describe('connected apps of the viewer', () => {
  test('have opaque ids; a scope that the gateway does not know is left out', async () => {
    const { data, errors } = await gateway.ask(list)
    expect(errors).toEqual([])
    const first = {
      id: frame,
      name: 'Frame 1',
      homepage: 'https://frame.example/about',
      scopes: ['PHOTOS_READ'],
      seesName: true,
      connectedAt: '2026-03-02T09:00:00.000Z',
      lastUsedAt: null,
    }
    const second = { id: globalId('ConnectedApp', 'frame-2'), name: 'Frame 2', seesName: false }
    expect(data.viewer.connectedApps).toEqual([first, { ...first, ...second, lastUsedAt: '2026-03-14T10:00:00.000Z' }])
  })

  test('name each scope of the API', async () => {
    const scopes = ['account', 'orders:write', 'orders:read', 'photos:delete', 'photos:write', 'photos:read']
    own().apps = [buildApp(1, { scopes })]
    expect((await gateway.ask(list)).data.viewer.connectedApps[0].scopes).toEqual([
      'PHOTOS_READ',
      'PHOTOS_WRITE',
      'PHOTOS_DELETE',
      'ORDERS_READ',
      'ORDERS_WRITE',
      'ACCOUNT',
    ])
  })

  test.each([null, undefined, '', 'frame.example', 'javascript:alert(1)'])(
    'have no homepage if the service sends %j, which is no web address',
    async (homepage) => {
      own().apps = [buildApp(1, { homepage })]
      const { data, errors } = await gateway.ask(list)
      expect([data.viewer.connectedApps[0].homepage, errors]).toEqual([null, []])
    },
  )

  test('are null without an error if the identity service does not have this call', async () => {
    gateway.upstreams.fail('/identity/connections', { kind: 'status', status: 404 })
    const { data, errors } = await gateway.ask(list)
    expect([data.viewer, errors]).toEqual([{ email: 'a@example.com', connectedApps: null }, []])
  })

  test.each([500, 503, 429])('fail alone if the identity service answers %i', async (status) => {
    gateway.upstreams.fail('/identity/connections', { kind: 'status', status })
    const { data, errors } = await gateway.ask(list)
    expect([data.viewer, errors.length]).toEqual([{ email: 'a@example.com', connectedApps: null }, 1])
  })
})

describe('disconnecting an app', () => {
  const disconnect = `mutation ($id: ID!) { disconnectApp(input: { appId: $id }) {
    __typename ... on DisconnectAppSuccess { disconnectedAppId } ... on UserError { code } } }`

  test('ends its access, and says so when it has ended already', async () => {
    const first = await gateway.ask(disconnect, { id: frame })
    expect(first.data.disconnectApp).toEqual({ __typename: 'DisconnectAppSuccess', disconnectedAppId: frame })
    expect(own().apps.map(({ id }) => id)).toEqual(['frame-2'])
    const second = await gateway.ask(disconnect, { id: frame })
    expect(second.data.disconnectApp).toEqual({ __typename: 'ConnectedAppNotFound', code: 'NOT_FOUND' })
  })

  test.each(['', 'nonsense', globalId('Passkey', 'frame-1'), globalId('ConnectedApp', '../sessions')])(
    'ends nothing for the id %j',
    async (id) => {
      const { data } = await gateway.ask(disconnect, { id })
      expect(data.disconnectApp).toEqual({ __typename: 'ConnectedAppNotFound', code: 'NOT_FOUND' })
      expect(own().apps).toHaveLength(2)
    },
  )

  test('is not reported as done while the service refuses it', async () => {
    gateway.upstreams.fail('/identity/connections/frame-1', { kind: 'status', status: 503 })
    const { data, errors } = await gateway.ask(disconnect, { id: frame })
    expect([data, errors.length]).toEqual([null, 1])
    expect(own().apps).toHaveLength(2)
  })
})
