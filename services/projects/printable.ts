import { z } from 'zod'
import type { Platform } from '../platform/platform.ts'

const deadlineMilliseconds = 2_000
const instant = z.iso.datetime({ offset: true })
const informationSchema = z.object({
  delayedDeletionDate: instant.nullish(),
  projectedDeletionDate: instant,
})

/** A customer's request, for calls in the name of the customer. */
export interface Caller {
  readonly token: string
  readonly correlationId: string
}

/**
 * The last day (UTC) on which the photos of the caller are certainly kept. Null if the customers service does not
 * answer: the projects are shown without the date.
 */
export async function photosKeptUntil(
  { http, config, log }: Platform,
  { token, correlationId }: Caller,
): Promise<string | null> {
  try {
    const { delayedDeletionDate, projectedDeletionDate } = await http.call({
      url: `${config.urls.customers}/accounts/getaccountinformation`,
      token,
      correlationId,
      deadlineMilliseconds,
      answer: informationSchema,
    })
    const deletion = Date.parse(delayedDeletionDate ?? projectedDeletionDate)
    return new Date(deletion - 86_400_000).toISOString().slice(0, 10)
  } catch (error) {
    log.warn({ err: error }, 'it is not known how long the photos of an account are kept')
    return null
  }
}
