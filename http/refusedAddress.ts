/**
 * A part sets this header on a 429 if it will refuse every request from the same address to the same path until
 * `Retry-After` has passed. The edge then answers such requests itself.
 */
export const refusedAddressHeader = 'x-refused-address'
