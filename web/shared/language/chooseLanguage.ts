import { localeCookie, readLocaleChoice } from '../../../schema/rules/localeChoice.ts'

/**
 * Stores the language in this browser, and loads the page again in this language. The cookie also reaches the services,
 * so that the sign-in and the pages of books have the same language.
 * @returns false if the browser stores no cookies: then nothing changes
 */
export function chooseLanguage(locale: string): boolean {
  document.cookie = localeCookie(locale, location.protocol === 'https:')
  const isKept = readLocaleChoice(document.cookie) === locale
  if (isKept) location.reload()
  return isKept
}
