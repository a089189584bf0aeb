import { type Kysely, sql, type Transaction } from 'kysely'
import { bookedAddressProblems } from '../../schema/rules/addressForms.ts'
import { phoneNumberOf } from '../../schema/rules/phoneNumbers.ts'
import type { PostalAddress } from '../platform/postalAddress.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { type Caller, lockProfile, readProfile } from './profiles.ts'
import type { CustomersTables } from './tables.ts'
import { isCurrent } from './versions.ts'

/** An address of the address book. */
export interface BookedAddress extends PostalAddress {
  readonly id: string
  readonly isDefault: boolean
  /** Changes with every change of the postal fields. */
  readonly version: number
}

/** A new address. */
export interface NewAddress {
  readonly address: PostalAddress
  readonly isDefault: boolean
  /** A repeated request has the same key, and adds nothing. Undefined: every request adds an address. */
  readonly requestKey: string | undefined
}

/** How many addresses a customer can have. */
export const maximumAddresses = 50
/**
 * Maximum number of deleted addresses that are kept per customer. Without it, adding and deleting in a loop would fill
 * the disk.
 */
const maximumDeleted = 50
/** How long a deleted address can be restored. */
const hoursRestorable = 24

export const noSuchAddress = () => notFound('There is no such address.')

const fields = sql`id, is_default as "isDefault", version, country, name, organization, street,
  house_number as "houseNumber", addition, postal_code as "postalCode", city, region, phone`

const postalFields = [
  'country',
  'name',
  'organization',
  'street',
  'houseNumber',
  'addition',
  'postalCode',
  'city',
  'region',
  'phone',
] as const satisfies readonly (keyof PostalAddress)[]

/**
 * Lists the addresses of a customer: the default one first, then the newest first.
 * @throws a 404 problem if the account is marked for deletion
 */
export async function listAddresses(
  database: Kysely<CustomersTables>,
  caller: Caller,
): Promise<readonly BookedAddress[]> {
  await readProfile(database, caller)
  const { rows } = await sql<BookedAddress>`
    select ${fields} from customers.addresses
    where account_id = ${caller.id} and deleted_at is null
    order by is_default desc, created_at desc, id`.execute(database)
  return rows
}

/**
 * Adds an address. The first one becomes the default. Throws a problem if the address is not allowed, or the book is
 * full.
 */
