import { isEmailAddress } from '../../schema/rules/emailAddress.ts'
import { emailKey } from '../platform/emailKey.ts'
import { isGuessable } from './guessablePasswords.ts'

export const passwordLength = { min: 10, max: 200 } as const
const nameLength = 100

/** What was typed into the registration form. */
export interface RegistrationForm {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly terms: boolean
}

export type RegistrationField = keyof RegistrationForm

/** Why a field is refused. The message `identity.problem.<code>` says what to do. */
export type ProblemCode =
  | 'nameMissing'
  | 'nameTooLong'
  | 'emailMissing'
  | 'emailInvalid'
  | 'emailTaken'
  | 'passwordMissing'
  | 'passwordTooShort'
  | 'passwordTooLong'
  | 'passwordGuessable'
  | 'passwordLikeEmail'
  | 'termsMissing'

export interface FieldProblem<Field extends string = string, Code extends string = string> {
  readonly field: Field
  readonly code: Code
}

/**
 * The problems of a form, in the order of its fields, at most one per field. An account is created only if there are
 * none.
 * @param brand the name of the site, which is easy to guess as a password
 */
export async function registrationProblems(
  form: RegistrationForm,
  brand: string,
): Promise<FieldProblem<RegistrationField, ProblemCode>[]> {
  const codes: [RegistrationField, ProblemCode | null][] = [
    ['name', nameProblem(form.name)],
    ['email', emailProblem(form.email)],
    ['password', await passwordProblem(form, brand)],
    ['terms', form.terms ? null : 'termsMissing'],
  ]
  return codes.flatMap(([field, code]) => (code === null ? [] : [{ field, code }]))
}

function nameProblem(name: string): ProblemCode | null {
  if (name.trim() === '') return 'nameMissing'
  return length(name.trim()) > nameLength ? 'nameTooLong' : null
}

function emailProblem(email: string): ProblemCode | null {
  const key = emailKey(email)
  if (key === '') return 'emailMissing'
  return isEmailAddress(key) ? null : 'emailInvalid'
}

/**
 * @param brand the name of the site, which is easy to guess as a password
 */
export async function passwordProblem(
  { password, name, email }: Pick<RegistrationForm, 'password' | 'name' | 'email'>,
  brand: string,
): Promise<ProblemCode | null> {
  if (password === '') return 'passwordMissing'
  if (length(password) < passwordLength.min) return 'passwordTooShort'
  if (length(password) > passwordLength.max) return 'passwordTooLong'
  const key = password.normalize('NFKC').toLowerCase()
  const account = emailKey(email)
  const [localPart = ''] = account.split('@')
  if (key === account || key === localPart) return 'passwordLikeEmail'
  const related = [brand, account, ...wordsOf(localPart), ...wordsOf(name)]
  return (await isGuessable(password, related)) ? 'passwordGuessable' : null
}

function wordsOf(text: string): string[] {
  return [text, ...text.split(/[^\p{L}\p{N}]+/u)].filter((word) => word !== '')
}

const segmenter = new Intl.Segmenter()

/** Counts characters as people see them, not UTF-16 units. */
function length(text: string): number {
  return Array.from(segmenter.segment(text)).length
}
