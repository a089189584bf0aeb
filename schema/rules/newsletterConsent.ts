/**
 * The version of the text that customers agree to when they subscribe to news and offers (message
 * `newsletter.consent`). It is stored with the consent. Change the version whenever the text changes in any language.
 * As a reminder, a test fails when the text has changed.
 */
export const newsletterConsentVersion = '2026-11-29'
