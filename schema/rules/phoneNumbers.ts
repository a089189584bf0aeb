import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * Returns the E.164 form of a phone number, such as `+31612345678`; null if the text is not a valid number.
 * @param text in international form, or as it is dialled in the country
 * @param country an ISO 3166-1 alpha-2 code. If its numbers are not known, only the international form is valid
 */
export type PhoneNumberOf = (text: string, country: string) => string | null

/** Checks a number by the metadata of all countries. Extensions are dropped. */
export const phoneNumberOf: PhoneNumberOf = (text, country) => {
  const number = parsePhoneNumberFromString(text, { ...countryOf(country), extract: false })
  return number?.isValid() ? number.number : null
}

function countryOf(code: string): { readonly defaultCountry?: CountryCode } {
  return isSupportedCountry(code) ? { defaultCountry: code } : {}
}
