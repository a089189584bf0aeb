/** How long (s) the choice is kept: a year. */
const maximumAge = 365 * 86_400

/**
 * The cookie that keeps the language which a visitor has chosen.
 * @param isSecure whether the site is at an https address
 */
export function localeCookie(locale: string, isSecure: boolean): string {
  return `locale=${locale}; Path=/; Max-Age=${maximumAge}; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/**
 * Reads the chosen language from the cookies of a page or a request.
 * @param cookies as in `document.cookie` and in the `Cookie` header
 * @returns a tag such as `de-DE`; null if nothing is chosen, or if the value is no tag
 */
export function readLocaleChoice(cookies: string): string | null {
  return /(?:^|;)\s*locale=([a-z]{2,3}(?:-[A-Z]{2})?)\s*(?:;|$)/.exec(cookies)?.[1] ?? null
}
