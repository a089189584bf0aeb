/** The form field that keeps the id of the passkey to remove while the customer signs in again. */
export const removedPasskey = 'removedPasskey'
