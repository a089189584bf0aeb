import type { NodeType } from '../../context.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import type { VoucherResolvers, VoucherState } from '../../__generated__/resolvers.ts'

const states = new Map<string, VoucherState>([
  ['available', 'AVAILABLE'],
  ['reserved', 'RESERVED'],
  ['used', 'USED'],
  ['returned', 'RETURNED'],
  ['expired', 'EXPIRED'],
])

/** Resolves the fields of `Voucher`. */
export const Voucher: VoucherResolvers = {
  id: ({ code }) => encodeGlobalId('Voucher', code),
  state: ({ state }) => (state && states.get(state)) || null,
}

/** Loads a voucher of the viewer's orders by its code. */
export const voucherNode: NodeType = {
  type: 'Voucher',
  load: (key, { viewer, loaders }) => (viewer ? loaders.voucher.load(key) : null),
}
