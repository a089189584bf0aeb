import type { PaymentMethodKind } from '../../__generated__/resolvers.ts'

const kinds = new Map<string, PaymentMethodKind>([
  ['card', 'CARD'],
  ['directDebit', 'DIRECT_DEBIT'],
])

/** The kind as the service names it. Null when it is unknown. */
export function kindOf(kind: string | null | undefined): PaymentMethodKind | null {
  return kinds.get(kind ?? '') ?? null
}
