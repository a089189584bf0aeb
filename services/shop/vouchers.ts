import { z } from 'zod'
import { fromWireMoney, toWireMoney, type WireMoney, wireMoney } from '../platform/money.ts'
import { Problem } from '../platform/problems.ts'
import type { Caller } from './caller.ts'
import { productCode } from './assortment.ts'
import type { PricedLine } from './pricing.ts'

/** The state of a voucher code in a basket. `unavailable`: the vouchers service did not answer. */
export const voucherStates = [
  'accepted',
  'unknown',
  'used',
  'reserved',
  'expired',
  'notForProducts',
  'belowMinimum',
  'wrongCurrency',
  'tooManyAttempts',
  'unavailable',
] as const

type VoucherState = (typeof voucherStates)[number]

/** A voucher in a basket. */
export interface BasketVoucher {
  /**
   * The code as the vouchers service spells it; as the customer has typed it, if that service does not know the code.
   */
  readonly code: string
  readonly state: VoucherState
  /** The minimum price of an order for the voucher, if the price of this order is lower. */
  readonly minimumOrder: WireMoney | null
  /** The discount of each line in minor units, by its variant. Empty unless the voucher is accepted. */
  readonly discounts: ReadonlyMap<string, number>
}

const refusals: Readonly<Record<string, VoucherState>> = {
  NOT_FOUND: 'unknown',
  VOUCHER_USED: 'used',
  // This basket was ordered with the voucher, and the order was cancelled. Only another basket can use the voucher
  // again.
  ORDER_CANCELLED: 'used',
  VOUCHER_RESERVED: 'reserved',
  VOUCHER_EXPIRED: 'expired',
  VOUCHER_NOT_FOR_PRODUCTS: 'notForProducts',
  BELOW_MINIMUM_ORDER: 'belowMinimum',
  CURRENCY_MISMATCH: 'wrongCurrency',
  TOO_MANY_UNKNOWN_CODES: 'tooManyAttempts',
}

const reservationSchema = z.object({
  code: z.string(),
  state: z.enum(['reserved', 'used']),
  lines: z.array(z.object({ id: z.string(), discount: wireMoney })),
})
const offerSchema = z.object({ value: z.object({ minimumOrder: wireMoney.nullable() }) })

/**
 * Reserves a voucher for a basket. The vouchers that the basket had reserved before stay reserved.
 * @param key the key of the basket's reservations
 */
export async function reserveVoucher(
  caller: Caller,
  key: string,
  code: string,
  lines: readonly PricedLine[],
): Promise<BasketVoucher> {
  const answered = await orUnavailable(
    caller.call<z.infer<typeof reservationSchema> | VoucherState>('vouchers', {
      method: 'POST',
      path: '/api/v1/reservations',
      as: 'shop',
      body: {
        accountId: caller.accountId,
        code,
        key,
        lines: lines.map(({ variant, currency, unitPrice, quantity }) => ({
          id: variant.code,
          productCode,
          price: toWireMoney({ minorUnits: unitPrice * quantity, currency }),
        })),
      },
      answer: reservationSchema,
      refused: (problem) => refusals[problem ?? ''],
    }),
  )
  if (typeof answered !== 'string' && answered.state === 'reserved') {
    const discounts = new Map(answered.lines.map(({ id, discount }) => [id, fromWireMoney(discount).minorUnits]))
    return { code: answered.code, state: 'accepted', minimumOrder: null, discounts }
  }
  const state = typeof answered === 'string' ? answered : 'used'
  const minimumOrder = state === 'belowMinimum' ? await minimumOf(caller, code) : null
  return { code, state, minimumOrder, discounts: new Map() }
}

/** How long (ms) the release of vouchers may take. It is short, because baskets without a voucher wait for it, too. */
const maximumReleaseMilliseconds = 1_000

/**
 * Releases the vouchers of a basket. If the vouchers service does not answer, the vouchers stay reserved until they
 * expire after an hour, or until the next quote of the basket.
 * @param keptCode the voucher that stays reserved
 */
export async function releaseVouchers(caller: Caller, key: string, keptCode?: string): Promise<void> {
  await orUnavailable(
    caller.call('vouchers', {
      method: 'POST',
      path: '/api/v1/reservations/release',
      as: 'shop',
      body: { accountId: caller.accountId, key, keptCode },
      answer: z.null(),
      maximumWaitMilliseconds: maximumReleaseMilliseconds,
    }),
  )
}

async function minimumOf(caller: Caller, code: string): Promise<WireMoney | null> {
  const offer = await orUnavailable(
    caller.call('vouchers', {
      path: `/api/v1/campaigns/offers/${encodeURIComponent(code.trim())}`,
      as: 'customer',
      answer: offerSchema,
    }),
  )
  return typeof offer === 'string' ? null : offer.value.minimumOrder
}

/** Turns a failure of the vouchers service into `unavailable`: then the shop continues without the discount. */
async function orUnavailable<Answer>(call: Promise<Answer>): Promise<Answer | 'unavailable'> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Problem && error.code === 'VOUCHERS_UNAVAILABLE') return 'unavailable'
    throw error
  }
}
