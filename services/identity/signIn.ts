import type { Kysely } from 'kysely'
import { addressGroup } from '../../http/addressGroup.ts'
import { emailKey } from '../platform/emailKey.ts'
import type { Platform } from '../platform/platform.ts'
import { findOpenAccountByEmail, insertAccount, replacePasswordHash } from './accounts.ts'
import { admit, type Brake, type BrakeKind, withdraw } from './attempts.ts'
import type { DeviceAccount } from './devices.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import type { PasswordTurns } from './passwordTurns.ts'
import {
  type FieldProblem,
  type ProblemCode,
  type RegistrationField,
  type RegistrationForm,
  registrationProblems,
} from './registration.ts'
import { requestLink } from './linkMails.ts'
import type { AttemptAction, Callers, SignInReports } from './signInReports.ts'
import type { IdentityTables } from './tables.ts'

/** What signing in and registering need. */
export interface SignInParts {
  readonly platform: Platform
  readonly database: Kysely<IdentityTables>
  readonly reports: SignInReports
  readonly turns: PasswordTurns
}

/** How long (s) a caller is told to wait when too many of its attempts are waiting. */
const queueSeconds = 5

export interface Locked {
  readonly kind: 'locked'
  readonly retryAfterSeconds: number
  readonly by: BrakeKind
}

export type SignInOutcome =
  | { readonly kind: 'signedIn'; readonly account: DeviceAccount }
  | { readonly kind: 'refused'; readonly code: 'emailMissing' | 'passwordMissing' | 'credentials' }
  | Locked

/** An e-mail address and a password that somebody has typed. */
interface PasswordAttempt {
  readonly email: string
  readonly password: string
  readonly address: string
  /** Returns the id of the device if the account has signed in there before. */
  deviceOf(account: DeviceAccount | null): string | null
}

/**
 * Checks an e-mail address and a password. An unknown address takes as long as a wrong password, and gives the same
 * answer. Attempts of strangers do not delay a device on which the account has signed in before.
 */
export async function signIn(parts: SignInParts, attempt: PasswordAttempt): Promise<SignInOutcome> {
  const { email, password } = attempt
  if (email.trim() === '') return { kind: 'refused', code: 'emailMissing' }
  if (password === '') return { kind: 'refused', code: 'passwordMissing' }
  const account = await findOpenAccountByEmail(parts.database, email)
  return checkPassword(parts, { ...attempt, action: 'signIn', account })
}

/**
 * Checks the password of an account, within the limits of sign-in.
 * @param attempt.account null: no account has this e-mail address
 */
export async function checkPassword(
  parts: SignInParts,
  attempt: PasswordAttempt & {
    readonly action: 'signIn' | 'passwordChange'
    readonly account: DeviceAccount | null
  },
): Promise<SignInOutcome> {
  const { platform } = parts
  const { action, account, email, password, address } = attempt
  const callers = callersOf(platform, email, address)
  const device = attempt.deviceOf(account)
  const brakes =
    device === null
      ? [brake(platform, 'account', emailKey(email)), brake(platform, 'address', addressGroup(address))]
      : [brake(platform, 'device', device)]
  // A known device gets turns of its own, so strangers at the same network address do not delay it.
  const caller = device ?? addressGroup(address)
  const outcome = await parts.turns.run(
    caller,
    () => check(parts, { action, account, password, brakes, callers }),
    ({ kind }) => kind === 'refused',
  )
  return outcome ?? lockedByQueue(parts, { action, callers, by: device === null ? 'address' : 'device' })
}

/** Counts the attempt, and compares the password. */
async function check(
  { database, reports }: SignInParts,
  attempt: {
    readonly action: 'signIn' | 'passwordChange'
    readonly account: DeviceAccount | null
    readonly password: string
    readonly brakes: readonly Brake[]
    readonly callers: Callers
  },
): Promise<SignInOutcome> {
  const { action, account, password, brakes, callers } = attempt
  const admission = await admit(database, brakes)
  if (!admission.admitted) {
    const by = admission.refusedBy.kind
    reports.report({ action, outcome: 'delayed', by }, callers)
    return { kind: 'locked', retryAfterSeconds: admission.retryAfterSeconds, by }
  }
  const { matches, outdated } = await verifyPassword(password, account?.passwordHash ?? null)
  if (!account || !matches) {
    reports.report({ action, outcome: 'failed', code: 'credentials' }, callers)
    return { kind: 'refused', code: 'credentials' }
  }
  await withdraw(database, brakes)
  reports.report({ action, outcome: 'succeeded' }, callers)
  const renewed = outdated ? await renewHash(database, account, password) : account.passwordHash
  return { kind: 'signedIn', account: { id: account.id, passwordHash: renewed } }
}

