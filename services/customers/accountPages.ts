import { z } from 'zod'
import type { Platform } from '../platform/platform.ts'

/** How many accounts are processed together. */
export const accountsPerPage = 100
/** The deadline of the call to the photos service. It is long, because no customer waits for the answer. */
const deadlineMilliseconds = 30_000
const filledSchema = z.object({ ownerIds: z.array(z.string()) })

/** The position at which a page starts. */
export interface Place {
  /** A timestamp as PostgreSQL prints it. */
  readonly moment: string
  readonly id: string
}

/** The position before the first account. */
export const beginning: Place = { moment: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

/** The position after this page; undefined if this is the last page. */
export function placeAfter(page: readonly { readonly id: string; readonly place: string }[]): Place | undefined {
  const last = page.at(-1)
  return last && page.length === accountsPerPage ? { moment: last.place, id: last.id } : undefined
}

/** Returns the given accounts that have photos. */
export async function withPhotos<Account extends { readonly id: string }>(
  platform: Platform,
  accounts: readonly Account[],
): Promise<Account[]> {
  if (accounts.length === 0) return []
  const { ownerIds } = await platform.http.call({
    url: `${platform.config.urls.photos}/libraries/filled`,
    method: 'POST',
    body: { ownerIds: accounts.map(({ id }) => id) },
    asService: true,
    deadlineMilliseconds,
    answer: filledSchema,
  })
  const filled = new Set(ownerIds)
  return accounts.filter(({ id }) => filled.has(id))
}
