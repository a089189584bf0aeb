import type { TypedAddress } from '../../../../../schema/rules/postalAddress.ts'

/** An address of an order, and the version of the order that had it. */
export interface AddressVersion {
  /** Null when the service has no versions. */
  readonly version: string | null
  readonly address: TypedAddress | null
}

/** The version of an order that a query or a mutation has read. */
export function addressVersion(version: string | null | undefined, address: TypedAddress | null): AddressVersion {
  return { version: version ?? null, address }
}
