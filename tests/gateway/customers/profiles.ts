import { describe, expect, test } from 'vitest'
import type { RealCustomers } from './realCustomers.ts'

const fields = 'version firstName lastName phone dateOfBirth locale'
const page = `{ viewer { customer { id ${fields} business { id status company vatId registrationNumber callbackUrl
  callbackFormat } } } }`

/** Tests the profile, over the real service. */
export function describeProfiles(real: RealCustomers): void {
  describe('the profile of the viewer', () => {
    const success = `... on UpdatePersonalDetailsSuccess { customer { ${fields} } }`

    test('is empty at first, and has the personal details that were entered', async () => {
      const person = real.newPerson()
      const { id, ...empty } = (await person.data(page)).viewer.customer
      expect(new Set(Object.values(empty))).toEqual(new Set(['0', null]))
      const input = { firstName: ' Mira ', lastName: 'Bos', phone: '06 12345678', locale: 'nl-NL', version: '0' }
      const updated = await person.change('updatePersonalDetails', input, success)
      const customer = { firstName: 'Mira', lastName: 'Bos', phone: '+31612345678', locale: 'nl-NL', dateOfBirth: null }
      expect(updated.customer).toEqual({ ...customer, version: '1' })
      const again = await person.change('updatePersonalDetails', { dateOfBirth: '1990-12-31', phone: null }, success)
      expect(again.customer).toEqual({ ...customer, dateOfBirth: '1990-12-31', phone: null, version: '2' })
      const node = 'query ($id: ID!) { node(id: $id) { ... on Customer { lastName } } }'
      expect((await person.data(node, { id })).node).toEqual({ lastName: 'Bos' })
      expect((await real.newPerson().data(node, { id })).node).toBeNull()
    })

    test('names each invalid field', async () => {
      const person = real.newPerson()
      const input = { firstName: ' ', lastName: 'a'.repeat(101), phone: '12', dateOfBirth: '2024-01-01', locale: 'x' }
      const refused = await person.change(
        'updatePersonalDetails',
        input,
        '... on InvalidCustomerDetails { fields { field problem } }',
      )
      expect(refused).toEqual({
        __typename: 'InvalidCustomerDetails',
        code: 'INVALID_DETAILS',
        fields: [
          { field: 'FIRST_NAME', problem: 'MISSING' },
          { field: 'LAST_NAME', problem: 'NOT_VALID' },
          { field: 'PHONE', problem: 'NOT_VALID' },
          { field: 'DATE_OF_BIRTH', problem: 'NOT_VALID' },
          { field: 'LOCALE', problem: 'NOT_VALID' },
        ],
      })
      // The gateway accepts this language, because only the service knows the languages of the brands.
      const unknown = { firstName: 'Mira', locale: 'pt-PT' }
      expect((await person.change('updatePersonalDetails', unknown, '')).code).toBe('INVALID_DETAILS')
      expect((await person.data(page)).viewer.customer.version).toBe('0')
    })

    test('is not changed if the request has an older version, and is changed if it has no version', async () => {
      const person = real.newPerson()
      const rename = async (firstName: string, version?: string) =>
        person.change(
          'updatePersonalDetails',
          { firstName, version },
          `${success} ... on CustomerChangedMeanwhile { customer { ${fields} } }`,
        )
      await rename('Mira')
      const stale = await rename('Mia', '0')
      expect([stale.code, stale.customer.firstName, stale.customer.version]).toEqual(['CUSTOMER_CHANGED', 'Mira', '1'])
      // A repeated request succeeds, although its version is older.
      expect((await rename('Mira', '0')).customer.version).toBe('1')
      const answers = await Promise.all([
        rename('Mia'),
        person.change('updatePersonalDetails', { lastName: 'Bos' }, success),
      ])
      expect(answers.map(({ __typename }) => __typename)).toEqual(Array(2).fill('UpdatePersonalDetailsSuccess'))
      expect((await person.data(page)).viewer.customer).toMatchObject({
        firstName: 'Mia',
        lastName: 'Bos',
        version: '3',
      })
      expect(
        (await person.ask('mutation { updatePersonalDetails(input: { version: "\\"" }) { __typename } }')).errors,
      ).toHaveLength(1)
    })

    test('is null while the account is marked for deletion, and every change says so', async () => {
      const person = await real.newBusiness()
      await real.append('account.deletionScheduled', person.id)
      const read = async () => (await person.data(page)).viewer.customer
      await expect.poll(read, { interval: 10 }).toBeNull()
      const changes = [
        ['updatePersonalDetails', { firstName: 'Mira' }],
        ['updateBusinessDetails', { company: 'Studio' }],
        ['changeFtpIntegration', { callbackUrl: null }],
        ['testFtpIntegration', {}],
      ] as const
      for (const [field, input] of changes) {
        expect((await person.change(field, input, '')).__typename).toBe('CustomerNotFound')
      }
    })
  })

  describe('a business account', () => {
    const success = `... on UpdateBusinessDetailsSuccess { customer { ${fields} business { status company vatId } } }`

    test('completes its details, which the operator validates and blocks', async () => {
      const person = await real.newBusiness()
      const status = async () => (await person.data(page)).viewer.customer.business.status
      expect(await status()).toBe('DEFAULT')
      const personal = { firstName: 'Nora', lastName: 'Lindqvist', phone: '030 90182030' }
      await person.change('updatePersonalDetails', personal, '')
      const input = { company: 'Studio Nord', vatId: 'de 123.456.789' }
      const updated = await person.change('updateBusinessDetails', input, success)
      expect(updated.customer).toMatchObject({
        phone: '+493090182030',
        business: { status: 'NEW', company: 'Studio Nord', vatId: 'DE123456789' },
      })
      await real.setStatus(person, 'Validated')
      expect(await status()).toBe('VALIDATED')
      const refused = await person.change(
        'updateBusinessDetails',
        { company: null, vatId: '123' },
        '... on InvalidCustomerDetails { fields { field problem } }',
      )
      expect(refused.fields).toEqual([
        { field: 'COMPANY', problem: 'MISSING' },
        { field: 'VAT_ID', problem: 'NOT_VALID' },
      ])
      const { id } = (await person.data(page)).viewer.customer.business
      const node = 'query ($id: ID!) { node(id: $id) { ... on BusinessAccount { company } } }'
      expect((await person.data(node, { id })).node).toEqual({ company: 'Studio Nord' })
      expect((await (await real.newBusiness()).data(node, { id })).node).toBeNull()
      expect((await real.newPerson({}, person.id).data(node, { id })).node).toBeNull()
    })

    test('that is blocked can read everything and change nothing', async () => {
      const person = await real.newBusiness()
      await real.setStatus(person, 'Blocked')
      expect((await person.data(page)).viewer.customer.business.status).toBe('BLOCKED')
      real.link.forget()
      const address = { country: 'NL', name: 'A', street: 'B', houseNumber: '1', postalCode: '1015 KH', city: 'C' }
      const addressId = Buffer.from('Address:1').toString('base64url')
      const changes = [
        ['updatePersonalDetails', { firstName: 'Mira' }],
        ['updateBusinessDetails', { company: 'Studio' }],
        ['changeFtpIntegration', { callbackUrl: null }],
        ['testFtpIntegration', {}],
        ['addAddress', { address }],
        ['changeAddress', { addressId, address }],
        ['deleteAddress', { addressId }],
        ['restoreAddress', { addressId }],
        ['setDefaultAddress', { addressId }],
      ] as const
      for (const [field, input] of changes) {
        const { __typename, code } = await person.change(field, input, '')
        expect([field, __typename, code]).toEqual([field, 'BusinessAccountBlocked', 'BUSINESS_ACCOUNT_BLOCKED'])
      }
      // The gateway itself refuses the changes, after it has read the profile.
      expect(new Set(real.link.calls)).toEqual(new Set(['GET /customers/me']))
    })

    test('sets its FTP integration after a recent sign-in, and tests it', async () => {
      const person = await real.newBusiness()
      const set = async (input: object, who = person) =>
        who.change(
          'changeFtpIntegration',
          { ...input },
          `... on ChangeFtpIntegrationSuccess { customer { version business { callbackUrl callbackFormat } } }
           ... on InvalidFtpIntegration { fields { field problem } }`,
        )
      const test = async (input = {}) =>
        person.change(
          'testFtpIntegration',
          input,
          `... on TestFtpIntegrationSuccess { test { outcome callbackUrl callbackFormat httpStatus duration text } }
           ... on TooManyCallbackTests { retryAt }`,
        )
      const receiver = { callbackUrl: 'http://receiver.keepsake.example/notices', callbackFormat: 'XML' }
      expect((await test()).__typename).toBe('CallbackNotSet')
      const old = real.newPerson({ auth_method: 'b2b', auth_time: Math.floor(Date.now() / 1_000) - 400 }, person.id)
      expect((await set(receiver, old)).__typename).toBe('RecentSignInRequired')
      expect((await set(receiver)).customer).toEqual({ version: '1', business: receiver })
      const tested = await test({ version: '1' })
      expect(tested.test).toMatchObject({ ...receiver, outcome: 'ACCEPTED', httpStatus: 200 })
      expect([tested.test.duration >= 0, tested.test.text.includes('xml')]).toEqual([true, true])
      expect((await test({ version: '0' })).__typename).toBe('CustomerChangedMeanwhile')
      expect((await set({ callbackUrl: null, version: '0' })).code).toBe('CUSTOMER_CHANGED')
      const refused = await set({ callbackUrl: 'https://127.1/' })
      expect(refused.fields).toEqual([
        { field: 'CALLBACK_URL', problem: 'HOST_NOT_PUBLIC' },
        { field: 'CALLBACK_FORMAT', problem: 'MISSING' },
      ])
      await real.database.updateTable('profiles').set({ tests: 10 }).where('account_id', '=', person.id).execute()
      const { __typename, retryAt } = await test()
      expect(__typename).toBe('TooManyCallbackTests')
      expect(Date.parse(retryAt) - Date.now()).toBeGreaterThan(3_000_000)
      const ended = await set({ callbackUrl: null })
      expect(ended.customer.business).toEqual({ callbackUrl: null, callbackFormat: null })
    })

    test('is required for what only business accounts can do', async () => {
      const person = real.newPerson()
      real.link.forget()
      const changes = [
        ['updateBusinessDetails', { company: 'Studio' }],
        ['changeFtpIntegration', { callbackUrl: null }],
        ['testFtpIntegration', {}],
      ] as const
      for (const [field, input] of changes) {
        expect((await person.change(field, input, '')).code).toBe('BUSINESS_ACCOUNT_REQUIRED')
      }
      expect(real.link.calls).toEqual([])
    })
  })
}
