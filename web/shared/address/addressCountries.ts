/** Countries in which the city precedes the postal code. */
export const cityFirst: ReadonlySet<string> = new Set(['GB', 'IE', 'US', 'CA'])
