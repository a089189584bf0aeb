import { z } from 'zod'
import type { CallScope, Upstream } from '../upstream.ts'

const wireSite = z.object({
  brand: z.string(),
  name: z.string(),
  channel: z.string(),
  defaultLocale: z.string(),
  locales: z.array(z.string()),
  logoUrl: z.string(),
  uploadUrl: z.string(),
  authority: z.string(),
  features: z.record(z.string(), z.boolean()),
  links: z.object({
    faq: z.string(),
    customerCare: z.string(),
    storeFront: z.string(),
    terms: z.string(),
    privacy: z.string(),
  }),
})

/** A brand's public configuration, as the site service sends it. */
export type WireSite = z.infer<typeof wireSite>

/** The site service. */
export class SiteClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope

  constructor(upstream: Upstream, scope: CallScope) {
    this.#upstream = upstream
    this.#scope = { ...scope, accessToken: undefined }
  }

  /**
   * The public configuration of the brand that lives at a host.
   * @param host with its port, as in a browser's address bar
   * @throws UpstreamError
   */
  getSite(host: string): Promise<WireSite> {
    const headers = { 'x-forwarded-host': host }
    return this.#upstream.call({ path: '/config.json', headers, answer: wireSite }, this.#scope)
  }
}
