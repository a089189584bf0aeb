import type { WireSite } from '../../upstream/site/wire.ts'

/** What the resolvers of a site stand on. */
export type SiteModel = WireSite
