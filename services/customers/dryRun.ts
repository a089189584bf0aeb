import { z } from 'zod'
import { invalidCursor } from '../platform/problems.ts'
import { beginning, placeAfter, withPhotos } from './accountPages.ts'
import { isTooLateFor } from './postponement.ts'
import { readReminders } from './reminders.ts'
import { readDue, findUnannounced } from './retention.ts'
import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { CustomersTables } from './tables.ts'

const cursorSchema = z.object({ of: z.enum(['deletions', 'reminders']), moment: z.string().max(40), id: z.uuid() })
type Cursor = z.infer<typeof cursorSchema>

/** What a run would do with an account. */
interface Outcome {
  readonly email: string
  readonly what: 'deletion' | 'postponement' | 'reminder'
  /** The number of the reminder, 1 to 4: three months, one month, one week or one day before the deletion. */
  readonly number?: number
  readonly deletionDate: string
}

/**
 * Lists what a retention run at a given time would do, page by page. The accounts whose photos the run would delete or
 * keep for another month come first, then the accounts that would get a reminder. Changes nothing.
 */
export async function readDryRun(
  platform: Platform,
  database: Kysely<CustomersTables>,
  now: Date,
  given: string | undefined,
): Promise<{ outcomes: Outcome[]; cursor: string | null }> {
  const cursor: Cursor = given === undefined ? { of: 'deletions', ...beginning } : readCursor(given)
  if (cursor.of === 'deletions') {
    const page = await readDue(database, now, cursor)
    // Only accounts that are due already can be postponed: accounts that are due later will have had their reminders by
    // then.
    const late = page.filter(({ deletionAt }) => deletionAt.getTime() <= Date.now())
    const kept = new Set(await findUnannounced(platform, late))
    const outcomes = page.map((account): Outcome => ({
      email: account.email,
      what: kept.has(account) ? 'postponement' : 'deletion',
      deletionDate: account.deletionAt.toISOString(),
    }))
    const after = placeAfter(page)
    return { outcomes, cursor: writeCursor(after ? { of: 'deletions', ...after } : { of: 'reminders', ...beginning }) }
  }
  const page = await readReminders(database, now, cursor)
  const outcomes = (await withPhotos(platform, page)).map(({ email, number, deletionAt }): Outcome => {
    const deletionDate = deletionAt.toISOString()
    const isLate = now.getTime() <= Date.now() && isTooLateFor(deletionAt, now)
    return isLate ? { email, what: 'postponement', deletionDate } : { email, what: 'reminder', number, deletionDate }
  })
  const after = placeAfter(page)
  return { outcomes, cursor: after ? writeCursor({ of: 'reminders', ...after }) : null }
}

function writeCursor({ of, moment, id }: Cursor): string {
  return Buffer.from(JSON.stringify({ of, moment, id })).toString('base64url')
}

function readCursor(text: string): Cursor {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw invalidCursor()
  }
}
