import type { PhoneNumberOf } from '../../../schema/rules/phoneNumbers.ts'

let phoneNumberOf: PhoneNumberOf | null = null

/**
 * Loads the numbering plans of all countries. They are large, so they are loaded when a customer enters the field of a
 * phone number. Without them, only the service checks the number.
 */
export async function loadPhoneCheck(): Promise<void> {
  if (phoneNumberOf) return
  try {
    phoneNumberOf = (await import('../../../schema/rules/phoneNumbers.ts')).phoneNumberOf
  } catch {
    // The network may have failed. The next visit to the field tries again.
  }
}

/**
 * Whether a phone number is valid. True if there is no number (null), or the numbering plans are not loaded yet.
 * @param country the ISO 3166-1 alpha-2 code of numbers without a country code
 */
export function isPhoneValid(phone: string | null, country: string): boolean {
  return phone === null || phoneNumberOf === null || phoneNumberOf(phone, country) !== null
}
