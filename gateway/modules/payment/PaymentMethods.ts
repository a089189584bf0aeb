import type { PaymentMethodsResolvers } from '../../__generated__/resolvers.ts'
import { kindOf } from './kinds.ts'

/** Resolves the fields of `PaymentMethods`. */
export const PaymentMethods: PaymentMethodsResolvers = {
  stored: ({ method }) => method ?? null,
  // A kind that the schema does not know cannot be shown, so clients do not offer it.
  allowedKinds: ({ allowedKinds }) => allowedKinds.flatMap((kind) => kindOf(kind) ?? []),
  canChange: ({ mayChange }) => mayChange ?? null,
}
