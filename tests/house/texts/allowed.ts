/**
 * Messages that may be translated in another way than the same English text elsewhere, by language: adjectives agree
 * with what they describe (an order is "livrée", a parcel "livré"), and a button may need another form of the verb than
 * a title.
 */
const agreements: Readonly<Record<string, readonly string[]>> = {
  fr: ['onlineBooks.ordered', 'outbox.sent', 'shipment.status.DELIVERED', 'signInSecurity.sessions.end'],
  // "Weiter" goes to the next page; "Fortsetzen" continues what was interrupted.
  de: ['identity.link.confirm', 'outbox.sent', 'subscription.continue'],
  es: ['mail.passwordChanged.action', 'mail.passwordReset.action', 'signInSecurity.sessions.end'],
  it: ['outbox.sent', 'signInSecurity.sessions.end'],
  sv: ['onlineBooks.sharedWith', 'outbox.sent', 'shipment.status.DELIVERED'],
}

/**
 * Messages that may differ in every language. "Added": photos of an older library are fetched, other photos are added.
 * "Cancelled": an order is not an upload.
 */
const everywhere = ['import.imported', 'upload.state.cancelled']

/** The messages whose translation may differ from that of other messages with the same English text. */
export function differingIds(locale: string): readonly string[] {
  return [...everywhere, ...(agreements[locale.slice(0, 2)] ?? [])]
}
