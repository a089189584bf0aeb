/** The result when the payment provider does not answer. */
export const providerUnavailable = {
  __typename: 'PaymentProviderUnavailable',
  code: 'PAYMENT_PROVIDER_UNAVAILABLE',
  message: 'The payment provider does not answer. Nothing is lost: repeat the request later.',
} as const

/** The result when the setup does not exist, or does not belong to the viewer. */
export const setupNotFound = {
  __typename: 'PaymentMethodSetupNotFound',
  code: 'NOT_FOUND',
  message: 'There is no such setup, or it is not yours.',
} as const

/** The result when the payment method does not exist, or does not belong to the viewer. */
export const methodNotFound = {
  __typename: 'PaymentMethodNotFound',
  code: 'NOT_FOUND',
  message: 'There is no such payment method, or it is not yours.',
} as const
