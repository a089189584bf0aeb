import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { Problem } from '../platform/problems.ts'
import { type Place, placeOf, readReminders, withPhotos } from './reminders.ts'
import type { Platform } from '../platform/platform.ts'
import type { CustomersTables } from './tables.ts'

const accountsPerPage = 200
const cursorSchema = z.object({ of: z.enum(['deletions', 'reminders']), moment: z.string().max(40), id: z.uuid() })
type Cursor = z.infer<typeof cursorSchema>
const firstId = '00000000-0000-0000-0000-000000000000'

/** What a run would do with an account. */
interface Outcome {
  readonly email: string
  readonly what: 'deletion' | 'reminder'
  /** Of a reminder: three months, one month, one week, one day before. */
  readonly number?: number
  readonly deletionDate: string
}

/**
 * What a retention run at a moment would do, page by page: first whose photos would be deleted, then who would be
 * reminded. Changes nothing.
 */
export async function readDryRun(
  platform: Platform,
  database: Kysely<CustomersTables>,
  now: Date,
  given: string | undefined,
): Promise<{ outcomes: Outcome[]; cursor: string | null }> {
  const cursor = given === undefined ? beginning('deletions') : readCursor(given)
  if (cursor.of === 'deletions') {
    const { outcomes, after } = await readDeletions(database, now, cursor)
    return { outcomes, cursor: writeCursor(after ? { of: 'deletions', ...after } : beginning('reminders')) }
  }
  const page = await readReminders(database, now, cursor)
  const after = placeOf(page)
  const outcomes = (await withPhotos(platform, page)).map(({ email, number, deletionAt }): Outcome => ({
    email,
    what: 'reminder',
    number,
    deletionDate: deletionAt.toISOString(),
  }))
  return { outcomes, cursor: after ? writeCursor({ of: 'reminders', ...after }) : null }
}

async function readDeletions(
  database: Kysely<CustomersTables>,
  now: Date,
  { moment, id }: Place,
): Promise<{ outcomes: Outcome[]; after: Place | undefined }> {
  const { rows } = await sql<{ id: string; email: string; deletionAt: Date; moment: string }>`
    select id, email, deletion_at as "deletionAt", deletion_at::text as moment
    from customers.accounts
    where deletion_at <= ${now} and (deletion_at, id) > (cast(${moment} as timestamptz), cast(${id} as uuid))
    order by deletion_at, id limit ${accountsPerPage}`.execute(database)
  const outcomes = rows.map(({ email, deletionAt }): Outcome => ({
    email,
    what: 'deletion',
    deletionDate: deletionAt.toISOString(),
  }))
  return { outcomes, after: rows.length === accountsPerPage ? rows.at(-1) : undefined }
}

function beginning(of: Cursor['of']): Cursor {
  return { of, moment: '-infinity', id: firstId }
}

function writeCursor({ of, moment, id }: Cursor): string {
  return Buffer.from(JSON.stringify({ of, moment, id })).toString('base64url')
}

function readCursor(text: string): Cursor {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new Problem(400, 'INVALID_CURSOR', 'The cursor is none of ours.')
  }
}