/**
 * The outcome of an attempt that got no turn, because the queue was full or the wait too long. The brakes do not count
 * it.
 */
function lockedByQueue(
  { reports }: SignInParts,
  { action, callers, by }: { readonly action: AttemptAction; readonly callers: Callers; readonly by: BrakeKind },
): Locked {
  reports.report({ action, outcome: 'delayed', by }, callers)
  return { kind: 'locked', retryAfterSeconds: queueSeconds, by }
}

/** Replaces the stored hash by one with the current cost. */
async function renewHash(
  database: Kysely<IdentityTables>,
  account: DeviceAccount,
  password: string,
): Promise<string | null> {
  if (account.passwordHash === null) return null
  const to = await hashPassword(password)
  await replacePasswordHash(database, account.id, { from: account.passwordHash, to })
  return to
}

/** The brake of this kind for a value, such as an e-mail address or an address group. */
export function brake({ limits }: Platform, kind: BrakeKind, value: string): Brake {
  return { kind, subject: limits.hash(`${kind}:${value}`) }
}

function callersOf({ limits }: Platform, email: string, address: string): Callers {
  return { account: limits.hash(emailKey(email)), address: limits.hash(addressGroup(address)) }
}

export type RegistrationOutcome =
  | { readonly kind: 'registered'; readonly account: DeviceAccount }
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem<RegistrationField, ProblemCode>[] }
  | Locked

/** Where the registration comes from: network address, brand and language. */
export interface RegistrationPlace {
  readonly address: string
  readonly brand: string
  readonly locale: string
  /** The client id of the site. */
  readonly client: string
}

/** Creates and announces an account, and queues the mail that confirms its e-mail address, in one transaction. */
export async function register(
  parts: SignInParts,
  form: RegistrationForm,
  place: RegistrationPlace,
): Promise<RegistrationOutcome> {
  const problems = await registrationProblems(form, place.brand)
  if (problems.length > 0) return { kind: 'refused', problems }
  const callers = callersOf(parts.platform, form.email, place.address)
  const outcome = await parts.turns.run(
    addressGroup(place.address),
    () => create(parts, { form, place, callers }),
    // A successful registration counts as well, because no caller needs to create many accounts.
    ({ kind }) => kind !== 'locked',
  )
  return outcome ?? lockedByQueue(parts, { action: 'registration', callers, by: 'registration' })
}

async function create(
  { platform, database, reports }: SignInParts,
  registration: { readonly form: RegistrationForm; readonly place: RegistrationPlace; readonly callers: Callers },
): Promise<RegistrationOutcome> {
  const { form, place, callers } = registration
  const { address, brand, locale, client } = place
  const admission = await admit(database, [brake(platform, 'registration', addressGroup(address))])
  if (!admission.admitted) {
    const by = admission.refusedBy.kind
    reports.report({ action: 'registration', outcome: 'delayed', by }, callers)
    return { kind: 'locked', retryAfterSeconds: admission.retryAfterSeconds, by }
  }
  const passwordHash = await hashPassword(form.password)
  const account = {
    ...form,
    passwordHash,
    business: false,
    demo: false,
    emailState: 'unconfirmed',
    termsAcceptedAt: new Date(),
  } as const
  const id = await database.transaction().execute(async (transaction) => {
    const inserted = await insertAccount(transaction, account)
    if (inserted !== null) {
      await requestLink(platform, transaction, { email: form.email, brand, locale, client })
      await platform.events.append(transaction, [
        registered({ id: inserted, ...form, brand, locale, confirmed: false, business: account.business }),
      ])
    }
    return inserted
  })
  if (id === null) {
    reports.report({ action: 'registration', outcome: 'failed', code: 'emailTaken' }, callers)
    return { kind: 'refused', problems: [{ field: 'email', code: 'emailTaken' }] }
  }
  reports.report({ action: 'registration', outcome: 'succeeded' }, callers)
  return { kind: 'registered', account: { id, passwordHash } }
}

/** The event that announces an account: a new one, or one that was not announced when it was created. */
export function registered(account: {
  readonly id: string
  readonly email: string
  readonly name: string
  /** Null if unknown, like the brand. */
  readonly locale: string | null
  readonly brand: string | null
  /** False if the e-mail address must get no mail before it is confirmed. */
  readonly confirmed: boolean
  readonly business: boolean
}) {
  const { id, email, name, locale, brand, confirmed, business } = account
  const facts = { accountId: id, email: email.trim(), name: name.trim(), locale, brand, confirmed, business }
  return { type: 'account.registered', owner: id, data: { ...facts, registered: new Date().toISOString() } }
}
