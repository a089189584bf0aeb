import { emailKey } from '../platform/emailKey.ts'

export const passwordLength = { min: 10, max: 200 } as const
const nameLength = 100
const emailLength = 254

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
  | 'passwordCommon'
  | 'passwordLikeEmail'
  | 'termsMissing'

export interface FieldProblem<Field extends string = string, Code extends string = string> {
  readonly field: Field
  readonly code: Code
}

/** The problems of a form in its order, at most one per field. An account is created only if there are none. */
export function registrationProblems(form: RegistrationForm): FieldProblem<RegistrationField, ProblemCode>[] {
  const codes: [RegistrationField, ProblemCode | null][] = [
    ['name', nameProblem(form.name)],
    ['email', emailProblem(form.email)],
    ['password', passwordProblem(form.password, form.email)],
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
  const wellFormed = /^[^\s@<>"(),:;\\[\]\p{Cc}]+@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?\.[\p{L}\p{N}-]{2,}$/u
  return key.length > emailLength || key.includes('..') || !wellFormed.test(key) ? 'emailInvalid' : null
}

function passwordProblem(password: string, email: string): ProblemCode | null {
  if (password === '') return 'passwordMissing'
  if (length(password) < passwordLength.min) return 'passwordTooShort'
  if (length(password) > passwordLength.max) return 'passwordTooLong'
  const key = password.normalize('NFKC').toLowerCase()
  const account = emailKey(email)
  if (key === account || key === account.split('@')[0]) return 'passwordLikeEmail'
  return isCommon(key) ? 'passwordCommon' : null
}

/** Words that long common passwords are made of, alone or with digits and signs around them. */
const commonWords = new Set([
  'password',
  'passwort',
  'passw',
  'passwd',
  'wachtwoord',
  'motdepasse',
  'contrasena',
  'qwerty',
  'qwertyuiop',
  'qwertz',
  'azerty',
  'asdfghjkl',
  'iloveyou',
  'letmein',
  'welcome',
  'welkom',
  'bienvenue',
  'willkommen',
  'princess',
  'sunshine',
  'football',
  'baseball',
  'superman',
  'batman',
  'dragon',
  'monkey',
  'master',
  'admin',
  'administrator',
  'changeme',
  'secret',
  'starwars',
  'pokemon',
  'summer',
  'winter',
  'abc',
  'abcd',
  'test',
  'testing',
  'qazwsx',
  'zaqwsx',
  'hello',
  'keepsake',
  'lumina',
])

function isCommon(key: string): boolean {
  if (new Set(key).size <= 3) return true
  const sequences = [
    'abcdefghijklmnopqrstuvwxyz',
    '01234567890123456789',
    '98765432109876543210',
    'qwertyuiopasdfghjklzxcvbnm',
    '1q2w3e4r5t6y7u8i9o0p',
  ]
  if (sequences.some((sequence) => sequence.includes(key))) return true
  const word = lettersOf(key)
  if (word === '') return /^(.{1,5}?)\1+$/u.test(key)
  const candidates = [word, withoutDisguise(word), lettersOf(withoutDisguise(key))]
  return candidates.some((candidate) => commonWords.has(candidate) || isRepeated(candidate))
}

/** Removes digits and signs at both ends. */
function lettersOf(key: string): string {
  return key.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}

function withoutDisguise(key: string): string {
  return key.replaceAll('0', 'o').replaceAll('@', 'a').replaceAll('$', 's').replaceAll('3', 'e')
}

function isRepeated(word: string): boolean {
  const repeated = /^(.{2,8}?)\1+$/u.exec(word)
  return repeated?.[1] !== undefined && (commonWords.has(repeated[1]) || repeated[1].length <= 4)
}

const segmenter = new Intl.Segmenter()

/** Counts characters as people see them, not UTF-16 units. */
function length(text: string): number {
  return Array.from(segmenter.segment(text)).length
}
