import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { globalId } from '../../support/globalIds.ts'
import type { Person, RealCustomers } from './realCustomers.ts'

const home = {
  country: 'NL',
  name: 'Mira Bos',
  street: 'Lindengracht',
  houseNumber: '12',
  postalCode: '1015 KH',
  city: 'Amsterdam',
}
const book = `customer { addresses { totalCount limit edges { node { isDefault postal { city } } } } }`

interface Book {
  readonly addresses: {
    readonly edges: readonly {
      readonly node: { readonly isDefault: boolean; readonly postal: { readonly city: string } }
    }[]
  }
}
/** The cities of an address book; that of the default address has a star. */
const citiesIn = ({ addresses }: Book) =>
  addresses.edges.map(({ node }) => `${node.postal.city}${node.isDefault ? ' *' : ''}`)

/** Reads the cities of a customer's address book. */
const cities = async (person: Person) => citiesIn((await person.data(`{ viewer { ${book} } }`)).viewer.customer)

/** Adds an address in each city. Returns the global ids in the same order. */
async function addAll(person: Person, ...cities: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const city of cities) {
    const input = { address: { ...home, city } }
    const { address } = await person.change('addAddress', input, '... on AddAddressSuccess { address { id } }')
    ids.push(address.id)
  }
  return ids
}

/** Reads the form of a country. */
async function formOf(person: Person, country: string) {
  const query = `query ($country: String!) { viewer { addressForm(country: $country) { country isKnown
    fields { name isRequired autocomplete pattern example choices { value name } } } } }`
  return (await person.data(query, { country })).viewer.addressForm
}

