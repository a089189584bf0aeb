import { z } from 'zod'
import { Problem } from '../../platform/problems.ts'
import type { Account, Platform } from '../../platform/platform.ts'

/** How many days deleted photos of an account stay in the trash; 0: they are deleted at once. */
export type TrashDays = (account: Pick<Account, 'clientId'>) => Promise<number>

/**
 * If the site service does not know the setting, there is no trash; the client's texts do not mention one then either.
 */
const brandSchema = z.object({ trashDays: z.number().int().min(0).max(365).default(0) })
const cacheMilliseconds = 60_000
const deadlineMilliseconds = 2_000

/**
 * Reads the setting of the brand on whose site the customer has signed in: its sign-in client is `<brand>-web`. Other
 * clients have no brand, and no trash. The setting is cached for a minute, and longer while the site service fails.
 * @throws Problem 503 if the site service fails and nothing is cached. Nothing is deleted then.
 */
export function createTrashDays({ config, http, log }: Pick<Platform, 'config' | 'http' | 'log'>): TrashDays {
  const publicHost = new URL(config.publicUrl).host
  const known = new Map<string, { readonly days: number; readonly until: number }>()

  const read = async (brand: string): Promise<number> => {
    const host = encodeURIComponent(`${brand}.${publicHost}`)
    const url = `${config.urls.site}/config.json?host=${host}`
    const found = await http.call({ url, answer: brandSchema, deadlineMilliseconds })
    return found.trashDays
  }
  return async ({ clientId }) => {
    const brand = /^([a-z0-9-]+)-web$/.exec(clientId ?? '')?.[1]
    if (brand === undefined) return 0
    const before = known.get(brand)
    if (before && before.until > performance.now()) return before.days
    try {
      const days = await read(brand)
      known.set(brand, { days, until: performance.now() + cacheMilliseconds })
      return days
    } catch (error) {
      log.warn({ err: error, brand }, 'the setting of the trash cannot be read')
      if (before) return before.days
      throw new Problem(503, 'TRY_AGAIN', 'It is not known at the moment how long deleted photos are kept.')
    }
  }
}
