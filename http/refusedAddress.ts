/**
 * The header of a 429 that every request of the same address to the same path gets until `Retry-After` has passed. The
 * edge then answers such requests itself.
 */
export const refusedAddressHeader = 'x-refused-address'
