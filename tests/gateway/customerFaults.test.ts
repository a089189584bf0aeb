import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAddress, CustomerRecord } from '../support/customers.ts'
import { ask } from '../support/gateway.ts'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { anna } from '../support/tokens.ts'
import type { Fault } from '../support/upstreamFaults.ts'

const gateway = setUpGateway()
/** A gateway with short timeouts. */
let shortTimeoutApp: FastifyInstance
const me = '/customers/customers/me'
const page = `{ viewer { email customer { firstName addresses { totalCount } } } }`
const whole = { email: 'a@example.com', customer: { firstName: 'Anna', addresses: { totalCount: 1 } } }

beforeAll(async () => {
  shortTimeoutApp = await gateway.startWithShortTimeouts()
})
beforeEach(async () => {
  Object.assign(gateway.upstreams.customer(anna), new CustomerRecord(), { addresses: [buildAddress(1)] })
  // Successful calls keep the circuit breakers closed in spite of the failures in consecutive tests.
  for (const app of [shortTimeoutApp, gateway.app]) await ask(app, page, { token: gateway.token })
  gateway.upstreams.heal()
})

const faults: [string, Fault, string][] = [
  ['is slow', { kind: 'hang' }, 'UPSTREAM_TIMEOUT'],
  ['resets the connection', { kind: 'reset' }, 'UPSTREAM_UNAVAILABLE'],
  ['responds with 500', { kind: 'status', status: 500 }, 'UPSTREAM_UNAVAILABLE'],
  ['sends invalid JSON', { kind: 'body', text: '<html>' }, 'UPSTREAM_INVALID_RESPONSE'],
  [
    'sends an unexpected shape',
    { kind: 'body', text: '{"items":[{"id":1}],"version":{}}' },
    'UPSTREAM_INVALID_RESPONSE',
  ],
  ['limits the rate', { kind: 'status', status: 429, retryAfter: '7' }, 'RATE_LIMITED'],
  ['reports a conflict', { kind: 'status', status: 409 }, 'CONFLICT'],
  ['refuses the account', { kind: 'status', status: 403 }, 'FORBIDDEN'],
]

describe.each(faults)('when the customers service %s', (_what, fault, failure) => {
  const read = async (query: string) => {
    const app = failure === 'UPSTREAM_TIMEOUT' ? shortTimeoutApp : gateway.app
    const { data, errors } = await ask(app, query, { token: gateway.token })
    return { data, errors: errors.map(({ path, extensions }) => [path?.join('.'), extensions['code']]) }
  }

  test('the profile is null with a coded error, and the rest is shown', async () => {
    gateway.upstreams.fail(me, fault)
    const { data, errors } = await read(page)
    expect(data.viewer).toEqual({ ...whole, customer: null })
    expect(errors).toEqual([['viewer.customer', failure]])
  })

  test('only the address book is null if only its call fails', async () => {
    gateway.upstreams.fail(`${me}/addresses`, fault)
    const { data, errors } = await read(page)
    expect(data.viewer).toEqual({ ...whole, customer: { firstName: 'Anna', addresses: null } })
    expect(errors).toEqual([['viewer.customer.addresses', failure]])
  })

  test('a change fails with a coded error, and not as a refusal', async () => {
    gateway.upstreams.fail(`${me}/addresses`, fault)
    const address = `country: "NL", name: "Mira", street: "A", houseNumber: "1", postalCode: "1015 KH", city: "B"`
    const { data, errors } = await read(`mutation { addAddress(input: { address: { ${address} } }) { __typename } }`)
    expect([data, errors]).toEqual([null, [['addAddress', failure]]])
    gateway.upstreams.fail(me, fault)
    const details = await read('mutation { updatePersonalDetails(input: { firstName: "Mira" }) { __typename } }')
    expect([details.data, details.errors]).toEqual([null, [['updatePersonalDetails', failure]]])
    expect(gateway.upstreams.customer(anna).profile).toMatchObject({ firstName: 'Anna' })
  })

  test('a file with all data cannot be requested, and the error has a code', async () => {
    gateway.upstreams.fail(`${me}/data-files`, fault)
    const { data, errors } = await read('mutation { requestDataFile { __typename } }')
    expect([data, errors]).toEqual([null, [['requestDataFile', failure]]])
  })
})

test('a refusal with a status that the call cannot have is a coded error', async () => {
  gateway.upstreams.fail(`${me}/addresses`, { kind: 'status', status: 412 })
  const query = `mutation ($id: ID!) { deleteAddress(input: { addressId: $id }) { __typename } }`
  const variables = { id: Buffer.from(`Address:${buildAddress(1).id}`).toString('base64url') }
  const { data, errors } = await ask(gateway.app, query, { token: gateway.token, variables })
  expect([data, errors[0]?.extensions['code']]).toEqual([null, 'UPSTREAM_INVALID_RESPONSE'])
})
