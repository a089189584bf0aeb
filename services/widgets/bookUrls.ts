import type { Account, Platform } from '../platform/platform.ts'

/** Finds the origin of a brand's site in browsers. An unknown brand has the origin of the product. */
export type FindOrigin = (brand: string | null) => string

export function createOrigins({ config, brands }: Pick<Platform, 'config' | 'brands'>): FindOrigin {
  const { origin } = new URL(config.publicUrl)
  return (brand) => brands.find(brand)?.origin ?? origin
}

/** The address of a book for browsers. */
export function bookUrl(origin: string, token: string): string {
  return `${origin}/books/${token}`
}

/** The key of the brand on whose site the customer has signed in. Null for other clients, which have no brand. */
export function brandKeyOf({ brands }: Pick<Platform, 'brands'>, account: Pick<Account, 'clientId'>): string | null {
  return brands.ofAccount(account)?.key ?? null
}
