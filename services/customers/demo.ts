import { demoReceiver } from '../../schema/rules/callbackUrl.ts'
import { type DemoAccount, demoAccounts } from '../platform/demo.ts'
import { insertOrComplete } from './accounts.ts'
import type { Insertable, Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { AddressesTable, CustomersTables, ProfilesTable } from './tables.ts'

const [anna, ben, studio, clara, , fotohaus, copyshop] = demoAccounts

type DemoProfile = Omit<Insertable<ProfilesTable>, 'account_id' | 'tests' | 'tests_since' | 'version'>

const empty: DemoProfile = {
  first_name: null,
  last_name: null,
  phone: null,
  date_of_birth: null,
  locale: null,
  company: null,
  vat_id: null,
  registration_number: null,
  callback_url: null,
  callback_format: null,
}

/** There is one business account in each status. The fifth demo account has no profile: its details are missing. */
const profiles: readonly (readonly [DemoAccount, DemoProfile])[] = [
  [anna, { ...empty, first_name: 'Anna', last_name: 'de Wit', phone: '+31612345678', date_of_birth: '1988-04-12' }],
  [
    studio,
    {
      ...empty,
      first_name: 'Nora',
      last_name: 'Lindqvist',
      phone: '+4930901820',
      company: 'Studio Nord',
      vat_id: 'DE123456789',
      registration_number: 'HRB 12345',
      business_status: 'Validated',
      callback_url: demoReceiver,
      callback_format: 'json',
    },
  ],
  [
    fotohaus,
    {
      ...empty,
      first_name: 'Femke',
      last_name: 'Bakker',
      phone: '+31201234567',
      company: 'Fotohaus Bakker',
      vat_id: 'NL123456789B01',
      business_status: 'New',
    },
  ],
  [
    copyshop,
    {
      ...empty,
      first_name: 'Luc',
      last_name: 'Peeters',
      phone: '+3225550123',
      company: 'Copyshop Peeters',
      vat_id: 'BE0123456789',
      business_status: 'Blocked',
      callback_url: demoReceiver,
      callback_format: 'xml',
    },
  ],
]

type DemoAddress = Pick<AddressesTable, 'country' | 'street' | 'house_number' | 'postal_code' | 'city'> &
  Partial<Insertable<AddressesTable>>

const addresses: readonly (readonly [DemoAccount, DemoAddress])[] = [
  [anna, { country: 'NL', street: 'Lindengracht', house_number: '12', postal_code: '1015 KH', city: 'Amsterdam' }],
  [
    anna,
    {
      country: 'FR',
      street: 'rue de Rivoli',
      house_number: '10',
      postal_code: '75001',
      city: 'Paris',
      is_default: false,
    },
  ],
  [ben, { country: 'GB', street: 'Downing Street', house_number: '10', postal_code: 'SW1A 2AA', city: 'London' }],
  [
    studio,
    {
      country: 'DE',
      organization: 'Studio Nord',
      street: 'Torstraße',
      house_number: '135a',
      postal_code: '10119',
      city: 'Berlin',
    },
  ],
  [
    copyshop,
    {
      country: 'BE',
      organization: 'Copyshop Peeters',
      street: 'Nieuwstraat',
      house_number: '7',
      postal_code: '1000',
      city: 'Brussel',
    },
  ],
  [clara, { country: 'SE', street: 'Storgatan', house_number: '3', postal_code: '114 55', city: 'Stockholm' }],
]

/**
 * Adds the data of the demo accounts to this service. It also adds the accounts themselves, because an installation
 * that is older than this service has no events of their registration. Changes no profile and no address book that
 * exists.
 */
export async function addDemoCustomers(platform: Platform): Promise<void> {
  const database = platform.database<CustomersTables>('customers')
  for (const account of demoAccounts) {
    await insertOrComplete(database, { ...account, business: account.kind === 'business' })
  }
  await database.transaction().execute(async (change) => {
    const known = await accountsWithAddresses(change)
    for (const [{ id }, profile] of profiles) {
      await change
        .insertInto('profiles')
        .values({ ...profile, account_id: id, version: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    for (const [{ id, name }, address] of addresses) {
      if (!known.has(id))
        await change
          .insertInto('addresses')
          .values(completeAddress(id, name, address))
          .execute()
    }
  })
}

/** Deleted addresses count as well: a customer who has deleted the demo addresses does not get them again. */
async function accountsWithAddresses(change: Kysely<CustomersTables>): Promise<ReadonlySet<string>> {
  const rows = await change.selectFrom('addresses').select('account_id').distinct().execute()
  return new Set(rows.map(({ account_id }) => account_id))
}

function completeAddress(accountId: string, name: string, address: DemoAddress): Insertable<AddressesTable> {
  return {
    name: address.organization ? null : name,
    organization: null,
    addition: null,
    region: null,
    phone: null,
    is_default: true,
    request_key: null,
    deleted_at: null,
    ...address,
    account_id: accountId,
  }
}
