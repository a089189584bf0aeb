/** What a visitor allows beyond what the product needs to work. */
export interface CookieConsent {
  /** Visits may be counted. */
  readonly analytics: boolean
  /** The shop may show offers that suit the visitor. */
  readonly marketing: boolean
}

/** The name of the cookie that keeps the decision. */
export const consentCookieName = 'cookie-consent'

/** What a visitor who has not decided allows. */
export const noConsent: CookieConsent = { analytics: false, marketing: false }

/** Writes a decision as two digits, analytics then marketing, such as `10`. */
export function encodeConsent({ analytics, marketing }: CookieConsent): string {
  return `${Number(analytics)}${Number(marketing)}`
}

/**
 * Reads the decision from the cookies of a page or a request.
 * @param cookies as in `document.cookie` and in the `Cookie` header
 * @returns null if the visitor has not decided, or if the value cannot be read
 */
export function readConsent(cookies: string): CookieConsent | null {
  const digits = new RegExp(`(?:^|;)\\s*${consentCookieName}=([01])([01])\\s*(?:;|$)`).exec(cookies)
  return digits && { analytics: digits[1] === '1', marketing: digits[2] === '1' }
}

/**
 * The domain of the cookie: the host without a leading `www.`, `account.` or `my.`, so that the decision also counts in
 * the shop of the brand.
 * @returns null if browsers accept no domain: for IP addresses, and names without a dot
 */
export function consentCookieDomain(hostname: string): string | null {
  const domain = hostname.replace(/^(www|account|my)\.(?=[^.]+\.)/i, '')
  const isAddress = /^[\d.]+$|:/.test(domain)
  return domain.includes('.') && !isAddress ? domain : null
}
