/** An operation of the table, with the expected results per caller. */
export interface Operation {
  readonly kind: 'query' | 'mutation' | 'subscription'
  readonly query: string
  /** The result for Anna, who owns the data. It proves that the operation can return the data at all. */
  readonly own: unknown
  /** The result for Bram. */
  readonly ofBram: unknown
  /** The result without credentials, for transports that allow anonymous callers. */
  readonly anonymous: { readonly data: unknown; readonly codes: unknown[] }
}

/** The result of an operation that requires a viewer. */
export const unauthenticated = { data: null, codes: ['UNAUTHENTICATED'] }
