import { currentConsent } from './browserConsent.ts'

/** What is counted, as the analytics service reads it. */
export type Measurement =
  | { readonly kind: 'pageView'; readonly page: string }
  | { readonly kind: 'exposure'; readonly experiment: string; readonly variant: string }

/**
 * Counts something, if the visitor allows analytics. The count is sent in the background, even while the page is left.
 * @returns whether the browser will send the count
 */
export function measure(brand: string, measurement: Measurement): boolean {
  // Some browsers can be set to have no beacons.
  if (currentConsent()?.analytics !== true || !('sendBeacon' in navigator)) return false
  const body = JSON.stringify({ brand, measurements: [measurement] })
  return navigator.sendBeacon('/measurements', new Blob([body], { type: 'application/json' }))
}
