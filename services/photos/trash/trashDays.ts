import { z } from 'zod'
import { Problem } from '../../platform/problems.ts'
import { brandHostOf, createSiteConfig } from '../../platform/siteConfig.ts'
import type { Account, Platform } from '../../platform/platform.ts'

/** How many days deleted photos of an account stay in the trash; 0: they are deleted at once. */
export type TrashDays = (account: Pick<Account, 'clientId'>) => Promise<number>

/** If the site service does not send the setting, there is no trash, and the client's texts do not mention one. */
const brandSchema = z.object({ trashDays: z.number().int().min(0).max(365).default(0) })

/**
 * Reads the setting of the brand on whose site the customer has signed in. Clients without a brand have no trash.
 * @throws Problem 503 if the site service fails and nothing is cached. Nothing is deleted then.
 */
export function createTrashDays(platform: Pick<Platform, 'config' | 'http' | 'log'>): TrashDays {
  const readConfig = createSiteConfig(platform, brandSchema)
  return async (account) => {
    const host = brandHostOf(account, platform.config.publicUrl)
    if (host === null) return 0
    try {
      return (await readConfig(host)).trashDays
    } catch {
      throw new Problem(503, 'TRY_AGAIN', 'It is not known at the moment how long deleted photos are kept.')
    }
  }
}
