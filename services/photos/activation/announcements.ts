import { type Transaction, sql } from 'kysely'
import { type ImportRow, progressOf } from './importRow.ts'
import type { Platform, PlatformEvent } from '../../platform/platform.ts'
import type { PhotosTables } from '../tables.ts'

type News = 'started' | 'progress' | 'finished' | 'error'

const statuses = { started: 'IMPORTING', progress: 'IMPORTING', finished: 'ACTIVE', error: 'NOT_ACTIVE' } as const

const progressMilliseconds = 500
/** What is less is worth telling only now and then. */
const progressStep = 0.002
const progressAtLeastMilliseconds = 5_000

/** What the push socket tells of an import. */
export function newsOf(news: News, row: ImportRow): Omit<PlatformEvent, 'position'> {
  return {
    type: `activation.${news}`,
    owner: row.owner_id,
    data: { status: statuses[news], progress: progressOf(row), timestamp: new Date().toISOString() },
  }
}

/** Tells how far an import is, at most twice a second; last in a transaction that holds the import. */
export async function tellProgress(
  platform: Platform,
  change: Transaction<PhotosTables>,
  row: ImportRow,
): Promise<void> {
  const progress = progressOf(row)
  const since = Date.now() - row.told_at.getTime()
  const isMuch = progress - row.told_progress >= progressStep || since >= progressAtLeastMilliseconds
  if (since < progressMilliseconds || !isMuch) return
  await sql`
    update photos.imports set told_at = clock_timestamp(), told_progress = ${progress}
    where owner_id = ${row.owner_id}`.execute(change)
  await platform.events.append(change, [newsOf('progress', row)])
}
