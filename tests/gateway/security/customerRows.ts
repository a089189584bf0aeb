import { addressIdOf, buildAddress, CustomerRecord } from '../../support/customers.ts'
import { globalId } from '../../support/globalIds.ts'
import { anna, bram } from '../../support/tokens.ts'
import type { Upstreams } from '../../support/upstream.ts'
import { cees } from './callers.ts'
import { type Operation, unauthenticated } from './operation.ts'

const callbackUrl = 'https://shop.keepsake.com/notices'
const profile = { firstName: 'Anna', company: 'Studio A', callbackUrl, callbackFormat: 'json', version: 1 }

/** Gives Anna two addresses and a deleted one, Bram an address, and Cees none. */
export function fillCustomers(upstreams: Upstreams): void {
  Object.assign(upstreams.customer(anna), new CustomerRecord(), {
    profile,
    addresses: [buildAddress(1, { isDefault: true }), buildAddress(2)],
    deleted: [buildAddress(3)],
  })
  Object.assign(upstreams.customer(bram), new CustomerRecord(), {
    profile: { ...profile, firstName: 'Bram', company: 'Studio B' },
    addresses: [buildAddress(9)],
  })
  Object.assign(upstreams.customer(cees), new CustomerRecord())
}

/** Anna's profile and address book. */
export function customerOf(upstreams: Upstreams): unknown {
  const { profile: own, addresses, deleted } = upstreams.customer(anna)
  return [own, addresses.length, addresses[0]?.isDefault, addresses[0]?.city, deleted.length]
}

/** Anna's profile and address book while they are unchanged. */
export const untouchedCustomer = [profile, 2, true, 'Amsterdam', 1]

/** The ids of Anna's objects. */
export const customerIds = {
  customer: globalId('Customer', anna),
  dataFile: globalId('DataFile', anna),
  businessAccount: globalId('BusinessAccount', anna),
  address: globalId('Address', addressIdOf(1)),
  secondAddress: globalId('Address', addressIdOf(2)),
  deletedAddress: globalId('Address', addressIdOf(3)),
} as const

/** Fields of the viewer. */
export const viewerFields = `dataFile { id } customer { firstName business { company callbackUrl }
  addresses { totalCount edges { node { postal { name } } } } }
  addressCountries addressForm(country: "NL") { isKnown }`

const general = {
  addressCountries: ['AT', 'BE', 'CH', 'DE', 'DK', 'ES', 'FR', 'GB', 'IE', 'IT', 'LU', 'NL', 'NO', 'PT', 'SE'],
  addressForm: { isKnown: true },
}

function shownTo(accountId: string, firstName: string, numbers: readonly number[], company: string | null) {
  const edges = numbers.map((number) => ({ node: { postal: { name: `IMG_${number}.jpg` } } }))
  const business = company === null ? null : { company, callbackUrl }
  const dataFile = { id: globalId('DataFile', accountId) }
  return { dataFile, customer: { firstName, business, addresses: { totalCount: numbers.length, edges } }, ...general }
}

/** The expected results for each customer, with a private account and with a business account. */
export const shownCustomers = {
  // In the fake service, every new profile has the first name Anna, so Cees has it, too.
  private: {
    anna: shownTo(anna, 'Anna', [1, 2], null),
    bram: shownTo(bram, 'Bram', [9], null),
    cees: shownTo(cees, 'Anna', [], null),
  },
  business: {
    anna: shownTo(anna, 'Anna', [1, 2], 'Studio A'),
    bram: shownTo(bram, 'Bram', [9], 'Studio B'),
  },
} as const

/** The fields requested from the nodes of this domain, and the expected results for Anna. */
export const nodeFields = `... on Customer { firstName } ... on BusinessAccount { company }
  ... on Address { postal { name } } ... on DataFile { dataFileName: fileName }`
export const ownNodes = {
  customer: { firstName: 'Anna' },
  address: { postal: { name: 'IMG_1.jpg' } },
  dataFile: { dataFileName: 'my-data-2026-11-26.json' },
} as const
export const ownBusinessNode = { company: 'Studio A' } as const

