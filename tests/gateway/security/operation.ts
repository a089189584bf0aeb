/** An operation of the table, and what becomes of it by who asks. */
export interface Operation {
  readonly kind: 'query' | 'mutation' | 'subscription'
  readonly query: string
  /** What Anna gets, whom it belongs to; it must be in there, so that the rest of the table means something. */
  readonly own: unknown
  /** What Bram gets. */
  readonly ofBram: unknown
  /** What is answered without credentials, by transports that answer at all then. */
  readonly ofNobody: { readonly data: unknown; readonly codes: unknown[] }
}

/** Of what needs a viewer. */
export const unauthenticated = { data: null, codes: ['UNAUTHENTICATED'] }
