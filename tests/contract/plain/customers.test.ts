import { beforeEach, expect, test } from 'vitest'
import { buildAddress, CustomerRecord } from '../../support/customers.ts'
import { businessClaims } from '../../support/invoices.ts'
import { setUpPlainGateway } from '../../support/plainSetup.ts'
import { anna } from '../../support/tokens.ts'

/*
 * Tests profiles and address books. The service answers only the calls of the specification, and its profiles have
 * further fields that the gateway does not know.
 */

const setup = setUpPlainGateway()
const me = '/customers/customers/me'
const callbackUrl = 'https://shop.keepsake.com/notices'
const home = { country: 'NL', name: 'Mira', street: 'Lindengracht', houseNumber: '12', postalCode: '1015 KH' }
const record = () => setup.upstreams.customer(anna)

beforeEach(async () => {
  setup.token = await setup.upstreams.tokens.issue(anna, businessClaims)
  Object.assign(record(), new CustomerRecord(), {
    profile: { businessAccountStatus: 'new', callbackUrl, callbackFormat: 'JSON', loyaltyPoints: 7 },
    addresses: [buildAddress(1), buildAddress(2)],
  })
})

/** Sends a mutation with one input. */
async function change(field: string, input: object, selection = '') {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`
  const query = `mutation ($input: ${type}!) { ${field}(input: $input) { __typename ${selection} ... on UserError { code } } }`
  const { data, calls } = await setup.read(query, { input })
  return { result: data[field], calls }
}

test('a profile has the fields of the specification, and a change keeps the fields that only the service knows', async () => {
  const { data, calls } = await setup.read(
    '{ viewer { customer { version firstName business { status callbackUrl callbackFormat vatId } } } }',
  )
  expect(data.viewer.customer).toEqual({
    version: null,
    firstName: null,
    business: { status: 'NEW', callbackUrl, callbackFormat: 'JSON', vatId: null },
  })
  expect(calls).toEqual([`GET ${me}`])
  const { result } = await change('updatePersonalDetails', { firstName: 'Mira', version: 'any' })
  expect(result.__typename).toBe('UpdatePersonalDetailsSuccess')
  expect(record().profile).toMatchObject({ firstName: 'Mira', callbackUrl, loyaltyPoints: 7 })
})

test('the FTP integration is changed, but cannot be tested', async () => {
  const input = { callbackUrl: 'https://other.keepsake.com/', callbackFormat: 'CSV' }
  expect((await change('changeFtpIntegration', input)).result.__typename).toBe('ChangeFtpIntegrationSuccess')
  expect(record().profile).toMatchObject({ callbackUrl: input.callbackUrl, callbackFormat: 'csv', loyaltyPoints: 7 })
  expect((await change('testFtpIntegration', {})).result.__typename).toBe('CallbackTestNotOffered')
})

test('a business account that the service calls blocked changes nothing, although the service would allow it', async () => {
  record().profile = { ...record().profile, businessAccountStatus: 'BLOCKED' }
  const { result, calls } = await change('addAddress', { address: { ...home, city: 'Breda' } })
  expect([result.__typename, calls]).toEqual(['BusinessAccountBlocked', [`GET ${me}`]])
  expect((await change('updatePersonalDetails', { firstName: 'Mira' })).result.code).toBe('BUSINESS_ACCOUNT_BLOCKED')
  expect(record().addresses).toHaveLength(2)
})

test('a service of the specification offers no file with all data, and is not asked for it', async () => {
  expect((await setup.read('{ viewer { dataFile { id } } }')).data.viewer.dataFile).toBeNull()
  const query = 'mutation { requestDataFile { __typename ... on UserError { code } } }'
  const { data, calls } = await setup.read(query)
  expect(data.requestDataFile).toEqual({ __typename: 'DataFileNotOffered', code: 'DATA_FILE_NOT_OFFERED' })
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
})

test('an account without a profile counts as deleted', async () => {
  record().profile = null
  const { data } = await setup.read('{ viewer { email customer { id } } }')
  expect(data.viewer).toEqual({ email: 'a@example.com', customer: null })
})

test('addresses are listed, added, changed, made the default one and deleted, but not restored', async () => {
  const list = await setup.read('{ viewer { customer { addresses { limit edges { node { id postal { name } } } } } } }')
  const [first, second] = list.data.viewer.customer.addresses.edges.map(({ node }: { node: { id: string } }) => node)
  expect([first.postal, list.data.viewer.customer.addresses.limit]).toEqual([{ name: 'IMG_1.jpg' }, null])
  const added = await change(
    'addAddress',
    { address: { ...home, city: 'Breda' }, requestId: 'form-1' },
    '... on AddAddressSuccess { address { version isDefault postal { city } } }',
  )
  expect(added.result.address).toEqual({ version: null, isDefault: false, postal: { city: 'Breda' } })
  const changed = await change('changeAddress', { addressId: first.id, address: { ...home, city: 'Ede' } })
  expect([changed.result.__typename, record().addresses[0]?.city]).toEqual(['ChangeAddressSuccess', 'Ede'])
  expect((await change('setDefaultAddress', { addressId: second.id })).result.__typename).toBe(
    'SetDefaultAddressSuccess',
  )
  const removed = await change('deleteAddress', { addressId: first.id }, '... on DeleteAddressSuccess { canRestore }')
  expect([removed.result.canRestore, record().addresses.length]).toEqual([false, 2])
  expect((await change('restoreAddress', { addressId: first.id })).result.__typename).toBe('AddressNotFound')
})
