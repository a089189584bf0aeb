/** The field under which the passkey is kept while the customer signs in again to remove it. */
export const removedPasskey = 'removedPasskey'
