import type { CookieConsent } from '../../../schema/rules/cookieConsent.ts'
import type { PublicConfig } from '../../app/publicConfig.ts'
import { perSession, type Session } from '../../app/Session.ts'

/** The URLs of a brand's scripts; null for a script that the brand does not have. */
export interface BrandScripts {
  readonly consent: string | null
  readonly feedback: string | null
}

/**
 * The scripts of a brand in a locale. Fields that cannot be read count as missing, because the client works without
 * these scripts.
 */
export function scriptsOf({ received }: Pick<PublicConfig, 'received'>, locale: string): BrandScripts {
  const { consentScript, feedbackScript, feedbackWidgets } = received
  const widget = typeof feedbackWidgets === 'object' && feedbackWidgets && Reflect.get(feedbackWidgets, locale)
  return {
    consent: typeof consentScript === 'string' ? consentScript : null,
    feedback:
      typeof feedbackScript === 'string' && typeof widget === 'string'
        ? feedbackScript.replaceAll('{id}', encodeURIComponent(widget))
        : null,
  }
}

/** Which of the scripts the visitor allows (docs/decisions/0564). */
export function allowedScripts({ consent, feedback }: BrandScripts, allowed: CookieConsent | null): string[] {
  const { analytics = false, marketing = false } = allowed ?? {}
  return [analytics || marketing ? consent : null, analytics ? feedback : null].flatMap((url) => url ?? [])
}

/** The scripts that this page has loaded. */
const loadedScripts = perSession(() => new Set<string>())

/**
 * Loads scripts that the page has not loaded yet. A script that the visitor no longer allows cannot be stopped, so the
 * page is loaded again without it.
 */
export function loadScripts(session: Session, allowed: readonly string[]): void {
  const loaded = loadedScripts(session)
  if ([...loaded].some((url) => !allowed.includes(url))) return reload()
  for (const url of allowed.filter((one) => !loaded.has(one))) {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.referrerPolicy = 'no-referrer'
    document.head.append(script)
    loaded.add(url)
  }
}

/** Loads the page again. The history entry records that a choice was saved. */
function reload(): void {
  const state: unknown = history.state
  history.replaceState({ ...(typeof state === 'object' && state), consentSaved: true }, '')
  location.reload()
}

/** Whether the page was loaded again because the visitor no longer allows a loaded script. */
export function wasReloaded(): boolean {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'consentSaved' in state
}
