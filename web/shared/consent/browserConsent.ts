import { useSyncExternalStore } from 'react'
import {
  consentCookieDomain,
  consentCookieName,
  type CookieConsent,
  encodeConsent,
  noConsent,
  readConsent,
} from '../../../schema/rules/cookieConsent.ts'
import { Emitter } from '../../app/Store.ts'

/** How long (s) a decision is kept: 180 days. */
const maximumAge = 180 * 86_400
const changes = new Emitter()

/**
 * What the visitor has decided; null if there is no decision yet. Without one, Global Privacy Control counts as a
 * refusal.
 */
export function currentConsent(): CookieConsent | null {
  const hasPrivacyControl = Reflect.get(navigator, 'globalPrivacyControl') === true
  return readConsent(document.cookie) ?? (hasPrivacyControl ? noConsent : null)
}

/** Keeps a decision. @returns false if the browser stores no cookies */
export function decideConsent(consent: CookieConsent): boolean {
  const domain = consentCookieDomain(location.hostname)
  document.cookie = [
    `${consentCookieName}=${encodeConsent(consent)}`,
    'Path=/',
    `Max-Age=${maximumAge}`,
    'SameSite=Lax',
    ...(domain === null ? [] : [`Domain=${domain}`]),
    ...(location.protocol === 'https:' ? ['Secure'] : []),
  ].join('; ')
  changes.emit()
  // Tells the decision to the scripts of the brand.
  window.dispatchEvent(new CustomEvent(consentCookieName, { detail: consent }))
  const kept = readConsent(document.cookie)
  return kept !== null && encodeConsent(kept) === encodeConsent(consent)
}

/**
 * What the visitor has decided. It is read again when the visitor comes back to this tab, because another tab may have
 * changed it.
 */
export function useConsent(): CookieConsent | null {
  const digits = useSyncExternalStore(subscribe, () => {
    const consent = currentConsent()
    return consent && encodeConsent(consent)
  })
  return digits === null ? null : { analytics: digits[0] === '1', marketing: digits[1] === '1' }
}

function subscribe(listener: () => void): () => void {
  const end = changes.subscribe(listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    end()
    document.removeEventListener('visibilitychange', listener)
  }
}
