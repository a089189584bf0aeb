import type { MethodKind } from './tables.ts'

/** A payment method, as the provider describes it. It never contains the number of a card or an account. */
export interface ProvidedMethod {
  /** The provider's name for the method. */
  readonly reference: string
  readonly kind: MethodKind
  /** Such as `Visa`; null if the provider does not say. */
  readonly brand: string | null
  /** 2 to 4 digits; null if the provider does not say. */
  readonly lastDigits: string | null
  /** The last month in which it can be used, such as `2027-03`; null if it has no end. */
  readonly expires: string | null
}

/** The state of a setup: a customer's visit to the provider's page. */
export type ProvidedSetup =
  /** `pending`: a bank or the provider still checks what the customer has entered. */
  | { readonly state: 'open' | 'pending' | 'refused' | 'cancelled' | 'expired' }
  | { readonly state: 'succeeded'; readonly method: ProvidedMethod }

/** What the provider needs to know to let a customer set up a method. */
export interface NewSetup {
  /** Our id of the setup. Repeating the call with the same id returns the same setup. */
  readonly id: string
  readonly kinds: readonly MethodKind[]
  /** Where the provider sends the customer afterwards, whatever the outcome. */
  readonly returnUrl: string
  /** The language of the provider's page, such as `de-DE`; null if unknown. */
  readonly locale: string | null
}

/**
 * A payment provider. It shows its own page, on which the customer enters numbers, so that we never have them. Every
 * call can be repeated. Every call throws ProviderUnavailable if there is no usable answer in time.
 */
export interface PaymentProvider {
  /** Starts a setup. Returns the provider's id for it, and the URL of the page for the customer. */
  createSetup(setup: NewSetup): Promise<{ readonly providerSetup: string; readonly pageUrl: string }>
  /** Reads the state of a setup. A setup that the provider does not know (any more) has expired. */
  readSetup(providerSetup: string): Promise<ProvidedSetup>
  /** Deletes a method at the provider. Also succeeds if the provider does not know the method (any more). */
  detach(reference: string): Promise<void>
}

/** The provider gave no usable answer. It is not known whether it has done what was asked. */
export class ProviderUnavailable extends Error {
  constructor(cause: unknown) {
    super('The payment provider gave no usable answer.', { cause })
    this.name = 'ProviderUnavailable'
  }
}
