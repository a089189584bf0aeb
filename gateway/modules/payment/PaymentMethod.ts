import type { NodeType } from '../../context.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import type { PaymentMethodResolvers, PaymentMethodState } from '../../__generated__/resolvers.ts'
import { kindOf } from './kinds.ts'

const states = new Map<string, PaymentMethodState>([
  ['usable', 'USABLE'],
  ['expired', 'EXPIRED'],
  ['removing', 'REMOVING'],
])

/** Resolves the fields of `PaymentMethod`. */
export const PaymentMethod: PaymentMethodResolvers = {
  id: ({ id }) => encodeGlobalId('PaymentMethod', id),
  kind: ({ kind }) => kindOf(kind),
  brand: ({ brand }) => brand ?? null,
  lastDigits: ({ lastDigits }) => lastDigits ?? null,
  validUntil: ({ expires }) => (expires ? lastDayOf(expires) : null),
  state: ({ state }) => states.get(state ?? '') ?? null,
}

/** Loads a payment method of the viewer by id. */
export const paymentMethodNode: NodeType = {
  type: 'PaymentMethod',
  async load(key, { viewer, payments }) {
    const read = viewer ? await payments.read() : null
    return [read?.method, ...(read?.removing ?? [])].find((method) => method?.id === key) ?? null
  },
}

/** @param month such as `2027-03` */
function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, number ?? 0, 0)).toISOString().slice(0, 10)
}
