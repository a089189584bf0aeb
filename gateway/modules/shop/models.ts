import type { WireQuote } from '../../upstream/shop/wire.ts'

/** The source object of the `PrintQuote` resolvers. */
export type PrintQuoteModel = WireQuote

/** The price of a size. */
export type PrintSizePriceModel = WireQuote['sizes'][number]

/** All prints of one size. */
export type PrintQuoteLineModel = WireQuote['lines'][number]

/** The voucher of a basket. */
export type PrintVoucherModel = NonNullable<WireQuote['voucher']>

/** A placed order. It is fetched only if a field needs it. */
export interface PlacePrintOrderSuccessModel {
  readonly orderCode: string
}

/** The order that another attempt has placed. It is fetched only if a field needs it. */
export interface PrintBasketOrderedModel {
  readonly code: 'PRINT_BASKET_ORDERED'
  readonly message: string
  readonly orderCode: string
}

/** A paid order. It is fetched only if a field needs it. */
export interface PayOrderSuccessModel {
  readonly orderCode: string
}

/** An order that cannot be paid. It is fetched only if a field needs it. */
export interface PaymentNotPossibleModel {
  readonly code: 'PAYMENT_NOT_POSSIBLE'
  readonly message: string
  readonly orderCode: string
}
