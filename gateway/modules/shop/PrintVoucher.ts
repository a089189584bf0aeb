import type { PrintVoucherResolvers, PrintVoucherState } from '../../__generated__/resolvers.ts'

const states = new Map<string, PrintVoucherState>([
  ['accepted', 'ACCEPTED'],
  ['unknown', 'UNKNOWN'],
  ['used', 'USED'],
  ['reserved', 'RESERVED'],
  ['expired', 'EXPIRED'],
  ['notForProducts', 'NOT_FOR_PRODUCTS'],
  ['belowMinimum', 'BELOW_MINIMUM'],
  ['wrongCurrency', 'WRONG_CURRENCY'],
  ['tooManyAttempts', 'TOO_MANY_ATTEMPTS'],
  ['unavailable', 'UNAVAILABLE'],
])

/** Resolves the fields of `PrintVoucher`. */
export const PrintVoucher: PrintVoucherResolvers = { state: ({ state }) => states.get(state) ?? null }
