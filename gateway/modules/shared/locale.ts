import { badInput } from '../../errors/codes.ts'

const languageTag = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/

/**
 * Checks a language tag before it is sent as a header.
 * @throws BAD_USER_INPUT
 */
export function checkLocale(locale: string): string {
  if (languageTag.test(locale)) return locale
  throw badInput('"locale" is not a language tag, such as en-GB.')
}
