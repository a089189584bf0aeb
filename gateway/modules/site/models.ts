import type { WireSite } from '../../upstream/site/wire.ts'

/** The source object of the `Site` resolvers. */
export type SiteModel = WireSite
