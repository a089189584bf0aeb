/** The limits of an order of prints, which the shop and its clients share. */
export const printLimits = {
  /** Lines of a basket: one for each photo and size. */
  lines: 1_000,
  /** Copies of one photo in one size. */
  copies: 99,
  /** Prints of one size, all photos together: the orders service takes no more on one line. */
  printsOfSize: 1_000,
} as const

/** The countries that the shop delivers to, as ISO 3166-1 alpha-2 codes. */
export const deliveryCountries = ['GB', 'NL', 'BE', 'FR', 'DE', 'ES', 'IT', 'SE', 'DK', 'NO'] as const

/** The key of a basket, and of an attempt to order it: 1 to 80 visible ASCII characters. */
export const basketPattern = /^[\x21-\x7e]{1,80}$/
