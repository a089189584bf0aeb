/** The company that sells under a brand, with the details that the law requires on an invoice. */
export interface Seller {
  readonly name: string
  readonly street: string
  readonly postalCode: string
  readonly city: string
  /** A code of two letters, such as `NL`. */
  readonly country: string
  readonly vatId: string
  /** The number in the trade register. */
  readonly registration: string
  readonly email: string
}

/** The seller of a brand, and the prefix of its invoice numbers. */
export interface BrandSeller {
  /** The key of the brand, and its channel, as the site service knows them. */
  readonly brand: string
  readonly channel: string
  /** The host of the store front. Orders name it in `shopUrl`. */
  readonly shopHost: string
  /** The prefix of document numbers. Each brand has a different prefix, so that a number identifies one document. */
  readonly prefix: string
  readonly seller: Seller
}

/** One seller per brand. An order from an unknown store front belongs to the first seller. */
export const sellers: readonly [BrandSeller, ...BrandSeller[]] = [
  {
    brand: 'keepsake',
    channel: 'k',
    shopHost: 'www.keepsake.example',
    prefix: 'K',
    seller: {
      name: 'Keepsake B.V.',
      street: 'Papierbaan 14',
      postalCode: '9672 BG',
      city: 'Winschoten',
      country: 'NL',
      vatId: 'NL812345678B01',
      registration: '01234567',
      email: 'invoices@keepsake.example',
    },
  },
  {
    brand: 'lumina',
    channel: 'p',
    shopHost: 'www.lumina.example',
    prefix: 'L',
    seller: {
      name: 'Lumina Photo B.V.',
      street: 'Lichtweg 3',
      postalCode: '3542 AD',
      city: 'Utrecht',
      country: 'NL',
      vatId: 'NL823456789B01',
      registration: '02345678',
      email: 'invoices@lumina.example',
    },
  },
]

/** The seller whose store front has taken an order. */
export function sellerOf(shopUrl: string): BrandSeller {
  const host = URL.canParse(shopUrl) ? new URL(shopUrl).hostname : ''
  return sellers.find(({ shopHost }) => shopHost === host) ?? sellers[0]
}

/** The seller of a brand. A brand that is no longer listed has the first seller. */
export function sellerOfBrand(brand: string): BrandSeller {
  return sellers.find((one) => one.brand === brand) ?? sellers[0]
}

/** The channel of a brand. */
export function channelOf(brand: string): string {
  return sellerOfBrand(brand).channel
}