export async function addAddress(
  database: Kysely<CustomersTables>,
  caller: Caller,
  { address, isDefault, requestKey }: NewAddress,
): Promise<{ readonly isNew: boolean; readonly address: BookedAddress }> {
  checkAddress(address)
  return database.transaction().execute(async (change) => {
    await lockProfile(change, caller)
    const known = requestKey === undefined ? undefined : await findByRequest(change, caller.id, requestKey)
    if (known) return { isNew: false, address: known }
    const count = await countAddresses(change, caller.id)
    refuseIfFull(count)
    const becomesDefault = isDefault || count === 0
    if (becomesDefault) await clearDefault(change, caller.id)
    const added = await change
      .insertInto('addresses')
      .values({
        ...columnsOf(address),
        account_id: caller.id,
        is_default: becomesDefault,
        request_key: requestKey ?? null,
        deleted_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { isNew: true, address: await readAddress(change, caller.id, added.id) }
  })
}

/**
 * Changes an address. Throws a problem if the address does not exist, if its new content is not allowed, or if it has
 * changed since the client read it. The version is not checked if nothing changes, so that a repeated request succeeds.
 */
export async function changeAddress(
  database: Kysely<CustomersTables>,
  caller: Caller,
  id: string,
  address: PostalAddress,
  ifMatch: string | undefined,
): Promise<BookedAddress> {
  return database.transaction().execute(async (change) => {
    await lockProfile(change, caller)
    const current = await readAddress(change, caller.id, id)
    if (postalFields.every((field) => current[field] === address[field])) return current
    if (!isCurrent(current.version, ifMatch)) {
      throw new Problem(412, 'ADDRESS_CHANGED', 'The address has changed since it was read. Read it again.')
    }
    checkAddress(address)
    await change
      .updateTable('addresses')
      .set({ ...columnsOf(address), version: current.version + 1 })
      .where('id', '=', id)
      .execute()
    return readAddress(change, caller.id, id)
  })
}

/** Makes an address the default one. */
export async function setDefaultAddress(
  database: Kysely<CustomersTables>,
  caller: Caller,
  id: string,
): Promise<BookedAddress> {
  return database.transaction().execute(async (change) => {
    await lockProfile(change, caller)
    await readAddress(change, caller.id, id)
    await makeDefault(change, caller.id, id)
    return readAddress(change, caller.id, id)
  })
}

/**
 * Deletes an address, which can be restored for a day. If it was the default one, the newest other address becomes the
 * default.
 */
export async function deleteAddress(database: Kysely<CustomersTables>, caller: Caller, id: string): Promise<void> {
  await database.transaction().execute(async (change) => {
    await lockProfile(change, caller)
    const { rows } = await sql<{ wasDefault: boolean }>`
      update customers.addresses
      set deleted_at = clock_timestamp(), was_default = is_default, is_default = false, request_key = null
      where id = ${id} and account_id = ${caller.id} and deleted_at is null
      returning was_default as "wasDefault"`.execute(change)
    const [deleted] = rows
    if (!deleted) {
      if (!(await findDeleted(change, caller.id, id))) throw noSuchAddress()
      return
    }
    if (deleted.wasDefault) await makeNewestDefault(change, caller.id)
    await keepNewestDeleted(change, caller.id)
  })
}

/**
 * Restores a deleted address. If it was the default one when it was deleted, or is the only one, it becomes the
 * default.
 */
export async function restoreAddress(
  database: Kysely<CustomersTables>,
  caller: Caller,
  id: string,
): Promise<BookedAddress> {
  return database.transaction().execute(async (change) => {
    await lockProfile(change, caller)
    const deleted = await findDeleted(change, caller.id, id)
    if (deleted) {
      const count = await countAddresses(change, caller.id)
      refuseIfFull(count)
      await change.updateTable('addresses').set({ deleted_at: null, was_default: false }).where('id', '=', id).execute()
      if (deleted.wasDefault || count === 0) await makeDefault(change, caller.id, id)
    }
    return readAddress(change, caller.id, id)
  })
}

/** Permanently deletes the addresses that can no longer be restored. */
export async function purgeAddresses(database: Kysely<CustomersTables>): Promise<void> {
  await sql`
    delete from customers.addresses
    where deleted_at <= now() - make_interval(hours => ${hoursRestorable}::int)`.execute(database)
}

/** @throws a 400 problem that names each invalid field */
function checkAddress(address: PostalAddress): void {
  const problems = bookedAddressProblems(address, phoneNumberOf)
  if (problems.length === 0) return
  const sentences = problems.map(
    ({ field, problem }) => `${field} is ${problem === 'MISSING' ? 'missing' : 'not valid'}`,
  )
  throw new Problem(400, 'INVALID_ADDRESS', `${sentences.join(', ')}.`)
}

function refuseIfFull(count: number): void {
  if (count < maximumAddresses) return
  const facts = { limit: maximumAddresses }
  throw new Problem(409, 'TOO_MANY_ADDRESSES', 'The address book is full. Delete an address first.', {}, facts)
}

function columnsOf({ houseNumber, postalCode, ...others }: PostalAddress) {
  return { ...others, house_number: houseNumber, postal_code: postalCode }
}

/** @throws a 404 problem if the customer has no such address */
async function readAddress(
  change: Transaction<CustomersTables>,
  accountId: string,
  id: string,
): Promise<BookedAddress> {
  const { rows } = await sql<BookedAddress>`
    select ${fields} from customers.addresses
    where id = ${id} and account_id = ${accountId} and deleted_at is null`.execute(change)
  const [address] = rows
  if (!address) throw noSuchAddress()
  return address
}

async function findByRequest(
  change: Transaction<CustomersTables>,
  accountId: string,
  requestKey: string,
): Promise<BookedAddress | undefined> {
  const { rows } = await sql<BookedAddress>`
    select ${fields} from customers.addresses
    where account_id = ${accountId} and request_key = ${requestKey} and deleted_at is null`.execute(change)
  return rows[0]
}

/** An address that can be restored. */
async function findDeleted(
  change: Transaction<CustomersTables>,
  accountId: string,
  id: string,
): Promise<{ readonly wasDefault: boolean } | undefined> {
  const { rows } = await sql<{ wasDefault: boolean }>`
    select was_default as "wasDefault" from customers.addresses
    where id = ${id} and account_id = ${accountId}
      and deleted_at > now() - make_interval(hours => ${hoursRestorable}::int)`.execute(change)
  return rows[0]
}

async function countAddresses(change: Transaction<CustomersTables>, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from customers.addresses
    where account_id = ${accountId} and deleted_at is null`.execute(change)
  return rows[0]?.count ?? 0
}

async function clearDefault(change: Transaction<CustomersTables>, accountId: string): Promise<void> {
  await change
    .updateTable('addresses')
    .set({ is_default: false })
    .where('account_id', '=', accountId)
    .where('is_default', '=', true)
    .execute()
}

async function makeDefault(change: Transaction<CustomersTables>, accountId: string, id: string): Promise<void> {
  await clearDefault(change, accountId)
  await change.updateTable('addresses').set({ is_default: true }).where('id', '=', id).execute()
}

async function makeNewestDefault(change: Transaction<CustomersTables>, accountId: string): Promise<void> {
  await sql`
    update customers.addresses set is_default = true where id = (
      select id from customers.addresses where account_id = ${accountId} and deleted_at is null
      order by created_at desc, id limit 1
    )`.execute(change)
}

async function keepNewestDeleted(change: Transaction<CustomersTables>, accountId: string): Promise<void> {
  await sql`
    delete from customers.addresses where id in (
      select id from customers.addresses where account_id = ${accountId} and deleted_at is not null
      order by deleted_at desc offset ${maximumDeleted}
    )`.execute(change)
}