const typeName = '... on UserError { code } ... on'

/** A change of the viewer's own profile: every customer changes their own. */
function ofProfile(field: string, input: string, success: string, isForBusiness: boolean): Operation {
  const succeeded = { [field]: { __typename: success } }
  const required = { [field]: { code: 'BUSINESS_ACCOUNT_REQUIRED' } }
  const others = isForBusiness ? required : succeeded
  return {
    kind: 'mutation',
    query: `mutation { ${field}(input: { ${input} }) { ${typeName} ${success} { __typename } } }`,
    own: others,
    ofBram: others,
    ofCees: others,
    ...(isForBusiness && { ownOfBusiness: succeeded, ofBramsBusiness: succeeded }),
    anonymous: unauthenticated,
  }
}

/** Every customer requests their own file. */
function requestedFile(accountId: string) {
  return { requestDataFile: { dataFile: { id: globalId('DataFile', accountId) } } }
}

function ofAddress(field: string, id: keyof typeof customerIds, success: string, input = ''): Operation {
  const notFound = { [field]: { code: 'NOT_FOUND' } }
  return {
    kind: 'mutation',
    query: `mutation ($${id}: ID!) { ${field}(input: { addressId: $${id} ${input} }) { ${typeName} ${success} { __typename } } }`,
    own: { [field]: { __typename: success } },
    ofBram: notFound,
    ofCees: notFound,
    anonymous: unauthenticated,
  }
}

const address = `address: { country: "NL", name: "Mira", street: "Prinsengracht", houseNumber: "7", postalCode: "1015 KH",
  city: "Breda" }`

/** The operations on profiles and address books, by root field. */
export const customerOperations: Record<string, Operation> = {
  'Mutation.updatePersonalDetails': ofProfile(
    'updatePersonalDetails',
    'firstName: "Mira", lastName: "Bos"',
    'UpdatePersonalDetailsSuccess',
    false,
  ),
  'Mutation.updateBusinessDetails': ofProfile(
    'updateBusinessDetails',
    'company: "Studio C"',
    'UpdateBusinessDetailsSuccess',
    true,
  ),
  'Mutation.changeFtpIntegration': ofProfile(
    'changeFtpIntegration',
    'callbackUrl: null',
    'ChangeFtpIntegrationSuccess',
    true,
  ),
  'Mutation.testFtpIntegration': ofProfile('testFtpIntegration', 'version: "1"', 'TestFtpIntegrationSuccess', true),
  'Mutation.requestDataFile': {
    kind: 'mutation',
    query: 'mutation { requestDataFile { ... on RequestDataFileSuccess { dataFile { id } } } }',
    own: requestedFile(anna),
    ofBram: requestedFile(bram),
    ofCees: requestedFile(cees),
    anonymous: unauthenticated,
  },
  'Mutation.createDataFileUrl': {
    kind: 'mutation',
    query: `mutation ($dataFile: ID!) { createDataFileUrl(input: { dataFileId: $dataFile }) {
      ... on UserError { code } ... on CreateDataFileUrlSuccess { url } } }`,
    own: { createDataFileUrl: { url: `https://files.test/${anna}.json?signature=x` } },
    ofBram: { createDataFileUrl: { code: 'NOT_FOUND' } },
    ofCees: { createDataFileUrl: { code: 'NOT_FOUND' } },
    anonymous: unauthenticated,
  },
  'Mutation.addAddress': ofProfile('addAddress', address, 'AddAddressSuccess', false),
  'Mutation.changeAddress': ofAddress('changeAddress', 'address', 'ChangeAddressSuccess', address),
  'Mutation.deleteAddress': ofAddress('deleteAddress', 'address', 'DeleteAddressSuccess'),
  'Mutation.restoreAddress': ofAddress('restoreAddress', 'deletedAddress', 'RestoreAddressSuccess'),
  'Mutation.setDefaultAddress': ofAddress('setDefaultAddress', 'secondAddress', 'SetDefaultAddressSuccess'),
}
