import type { PaymentMethodsResolvers } from '../../__generated__/resolvers.ts'
import { kindOf } from './kinds.ts'

/** Resolves the fields of `PaymentMethods`. */
export const PaymentMethods: PaymentMethodsResolvers = {
  stored: ({ method }) => method ?? null,
  // Leaves out kinds that the schema does not know: clients could not show them.
  allowedKinds: ({ allowedKinds }) => allowedKinds.flatMap((kind) => kindOf(kind) ?? []),
  canChange: ({ mayChange }) => mayChange ?? null,
}
