import type { PhoneNumberOf } from './phoneNumbers.ts'
import { visibleLine } from './visibleText.ts'

/** The fields of a profile that a customer can change, in the order of the forms. */
export const customerFields = [
  'firstName',
  'lastName',
  'phone',
  'dateOfBirth',
  'locale',
  'company',
  'vatId',
  'registrationNumber',
] as const

export type CustomerField = (typeof customerFields)[number]

/** Details in the form in which they are stored. */
export type CleanDetails = { readonly [Field in CustomerField]: string | null }

/** A field that is wrong, and why. */
export interface CustomerFieldProblem {
  readonly field: CustomerField
  readonly problem: 'MISSING' | 'NOT_VALID'
}

/** What the rules depend on. */
export interface DetailRules {
  /** The languages that can be chosen. */
  readonly locales: readonly string[]
  /** A day (UTC) such as `2026-03-01`. */
  readonly today: string
  /** The function of `phoneNumbers.ts`, which a browser loads when it is needed. */
  readonly phoneNumberOf: PhoneNumberOf
}

/** The fields without which a business account cannot be validated. */
export const businessFields: readonly CustomerField[] = ['company', 'vatId', 'firstName', 'lastName', 'phone']

/** Maximum lengths in UTF-16 code units (`String.length`). */
const longest: Readonly<Record<CustomerField, number>> = {
  firstName: 100,
  lastName: 100,
  phone: 40,
  dateOfBirth: 10,
  locale: 10,
  company: 100,
  vatId: 30,
  registrationNumber: 40,
}
const required: ReadonlySet<CustomerField> = new Set(['firstName', 'lastName', 'company', 'vatId'])
/** The age (years) from which one can have an account, and the earliest year of birth. */
const [youngest, earliestYear] = [13, 1900]

const vatCountries =
  'AT BE BG CHE CY CZ DE DK EE EL ES FI FR GB HR HU IE IT LT LU LV MT NL NO PL PT RO SE SI SK XI'.replaceAll(' ', '|')

/**
 * The VAT identification numbers of the EU, the United Kingdom, Switzerland and Norway: a country prefix, and 5 to 13
 * letters, digits, `+` or `*`, of which at least two are digits. The operator checks whether the number exists.
 */
const vatIdPattern = new RegExp(String.raw`^(?:${vatCountries})(?=(?:.*\d){2})[A-Z\d+*]{5,13}$`)

const textPattern = /^[^\p{Cc}\p{Cs}]+$/u

/**
 * A detail as it is stored: a text has single spaces, a phone number has its international form, and a VAT ID has
 * capital letters without separators. Null: it is empty.
 * @param locale the customer's locale: a phone number without a country code belongs to the country of the locale
 */
export function cleanDetail(
  field: CustomerField,
  typed: string | null,
  locale: string | null,
  { phoneNumberOf }: Pick<DetailRules, 'phoneNumberOf'>,
): string | null {
  const text = visibleLine(typed?.toWellFormed() ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (text === '') return null
  if (field === 'vatId') return text.toUpperCase().replaceAll(/[ .-]/g, '')
  if (field === 'phone') return phoneNumberOf(text, countryOf(locale)) ?? text
  return text
}

/**
 * Checks details.
 * @param details as `cleanDetail` returns them. Fields that are left out are not checked
 * @returns one entry per field that is not allowed
 */
export function detailProblems(details: Partial<CleanDetails>, rules: DetailRules): readonly CustomerFieldProblem[] {
  return customerFields.flatMap((field): CustomerFieldProblem[] => {
    const text = details[field]
    if (text === undefined) return []
    if (text === null) return required.has(field) ? [{ field, problem: 'MISSING' }] : []
    return isPossible(field, text, rules) ? [] : [{ field, problem: 'NOT_VALID' }]
  })
}

function isPossible(field: CustomerField, text: string, { locales, today, phoneNumberOf }: DetailRules): boolean {
  if (text.length > longest[field]) return false
  if (field === 'phone') return phoneNumberOf(text, '') !== null
  if (field === 'vatId') return vatIdPattern.test(text)
  if (field === 'locale') return locales.includes(text)
  return field === 'dateOfBirth' ? isDateOfBirth(text, today) : textPattern.test(text)
}

function isDateOfBirth(text: string, today: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) return false
  const latest = `${Number(today.slice(0, 4)) - youngest}${today.slice(4)}`
  return text >= `${earliestYear}-01-01` && text <= latest
}

/** The country of a locale: `NL` for `nl-NL`. */
function countryOf(locale: string | null): string {
  return locale?.split('-')[1] ?? ''
}
