import { type Kysely, sql, type Transaction } from 'kysely'
import {
  businessFields,
  type CleanDetails,
  cleanDetail,
  type CustomerField,
  customerFields,
  type CustomerFieldProblem,
  detailProblems,
} from '../../schema/rules/customerDetails.ts'
import { phoneNumberOf } from '../../schema/rules/phoneNumbers.ts'
import { isBusiness, requireRecentSignIn } from '../platform/access.ts'
import { locales } from '../platform/locales.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { readUnhandled } from '../platform/events.ts'
import type { Account } from '../platform/platform.ts'
import { accountConsumer, deletionCancelled } from './accountEvents.ts'
import type { BusinessStatus, CallbackFormat, CustomersTables } from './tables.ts'
import { isCurrent } from './versions.ts'

/** What a customer has entered. Fields without a value are null. */
export interface Profile extends CleanDetails {
  readonly callbackUrl: string | null
  readonly callbackFormat: CallbackFormat | null
  readonly businessStatus: BusinessStatus
  /** 0: the customer has entered nothing yet. Then the names are those that were entered at registration. */
  readonly version: number
}

/** What this file needs to know about the caller of a request. */
export type Caller = Pick<Account, 'id' | 'authMethod'>

/** The fields of a profile to change. */
type ProfileChanges = Partial<Omit<Profile, 'version'>>

const columns = {
  firstName: 'first_name',
  lastName: 'last_name',
  phone: 'phone',
  dateOfBirth: 'date_of_birth',
  locale: 'locale',
  company: 'company',
  vatId: 'vat_id',
  registrationNumber: 'registration_number',
} as const satisfies Record<CustomerField, string>

/** A change of one of these fields sets the status of a validated account back to `New`. */
const validatedFields: readonly CustomerField[] = ['company', 'vatId', 'registrationNumber']

const noSuchCustomer = () => notFound('There is no such customer: the account is deleted, or marked for deletion.')

/**
 * Reads the profile of a customer.
 * @throws a 404 problem if the account is marked for deletion
 */
export async function readProfile(database: Kysely<CustomersTables>, caller: Caller): Promise<Profile> {
  return readRow(database, caller)
}

/**
 * Locks the profile of a customer, so that changes of the profile and of the address book run one after the other.
 * @throws a 404 problem if the account is marked for deletion
 * @throws a 403 problem if it is a blocked business account
 */
export async function lockProfile(change: Transaction<CustomersTables>, caller: Caller): Promise<Profile> {
  const empty = { account_id: caller.id }
  await change
    .insertInto('profiles')
    .values(empty)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await change.selectFrom('profiles').select('account_id').where('account_id', '=', caller.id).forUpdate().execute()
  const profile = await readRow(change, caller)
  if (isBusiness(caller) && profile.businessStatus === 'Blocked') {
    throw new Problem(403, 'ACCOUNT_BLOCKED', 'The business account is blocked. Its customer cannot change anything.')
  }
  return profile
}

/** @throws a 403 problem for a private account */
export function requireBusiness(caller: Caller): void {
  if (!isBusiness(caller)) throw new Problem(403, 'BUSINESS_ONLY', 'This call is for business accounts.')
}

/**
 * Replaces the details of a customer. A private account has no business details: they are ignored.
 * @param typed as the customer has typed them; fields that are left out are removed
 * @param ifMatch the version that the customer has read. Not checked if nothing changes, so that a repeated request
 * succeeds
 */
export async function changeDetails(
  database: Kysely<CustomersTables>,
  caller: Caller,
  typed: { readonly [Field in CustomerField]?: string | null | undefined },
  ifMatch: string | undefined,
): Promise<Profile> {
  return database.transaction().execute(async (change) => {
    const profile = await lockProfile(change, caller)
    const details = cleanDetails(typed, isBusiness(caller), profile.locale)
    if (profile.version > 0 && customerFields.every((field) => details[field] === profile[field])) return profile
    checkVersion(profile, ifMatch)
    refuse(problemsOf(profile, details))
    const businessStatus = statusAfter(profile, details)
    return writeProfile(change, caller, profile, { ...details, businessStatus })
  })
}

/**
 * Changes where and how a business account gets its delivery notices. The caller has checked the URL.
 * @throws a 403 problem without a recent sign-in, because notices contain names and addresses
 */
export async function changeCallback(
  database: Kysely<CustomersTables>,
  caller: Caller & Pick<Account, 'authenticatedAt'>,
  callback: Partial<Pick<Profile, 'callbackUrl' | 'callbackFormat'>>,
  ifMatch: string | undefined,
): Promise<Profile> {
  return database.transaction().execute(async (change) => {
    const profile = await lockProfile(change, caller)
    requireRecentSignIn(caller)
    const { callbackUrl, callbackFormat } = { ...profile, ...callback }
    if (callbackUrl === profile.callbackUrl && callbackFormat === profile.callbackFormat) return profile
    checkVersion(profile, ifMatch)
    if (callbackUrl !== null && callbackFormat === null) {
      throw new Problem(400, 'INVALID_CALLBACK', 'callbackFormat is required with a callbackUrl.')
    }
    return writeProfile(change, caller, profile, { callbackUrl, callbackFormat })
  })
}

/**
 * Validates, blocks or reopens a business account, for the operator.
 * @param wanted `New` reopens a blocked account: its status becomes `Default` if details are missing
 * @returns the new status
 */
