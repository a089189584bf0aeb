import type { WirePayment, WirePaymentMethod } from '../../upstream/payments/wire.ts'

/** The source object of the `PaymentMethods` resolvers. */
export type PaymentMethodsModel = WirePayment

/** The source object of the `PaymentMethod` resolvers. */
export type PaymentMethodModel = WirePaymentMethod
