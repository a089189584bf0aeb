import type { WireVoucher } from '../../upstream/vouchers/wire.ts'

/** The source object of the `Voucher` resolvers. `code` is the code as the order names it. */
export type VoucherModel = WireVoucher & { readonly code: string }
