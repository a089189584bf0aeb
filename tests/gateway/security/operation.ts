/** One row of the authorization table: an operation, and the result that each caller must get. */
export interface Operation {
  readonly kind: 'query' | 'mutation' | 'subscription'
  readonly query: string
  /** The result for Anna, who owns the data. It proves that the operation can return the data at all. */
  readonly own: unknown
  /** The result for Bram, another customer. */
  readonly ofBram: unknown
  /** The results for Anna and Bram with business accounts. Default: the same as with private accounts. */
  readonly ownOfBusiness?: unknown
  readonly ofBramsBusiness?: unknown
  /** The result for Cees, who participates in one of Anna's albums, and has no photos. */
  readonly ofCees: unknown
  /** The result without credentials, for transports that allow anonymous callers. */
  readonly anonymous: { readonly data: unknown; readonly codes: unknown[] }
  /** The service calls when the caller is anonymous. Default: none. */
  readonly anonymousCalls?: readonly string[]
}

/** The result of an operation that requires a viewer. */
export const unauthenticated = { data: null, codes: ['UNAUTHENTICATED'] }