export async function setBusinessStatus(
  database: Kysely<CustomersTables>,
  id: string,
  wanted: Exclude<BusinessStatus, 'Default'>,
): Promise<BusinessStatus> {
  const operator = { id, authMethod: '' }
  return database.transaction().execute(async (change) => {
    const profile = await lockProfile(change, operator)
    const isComplete = hasAllDetails(profile)
    if (wanted === 'Validated' && !isComplete) {
      throw new Problem(409, 'DETAILS_MISSING', 'An account whose details are missing cannot be validated.')
    }
    const status = wanted === 'New' && !isComplete ? 'Default' : wanted
    await change.updateTable('profiles').set({ business_status: status }).where('account_id', '=', id).execute()
    return status
  })
}

/** @throws a 412 problem if the profile is not in the version that the client has read */
export function checkVersion({ version }: Pick<Profile, 'version'>, ifMatch: string | undefined): void {
  if (isCurrent(version, ifMatch)) return
  throw new Problem(412, 'CUSTOMER_CHANGED', 'The profile has changed since it was read. Read it again.')
}

function cleanDetails(
  typed: { readonly [Field in CustomerField]?: string | null | undefined },
  business: boolean,
  knownLocale: string | null,
): CleanDetails {
  const locale = cleanDetail('locale', typed.locale ?? null, null, { phoneNumberOf })
  const of = (field: CustomerField) =>
    cleanDetail(field, typed[field] ?? null, locale ?? knownLocale, { phoneNumberOf })
  return {
    firstName: of('firstName'),
    lastName: of('lastName'),
    phone: of('phone'),
    dateOfBirth: of('dateOfBirth'),
    locale,
    company: business ? of('company') : null,
    vatId: business ? of('vatId') : null,
    registrationNumber: business ? of('registrationNumber') : null,
  }
}

/** A required field may stay empty until the customer fills it in. From then on, it cannot be removed. */
function problemsOf(profile: Profile, details: CleanDetails): readonly CustomerFieldProblem[] {
  const rules = { locales, today: new Date().toISOString().slice(0, 10), phoneNumberOf }
  return detailProblems(details, rules).filter(({ field, problem }) => problem !== 'MISSING' || profile[field] !== null)
}

function refuse(problems: readonly CustomerFieldProblem[]): void {
  if (problems.length === 0) return
  const fields = problems.map(({ field, problem }) => `${field} is ${problem === 'MISSING' ? 'missing' : 'not valid'}`)
  throw new Problem(400, 'INVALID_DETAILS', `${fields.join(', ')}.`)
}

function hasAllDetails(details: CleanDetails): boolean {
  return businessFields.every((field) => details[field] !== null)
}

function statusAfter(profile: Profile, details: CleanDetails): BusinessStatus {
  if (!hasAllDetails(details)) return 'Default'
  const isSame = validatedFields.every((field) => details[field] === profile[field])
  return profile.businessStatus === 'Validated' && isSame ? 'Validated' : 'New'
}

async function writeProfile(
  change: Transaction<CustomersTables>,
  { id }: Caller,
  profile: Profile,
  changes: ProfileChanges,
): Promise<Profile> {
  const changed = { ...profile, ...changes, version: profile.version + 1 }
  const details = Object.fromEntries(customerFields.map((field) => [columns[field], changed[field]]))
  await change
    .updateTable('profiles')
    .set({
      ...details,
      business_status: changed.businessStatus,
      callback_url: changed.callbackUrl,
      callback_format: changed.callbackFormat,
      version: changed.version,
    })
    .where('account_id', '=', id)
    .execute()
  return changed
}

type Row = Profile & {
  readonly name: string | null
  readonly registeredLocale: string | null
  readonly closed: boolean
}

/** Reads a profile. An empty profile has the names and the language that were entered at registration. */
async function readRow(database: Kysely<CustomersTables>, caller: Caller): Promise<Profile> {
  const { rows } = await sql<Row>`
    select first_name as "firstName", last_name as "lastName", phone, date_of_birth as "dateOfBirth", profile.locale,
      company, vat_id as "vatId", registration_number as "registrationNumber", callback_url as "callbackUrl",
      callback_format as "callbackFormat", coalesce(business_status, 'Default') as "businessStatus",
      coalesce(version, 0) as version, name, account.locale as "registeredLocale", closing.account_id is not null as closed
    from (select cast(${caller.id} as uuid) as id) as caller
    left join customers.profiles as profile on profile.account_id = caller.id
    left join customers.accounts as account on account.id = caller.id
    left join customers.closings as closing on closing.account_id = caller.id`.execute(database)
  const [row] = rows
  if (!row) throw new Error('A row for the caller was not selected.')
  const { name, registeredLocale, closed, ...profile } = row
  if (closed && !(await isReopened(database, caller))) throw noSuchCustomer()
  const known = { ...profile, locale: profile.locale ?? locales.find((one) => one === registeredLocale) ?? null }
  return profile.version > 0 || name === null ? known : { ...known, ...namesOf(name, isBusiness(caller)) }
}

/**
 * True if the customer has just stopped the deletion: the event is not handled yet, or it has been handled since the
 * profile was read. Without this check, the profile of this customer would not be found, and the client would sign the
 * customer out.
 */
async function isReopened(database: Kysely<CustomersTables>, { id }: Caller): Promise<boolean> {
  const filter = { consumer: accountConsumer, types: [deletionCancelled], owners: [id] }
  if ((await readUnhandled(database, filter)).length > 0) return true
  const closings = await database.selectFrom('closings').select('account_id').where('account_id', '=', id).execute()
  return closings.length === 0
}

/** The names of a new profile. A business account was registered by its company, a private one by a person. */
function namesOf(name: string, business: boolean): Partial<CleanDetails> {
  if (business) return { company: name }
  const [firstName, ...others] = name.trim().split(/\s+/)
  return { firstName: firstName || null, lastName: others.join(' ') || null }
}