/** Tests the address book, over the real service. */
export function describeAddressBook(real: RealCustomers): void {
  describe('the address book of the viewer', () => {
    test('gets an address once for a repeated request, with its lines as on an envelope', async () => {
      const person = real.newPerson()
      const selection = `... on AddAddressSuccess { address { id isDefault version postal { street formatted } } ${book} }`
      const add = async () => person.change('addAddress', { address: home, requestId: 'form-1' }, selection)
      const added = await add()
      expect(added.address).toMatchObject({
        isDefault: true,
        version: '1',
        postal: { street: 'Lindengracht', formatted: ['Mira Bos', 'Lindengracht 12', '1015 KH Amsterdam'] },
      })
      expect(added.customer.addresses).toMatchObject({ totalCount: 1, limit: 50 })
      expect((await add()).address.id).toBe(added.address.id)
      const second = { address: { ...home, country: 'FR', postalCode: '75001', city: 'Paris' }, isDefault: true }
      const other = await person.change('addAddress', second, selection)
      expect(other.address.postal.formatted).toEqual(['Mira Bos', '12 Lindengracht', '75001 Paris'])
      expect(citiesIn(other.customer)).toEqual(['Paris *', 'Amsterdam'])
    })

    test('changes an address unless another device has changed it', async () => {
      const person = real.newPerson()
      const [addressId = ''] = await addAll(person, 'Amsterdam')
      const change = async (city: string, version?: string) =>
        person.change(
          'changeAddress',
          { addressId, address: { ...home, city }, version },
          `... on ChangeAddressSuccess { address { version postal { city } } }
           ... on AddressChangedMeanwhile { address { version postal { city } } }`,
        )
      expect((await change('Breda', '1')).address).toEqual({ version: '2', postal: { city: 'Breda' } })
      expect(await change('Delft', '1')).toMatchObject({
        code: 'ADDRESS_CHANGED',
        address: { version: '2', postal: { city: 'Breda' } },
      })
      expect((await change('Breda', '1')).__typename).toBe('ChangeAddressSuccess')
      expect((await change('Ede')).address.version).toBe('3')
    })

    test('deletes and restores addresses, and keeps one default address', async () => {
      const person = real.newPerson()
      const [first = '', second = ''] = await addAll(person, 'Amsterdam', 'Breda', 'Delft')
      const removed = await person.change(
        'deleteAddress',
        { addressId: first },
        `... on DeleteAddressSuccess { deletedAddressId canRestore ${book} }`,
      )
      expect([removed.deletedAddressId, removed.canRestore]).toEqual([first, true])
      expect(citiesIn(removed.customer)).toEqual(['Delft *', 'Breda'])
      const chosen = await person.change(
        'setDefaultAddress',
        { addressId: second },
        `... on SetDefaultAddressSuccess { address { isDefault } ${book} }`,
      )
      expect([chosen.address, citiesIn(chosen.customer)]).toEqual([{ isDefault: true }, ['Breda *', 'Delft']])
      const restored = await person.change(
        'restoreAddress',
        { addressId: first },
        `... on RestoreAddressSuccess { address { isDefault } ${book} }`,
      )
      expect(restored.address).toEqual({ isDefault: true })
      expect(citiesIn(restored.customer)).toEqual(['Amsterdam *', 'Delft', 'Breda'])
    })

    test('does not show or change an address of somebody else', async () => {
      const [person, other] = [real.newPerson(), real.newPerson()]
      const [own = ''] = await addAll(person, 'Amsterdam')
      const node = 'query ($id: ID!) { node(id: $id) { ... on Address { postal { city } } } }'
      const addressed =
        'query ($id: String!) { addressedNode(type: ADDRESS, id: $id) { ... on Address { isDefault } } }'
      expect((await person.data(node, { id: own })).node).toEqual({ postal: { city: 'Amsterdam' } })
      expect((await other.data(node, { id: own })).node).toBeNull()
      const id = Buffer.from(own, 'base64url').toString().replace('Address:', '')
      expect((await person.data(addressed, { id })).addressedNode).toEqual({ isDefault: true })
      expect((await other.data(addressed, { id })).addressedNode).toBeNull()
      for (const addressId of [
        own,
        globalId('Address', randomUUID()),
        globalId('Address', '../x'),
        globalId('Photo', id),
        'x',
      ]) {
        for (const field of ['deleteAddress', 'restoreAddress', 'setDefaultAddress']) {
          expect((await other.change(field, { addressId }, '')).__typename).toBe('AddressNotFound')
        }
        const changed = await other.change('changeAddress', { addressId, address: home }, '')
        expect(changed.__typename).toBe('AddressNotFound')
      }
      expect(await cities(person)).toEqual(['Amsterdam *'])
    })

    test('names each invalid field', async () => {
      const person = real.newPerson()
      const address = { country: 'DE', name: '', street: ' ', postalCode: '1015 KH', city: 'Berlin', phone: '+49 1' }
      const selection = '... on InvalidAddress { fields { field problem } }'
      const fields = [
        { field: 'NAME', problem: 'MISSING' },
        { field: 'STREET', problem: 'MISSING' },
        { field: 'PHONE', problem: 'NOT_VALID' },
        { field: 'HOUSE_NUMBER', problem: 'MISSING' },
        { field: 'POSTAL_CODE', problem: 'NOT_VALID' },
      ]
      expect((await person.change('addAddress', { address }, selection)).fields).toEqual(fields)
      const [addressId] = await addAll(person, 'Amsterdam')
      expect((await person.change('changeAddress', { addressId, address }, selection)).fields).toEqual(fields)
      const tooLong = { address: home, requestId: 'a'.repeat(81) }
      const query = 'mutation ($input: AddAddressInput!) { addAddress(input: $input) { __typename } }'
      expect((await person.ask(query, { input: tooLong })).errors[0]?.extensions['code']).toBe('BAD_USER_INPUT')
    })

    test('has at most 50 addresses', async () => {
      const person = real.newPerson()
      const [addressId] = await addAll(person, 'Amsterdam')
      await person.change('deleteAddress', { addressId }, '')
      const row = { account_id: person.id, country: 'NL', name: 'A', street: 'B', city: 'C', is_default: false }
      const empty = { organization: null, house_number: null, addition: null, postal_code: null, region: null }
      const others = { ...row, ...empty, phone: null, request_key: null, deleted_at: null }
      await real.database
        .insertInto('addresses')
        .values(Array.from({ length: 50 }, () => others))
        .execute()
      const selection = '... on TooManyAddresses { limit }'
      expect(await person.change('addAddress', { address: home }, selection)).toMatchObject({ limit: 50 })
      expect(await person.change('restoreAddress', { addressId }, selection)).toMatchObject({ limit: 50 })
    })

    test('survives lost answers: a repeated change is made once', async () => {
      const person = real.newPerson()
      const lose = (method: string) => real.link.fail({ method, path: '/customers/me/addresses', kind: 'responseLost' })
      lose('POST')
      const added = await person.change(
        'addAddress',
        { address: home, requestId: 'form-1' },
        '... on AddAddressSuccess { address { id } }',
      )
      expect(added.__typename).toBe('AddAddressSuccess')
      const addressId = added.address.id
      lose('PUT')
      const changed = { addressId, version: '1', address: { ...home, city: 'Breda' } }
      expect((await person.change('changeAddress', changed, '')).__typename).toBe('ChangeAddressSuccess')
      lose('DELETE')
      expect((await person.change('deleteAddress', { addressId }, '')).__typename).toBe('DeleteAddressSuccess')
      expect(await cities(person)).toEqual([])
      real.link.fail({ method: 'PUT', path: '/customers/me', kind: 'responseLost' })
      const named = await person.change('updatePersonalDetails', { firstName: 'Mira', version: '0' }, '')
      expect(named.__typename).toBe('UpdatePersonalDetailsSuccess')
    })
  })

  describe('the form of addresses', () => {
    const orders: readonly (readonly [string, string])[] = [
      ['NL', 'NAME* ORGANIZATION STREET* HOUSE_NUMBER* ADDITION POSTAL_CODE* CITY* COUNTRY* PHONE'],
      ['FR', 'NAME* ORGANIZATION HOUSE_NUMBER* STREET* ADDITION POSTAL_CODE* CITY* COUNTRY* PHONE'],
      ['GB', 'NAME* ORGANIZATION HOUSE_NUMBER* STREET* ADDITION CITY* POSTAL_CODE* COUNTRY* PHONE'],
      ['IT', 'NAME* ORGANIZATION STREET* HOUSE_NUMBER* ADDITION POSTAL_CODE* CITY* REGION COUNTRY* PHONE'],
      ['ZZ', 'NAME* ORGANIZATION STREET* HOUSE_NUMBER ADDITION POSTAL_CODE CITY* REGION COUNTRY* PHONE'],
    ]

    test.each(orders)('has the order and the required fields of %s', async (country, expected) => {
      const { isKnown, fields } = await formOf(real.newPerson(), country)
      const names = fields.map(({ name, isRequired }: { name: string; isRequired: boolean }) =>
        isRequired ? `${name}*` : name,
      )
      expect([isKnown, names.join(' ')]).toEqual([country !== 'ZZ', expected])
    })

    test('has tokens for browsers, patterns, examples and choices', async () => {
      const { fields } = await formOf(real.newPerson(), 'IT')
      const of = (name: string) => fields.find((one: { name: string }) => one.name === name)
      expect([of('STREET').autocomplete, of('HOUSE_NUMBER').autocomplete]).toEqual(['address-line1', null])
      expect([of('POSTAL_CODE').autocomplete, of('POSTAL_CODE').example]).toEqual(['postal-code', '00144'])
      expect(new RegExp(`^(?:${of('POSTAL_CODE').pattern})$`, 'iu').test('00144')).toBe(true)
      expect(of('REGION').choices).toContainEqual({ value: 'RM', name: 'Roma' })
      const { data, errors } = await real.newPerson().ask('{ viewer { addressForm(country: "nl") { country } } }')
      expect([data.viewer, errors[0]?.extensions['code']]).toEqual([null, 'BAD_USER_INPUT'])
    })
  })
}
