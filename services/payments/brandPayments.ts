import { z } from 'zod'
import { isBusiness } from '../platform/access.ts'
import { Problem } from '../platform/problems.ts'
import { brandHostOf, createSiteConfig } from '../platform/siteConfig.ts'
import type { Account, Platform } from '../platform/platform.ts'
import type { MethodKind } from './tables.ts'

/** The payment settings of a brand, for one kind of account. */
export interface BrandPayments {
  /** The kinds that the account may store. */
  readonly kinds: readonly MethodKind[]
  /** The origin of the brand's site, without a trailing slash. */
  readonly origin: string
}

/**
 * Reads the payment settings of the brand on whose site the customer has signed in. Null for clients without a brand,
 * such as another team's app: their customers cannot store a method.
 */
export type ReadBrandPayments = (account: Pick<Account, 'clientId' | 'authMethod'>) => Promise<BrandPayments | null>

const kinds = z.array(z.enum(['card', 'directDebit']))
const brandSchema = z.object({
  uploadUrl: z.url(),
  // If the site service does not send the setting, customers can store nothing.
  paymentMethods: z.object({ personal: kinds, business: kinds }).default({ personal: [], business: [] }),
})

/** Reads the settings of brands. The returned function throws a 503 problem if the site service fails. */
export function createBrandPayments(platform: Pick<Platform, 'config' | 'http' | 'log'>): ReadBrandPayments {
  const { publicUrl } = platform.config
  const readConfig = createSiteConfig(platform, brandSchema)
  return async (account) => {
    const host = brandHostOf(account, publicUrl)
    if (host === null) return null
    const { uploadUrl, paymentMethods } = await readConfig(host).catch(() => {
      throw new Problem(503, 'SITE_UNAVAILABLE', 'It is not known at the moment which payment methods are allowed.')
    })
    return {
      kinds: isBusiness(account) ? paymentMethods.business : paymentMethods.personal,
      origin: new URL(uploadUrl).origin,
    }
  }
}
