import { z } from 'zod'
import { link } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'

const links = z.object({
  faq: link,
  customerCare: link,
  storeFront: link,
  terms: link,
  privacy: link,
  editor: link,
})

const site = z.object({
  brand: z.string(),
  name: z.string(),
  channel: z.string(),
  defaultLocale: z.string(),
  locales: z.array(z.string()),
  logoUrl: z.string(),
  uploadUrl: z.string(),
  authority: z.string(),
  features: z.record(z.string(), z.boolean()),
  // A site service of the previous release sends neither the currency nor the countries.
  currency: z.string().optional(),
  countries: z.array(z.string()).optional(),
  links,
  localLinks: z.record(z.string(), links.exactPartial()).optional(),
})

/** A brand's public configuration. */
export type WireSite = z.infer<typeof site>

/** Schema of a brand's public configuration. */
export const wireSite = wireSchema(site)
