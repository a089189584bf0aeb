import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import { findAccountByEmail, insertAccount, replacePasswordHash } from './accounts.ts'
import { admit, withdrawAttempts, clearAttempts, registrationLimits, signInLimits } from './attempts.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import {
  type FieldProblem,
  type ProblemCode,
  type RegistrationField,
  type RegistrationForm,
  registrationProblems,
} from './registration.ts'
import type { IdentityTables } from './tables.ts'

export type SignInOutcome =
  | { readonly kind: 'signedIn'; readonly accountId: string }
  | { readonly kind: 'refused'; readonly code: 'emailMissing' | 'passwordMissing' | 'credentials' }
  | { readonly kind: 'locked'; readonly retryAfterSeconds: number }

/**
 * Checks an e-mail address and a password. An unknown address takes as long as a wrong password, and gives the same
 * answer.
 */
export async function signIn(
  database: Kysely<IdentityTables>,
  credentials: { readonly email: string; readonly password: string; readonly address: string },
): Promise<SignInOutcome> {
  const { email, password, address } = credentials
  if (email.trim() === '') return { kind: 'refused', code: 'emailMissing' }
  if (password === '') return { kind: 'refused', code: 'passwordMissing' }
  const admission = await admit(database, signInLimits(email, address))
  if (!admission.admitted) return { kind: 'locked', retryAfterSeconds: admission.retryAfterSeconds }
  const account = await findAccountByEmail(database, email)
  const { matches, outdated } = await verifyPassword(password, account?.passwordHash ?? null)
  if (!account || !matches) return { kind: 'refused', code: 'credentials' }
  await withdrawAttempts(database, admission.ids)
  await clearAttempts(database, email)
  if (outdated && account.passwordHash !== null) {
    await replacePasswordHash(database, account.id, { from: account.passwordHash, to: await hashPassword(password) })
  }
  return { kind: 'signedIn', accountId: account.id }
}

export type RegistrationOutcome =
  | { readonly kind: 'registered'; readonly accountId: string }
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem<RegistrationField, ProblemCode>[] }
  | { readonly kind: 'locked'; readonly retryAfterSeconds: number }

/** Where the registration comes from: network address, brand and language. */
export interface RegistrationPlace {
  readonly address: string
  readonly brand: string
  readonly locale: string
}

/** Creates an account and announces it to the other services, in one transaction. */
export async function register(
  platform: Platform,
  database: Kysely<IdentityTables>,
  form: RegistrationForm,
  { address, brand, locale }: RegistrationPlace,
): Promise<RegistrationOutcome> {
  const problems = registrationProblems(form)
  if (problems.length > 0) return { kind: 'refused', problems }
  const admission = await admit(database, registrationLimits(address))
  if (!admission.admitted) return { kind: 'locked', retryAfterSeconds: admission.retryAfterSeconds }
  const passwordHash = await hashPassword(form.password)
  const account = { ...form, passwordHash, business: false, demo: false, termsAcceptedAt: new Date() }
  const accountId = await database.transaction().execute(async (transaction) => {
    const id = await insertAccount(transaction, account)
    if (id !== null) await platform.events.append(transaction, [registered({ id, ...form, brand, locale })])
    return id
  })
  if (accountId === null) return { kind: 'refused', problems: [{ field: 'email', code: 'emailTaken' }] }
  return { kind: 'registered', accountId }
}

/** The event that announces an account: a new one, or one that was not announced when it was created. */
export function registered(account: {
  readonly id: string
  readonly email: string
  readonly name: string
  /** Null, here and below, means unknown. */
  readonly locale: string | null
  readonly brand: string | null
}) {
  const { id, email, name, locale, brand } = account
  const facts = { accountId: id, email: email.trim(), name: name.trim(), locale, brand }
  return { type: 'account.registered', owner: id, data: { ...facts, registered: new Date().toISOString() } }
}
