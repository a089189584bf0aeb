/** The form field that holds the id of the passkey to remove, while the customer signs in again first. */
export const removedPasskey = 'removedPasskey'
