import { z } from 'zod'
import { date, money, opaque } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'

const value = z.object({
  kind: z.string(),
  amount: money.nullish(),
  percentage: z.int32().nullish(),
  minimumOrder: money.nullish(),
  productCodes: z.array(z.string()).nullish(),
})

/** A voucher. The specification shows no fields. */
const voucher = z.object({
  code: opaque.nullish(),
  campaignName: z.string().nullish(),
  state: z.string().nullish(),
  value: value.nullish(),
  validUntil: date.nullish(),
})

/** A voucher, as the vouchers service sends it. */
export type WireVoucher = z.infer<typeof voucher>

/** Schema of one voucher. */
export const wireVoucher = wireSchema(voucher)

/** Schema of a lookup: one entry per code, null for a voucher that the customer has never reserved. */
export const wireVouchers = wireSchema(z.object({ offers: z.array(voucher.nullable()) }))
